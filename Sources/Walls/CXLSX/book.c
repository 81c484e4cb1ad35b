#include "book.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xlsxwriter.h>
#include <zlib.h>

#include "include/cxlsx.h"

struct rb_book {
  lxw_workbook *own;
  char *path;
  lxw_worksheet **sheets;
  size_t sheet_count;
};

// A sheet and a format are libxlsxwriter's own.
static lxw_worksheet *sheet_of(struct rb_sheet *sheet) { return (lxw_worksheet *)sheet; }
static lxw_format *format_of(struct rb_format *format) { return (lxw_format *)format; }

static int last_error(void) { return errno ? errno : EIO; }

const char *rb_xlsx_version(void) { return lxw_version(); }

int rb_book_begin(
    const char *path, const char *folder, int64_t made, bool is_large, struct rb_book **out) {
  errno = 0;
  struct rb_book *book = calloc(1, sizeof *book);
  if (!book) return last_error();
  book->path = strdup(path);
  lxw_workbook_options options = {
      .constant_memory = LXW_TRUE, .tmpdir = (char *)folder, .use_zip64 = is_large};
  book->own = book->path ? workbook_new_opt(path, &options) : NULL;
  // In place of 0 the library would write the present time.
  lxw_doc_properties properties = {.created = made ? (time_t)made : 1};
  if (!book->own || workbook_set_properties(book->own, &properties)) {
    int error = last_error();
    rb_book_abandon(book);
    return error;
  }
  *out = book;
  return 0;
}

int rb_book_format(struct rb_book *book, const char *digits, int look, struct rb_format **out) {
  lxw_format *format = workbook_add_format(book->own);
  if (!format) return ENOMEM;
  format_set_num_format(format, digits);
  if (look & RB_BOLD) format_set_bold(format);
  if (look & RB_RIGHT) format_set_align(format, LXW_ALIGN_RIGHT);
  if (look & RB_WRAPPED) {
    format_set_text_wrap(format);
    format_set_align(format, LXW_ALIGN_VERTICAL_TOP);
  }
  *out = (struct rb_format *)format;
  return 0;
}

int rb_book_sheet(struct rb_book *book, const char *name, struct rb_sheet **out) {
  errno = 0;
  lxw_worksheet **sheets = realloc(book->sheets, (book->sheet_count + 1) * sizeof *sheets);
  if (!sheets) return last_error();
  book->sheets = sheets;
  lxw_worksheet *sheet = workbook_add_worksheet(book->own, name);
  if (!sheet) return last_error();
  sheets[book->sheet_count++] = sheet;
  // Form such as 0123 is text on purpose.
  worksheet_ignore_errors(sheet, LXW_IGNORE_NUMBER_STORED_AS_TEXT, "A1:XFD1048576");
  *out = (struct rb_sheet *)sheet;
  return 0;
}

void rb_sheet_width(struct rb_sheet *sheet, uint16_t column, double characters) {
  worksheet_set_column(sheet_of(sheet), column, column, characters, NULL);
}

void rb_sheet_head(struct rb_sheet *sheet, uint32_t last_row, uint16_t last_column) {
  worksheet_freeze_panes(sheet_of(sheet), 1, 0);
  worksheet_autofilter(sheet_of(sheet), 0, 0, last_row, last_column);
}

void rb_sheet_text(
    struct rb_sheet *sheet, uint32_t row, uint16_t column, const char *text, struct rb_format *format) {
  worksheet_write_string(sheet_of(sheet), row, column, text, format_of(format));
}

void rb_sheet_number(
    struct rb_sheet *sheet, uint32_t row, uint16_t column, double number, struct rb_format *format) {
  worksheet_write_number(sheet_of(sheet), row, column, number, format_of(format));
}

int rb_sheet_flush(struct rb_sheet *sheet) {
  FILE *rows = sheet_of(sheet)->optimize_tmpfile;
  errno = 0;
  return fflush(rows) || ferror(rows) ? last_error() : 0;
}

// Sums up a sheet's rows, once all are in its temporary file.
static int sum_rows(lxw_worksheet *sheet, struct rb_rows *rows) {
  static const size_t room = 1 << 16;
  lxw_worksheet_write_single_row(sheet);
  int error = rb_sheet_flush((struct rb_sheet *)sheet);
  if (error) return error;
  FILE *file = sheet->optimize_tmpfile;
  unsigned char *bytes = malloc(room);
  if (!bytes) return last_error();
  *rows = (struct rb_rows){0, crc32(0, NULL, 0)};
  rewind(file);
  for (size_t count; (count = fread(bytes, 1, room, file)) > 0; rows->size += count)
    rows->sum = crc32(rows->sum, bytes, (uInt)count);
  free(bytes);
  return ferror(file) ? last_error() : 0;
}

static void free_book(struct rb_book *book) {
  free(book->path);
  free(book->sheets);
  free(book);
}

int rb_book_end(struct rb_book *book) {
  errno = 0;
  int error = 0;
  struct rb_rows *rows = calloc(book->sheet_count + 1, sizeof *rows);
  if (!rows) error = last_error();
  for (size_t i = 0; i < book->sheet_count && !error; i++)
    error = sum_rows(book->sheets[i], &rows[i]);
  if (error) {
    rb_book_abandon(book);
  } else {
    errno = 0;
    if (workbook_close(book->own)) error = last_error();
    if (!error) error = rb_book_check(book->path, rows, book->sheet_count);
    free_book(book);
  }
  free(rows);
  return error;
}

void rb_book_abandon(struct rb_book *book) {
  // The library leaves the rows of an unfinished sheet open.
  for (size_t i = 0; i < book->sheet_count; i++) fclose(book->sheets[i]->optimize_tmpfile);
  lxw_workbook_free(book->own);
  free_book(book);
}
