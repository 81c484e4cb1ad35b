#pragma once
/*
 * A C wall around libxlsxwriter: one workbook, its sheets written row by row, from left to right.
 *
 * Rows go to temporary files, so memory does not grow with them. libxlsxwriter does not notice when
 * the disk refuses bytes of such a file, so the finished workbook is read again and compared with
 * the content that it should have.
 *
 * A function that can fail returns 0 on success, otherwise the system's error number or
 * RB_BOOK_CUT.
 */
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A part of the workbook is missing in the file. */
#define RB_BOOK_CUT -1

struct rb_book;
struct rb_sheet;
struct rb_format;

/* The look of a cell beside its number format. */
enum rb_look { RB_PLAIN = 0, RB_BOLD = 1, RB_RIGHT = 2, RB_WRAPPED = 4 };

/* The version of libxlsxwriter, such as 1.1.4. */
const char *rb_xlsx_version(void);

/*
 * Begins a workbook that was made at a time, in seconds since 1970 UTC. Temporary files lie in a
 * folder and have no names. `is_large`: the file, or a sheet before it is packed, may pass 4 GiB.
 */
int rb_book_begin(
    const char *path, const char *folder, int64_t made, bool is_large, struct rb_book **book);

/* Adds a format of numbers, such as 0.00. The workbook owns it. */
int rb_book_format(struct rb_book *book, const char *digits, int look, struct rb_format **format);

/* Adds a sheet, whose name Excel takes. The workbook owns it. */
int rb_book_sheet(struct rb_book *book, const char *name, struct rb_sheet **sheet);

void rb_sheet_width(struct rb_sheet *sheet, uint16_t column, double characters);
/* Freezes the first row, and gives it filters over the rows below. */
void rb_sheet_head(struct rb_sheet *sheet, uint32_t last_row, uint16_t last_column);

/* Write a cell: text of at most 32,767 characters without a control character that XML forbids. */
void rb_sheet_text(
    struct rb_sheet *sheet, uint32_t row, uint16_t column, const char *text, struct rb_format *format);
void rb_sheet_number(
    struct rb_sheet *sheet, uint32_t row, uint16_t column, double number, struct rb_format *format);

/* Checks that the disk has taken all rows so far. */
int rb_sheet_flush(struct rb_sheet *sheet);

/* Writes the file, checks that all of it is there, and frees the workbook. */
int rb_book_end(struct rb_book *book);
/* Frees a workbook without a file. */
void rb_book_abandon(struct rb_book *book);

#ifdef __cplusplus
}
#endif
