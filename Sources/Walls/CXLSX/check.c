// Reads a workbook again: a zip archive whose members are XML.
//
// Source: APPNOTE.TXT of PKWARE, sections 4.3.7 (local headers) and 4.3.16 (the end).
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "book.h"
#include "include/cxlsx.h"

enum { PIECE = 1 << 16, HEADER = 30, END = 22 };
static const uint32_t member_mark = 0x04034b50, directory_mark = 0x02014b50, end_mark = 0x06054b50;
static const char sheet_folder[] = "xl/worksheets/sheet", before_rows[] = "<sheetData>";

struct member {
  bool is_sheet;
  uint32_t sum;
  // Elements that are open, and the last byte that is no line end.
  long depth;
  char last;
  // The number of bytes of `before_rows` met so far, and the rows that follow.
  size_t met;
  struct rb_rows rows;
};

static uint32_t number(const unsigned char *bytes, int count) {
  return count ? bytes[0] | number(bytes + 1, count - 1) << 8 : 0;
}

// Follows the text of a member; a sheet's rows, whose length `expected` gives, are only summed.
static void follow(
    struct member *member, const unsigned char *bytes, size_t count, const struct rb_rows *expected) {
  member->sum = crc32(member->sum, bytes, (uInt)count);
  while (count > 0) {
    bool is_in_rows = member->is_sheet && member->met == sizeof before_rows - 1;
    uint64_t left = is_in_rows ? expected->size - member->rows.size : 0;
    if (left > 0) {
      size_t own = left < count ? (size_t)left : count;
      member->rows.sum = crc32(member->rows.sum, bytes, (uInt)own);
      member->rows.size += own;
      bytes += own;
      count -= own;
      continue;
    }
    char byte = (char)*bytes++;
    count--;
    if (member->last == '<') member->depth += byte == '/' ? -1 : byte != '?';
    if (byte == '>' && member->last == '/') member->depth--;
    if (member->is_sheet && !is_in_rows)
      member->met = byte == before_rows[member->met] ? member->met + 1 : byte == '<';
    if (byte != '\n') member->last = byte;
  }
}

// Unpacks the member that begins here; leaves the file's position after it.
static int unpack(FILE *file, struct member *member, const struct rb_rows *expected) {
  unsigned char *room = malloc(2 * PIECE);
  z_stream stream = {0};
  if (!room || inflateInit2(&stream, -MAX_WBITS) != Z_OK) {
    free(room);
    return ENOMEM;
  }
  int error = 0, state = Z_OK;
  while (!error && state != Z_STREAM_END) {
    if (!stream.avail_in) {
      stream.next_in = room;
      stream.avail_in = (uInt)fread(room, 1, PIECE, file);
      if (!stream.avail_in) error = ferror(file) ? errno : RB_BOOK_CUT;
    }
    stream.next_out = room + PIECE;
    stream.avail_out = PIECE;
    if (!error) state = inflate(&stream, Z_NO_FLUSH);
    if (!error && state != Z_OK && state != Z_STREAM_END) error = RB_BOOK_CUT;
    if (!error) follow(member, room + PIECE, PIECE - stream.avail_out, expected);
  }
  if (!error && fseeko(file, -(off_t)stream.avail_in, SEEK_CUR)) error = errno;
  inflateEnd(&stream);
  free(room);
  return error;
}

static bool is_whole(const struct member *member, uint32_t sum, const struct rb_rows *expected) {
  if (member->sum != sum || member->depth || member->last != '>') return false;
  return !member->is_sheet
         || (member->rows.size == expected->size && member->rows.sum == expected->sum);
}

static int check_members(FILE *file, const struct rb_rows *rows, size_t sheet_count) {
  const struct rb_rows *none = &(struct rb_rows){0};
  size_t sheets = 0;
  for (;;) {
    unsigned char header[HEADER], name[sizeof sheet_folder - 1];
    if (fread(header, 1, HEADER, file) != HEADER) return ferror(file) ? errno : RB_BOOK_CUT;
    if (number(header, 4) == directory_mark) return sheets == sheet_count ? 0 : RB_BOOK_CUT;
    size_t length = number(header + 26, 2), read = length < sizeof name ? length : sizeof name;
    off_t rest = (off_t)(length - read + number(header + 28, 2));
    if (number(header, 4) != member_mark || fread(name, 1, read, file) != read
        || fseeko(file, rest, SEEK_CUR))
      return RB_BOOK_CUT;
    struct member member = {
        .is_sheet = read == sizeof name && !memcmp(name, sheet_folder, read),
        .sum = crc32(0, NULL, 0), .rows.sum = crc32(0, NULL, 0)};
    if (member.is_sheet && sheets == sheet_count) return RB_BOOK_CUT;
    const struct rb_rows *expected = member.is_sheet ? &rows[sheets++] : none;
    int error = unpack(file, &member, expected);
    if (error) return error;
    if (!is_whole(&member, number(header + 14, 4), expected)) return RB_BOOK_CUT;
  }
}

int rb_book_check(const char *path, const struct rb_rows *rows, size_t sheet_count) {
  FILE *file = fopen(path, "rb");
  if (!file) return errno;
  int error = check_members(file, rows, sheet_count);
  unsigned char end[END];
  if (!error
      && (fseeko(file, -END, SEEK_END) || fread(end, 1, END, file) != END
          || number(end, 4) != end_mark))
    error = RB_BOOK_CUT;
  fclose(file);
  return error;
}
