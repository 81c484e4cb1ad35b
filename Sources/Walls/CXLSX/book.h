#pragma once
/* The facts that the workbook's writer passes to its check. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The rows of a sheet as they are in its temporary file: their bytes and the bytes' CRC-32. */
struct rb_rows {
  uint64_t size;
  uint32_t sum;
};

/* Checks that a workbook's file has all members, and the sheets' rows, whole; see rb_book_end. */
int rb_book_check(const char *path, const struct rb_rows *rows, size_t sheet_count);
