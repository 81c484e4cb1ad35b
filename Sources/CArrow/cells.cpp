// Finds the cells of CSV text that needs no unquoting: 64 bytes at a time.
#include <cstdint>
#include <cstring>

#include "include/carrow.h"

typedef unsigned char bytes64 __attribute__((ext_vector_type(64)));
typedef bool flags64 __attribute__((ext_vector_type(64)));

/// The places of a byte among 64, as bits.
static inline __attribute__((always_inline)) uint64_t places(const bytes64 &text,
                                                             unsigned char byte) {
  flags64 flags = __builtin_convertvector(text == (bytes64)byte, flags64);
  uint64_t bits;
  memcpy(&bits, &flags, sizeof bits);
  return bits;
}

namespace {
/// The record being read, and those before it.
struct Records {
  int32_t columns;
  int64_t stride;
  int32_t *row;  // where the record's first cell starts; those of the next cell stand a stride behind
  const uint8_t *text;
  int64_t rows = 0, skipped = 0, start = 0;
  int32_t cell = 0;

  inline __attribute__((always_inline)) void cell_ends(int64_t place) {
    cell++;
    if (cell < columns) row[cell * stride] = (int32_t)(place + 1);
  }

  inline __attribute__((always_inline)) void record_ends(int64_t place) {
    int64_t length = place - start;
    bool blank = cell == 0 && (length == 0 || (length == 1 && text[start] == '\r'));
    if (!blank && cell == columns - 1) {
      row[columns * stride] = (int32_t)(place + 1);
      row++;
      rows++;
    } else if (!blank) {
      skipped++;
    }
    cell = 0;
    start = place + 1;
    row[0] = (int32_t)start;
  }
};
}  // namespace

#if defined(__x86_64__)
__attribute__((target_clones("avx512bw", "avx2", "default")))
#endif
int64_t rb_csv_cells(const uint8_t *text, int64_t length, int32_t columns, int64_t stride,
                     int32_t *offsets, int64_t *skipped) {
  Records records{columns, stride, offsets, text};
  offsets[0] = 0;
  for (int64_t next = 0; next < length; next += 64) {
    bytes64 bytes = 0;
    // A length known beforehand is a load; any other would be a call.
    if (length - next >= 64)
      memcpy(&bytes, text + next, sizeof bytes);
    else
      memcpy(&bytes, text + next, (size_t)(length - next));
    if (places(bytes, '"')) return -1;
    for (uint64_t marks = places(bytes, '\r'); marks; marks &= marks - 1) {
      int64_t after = next + __builtin_ctzll(marks) + 1;
      if (after >= length || text[after] != '\n') return -1;
    }
    uint64_t lines = places(bytes, '\n');
    for (uint64_t marks = lines | places(bytes, ','); marks; marks &= marks - 1) {
      int64_t place = next + __builtin_ctzll(marks);
      if (lines & marks & -marks)
        records.record_ends(place);
      else
        records.cell_ends(place);
    }
  }
  if (records.start < length) records.record_ends(length);
  *skipped = records.skipped;
  return records.rows;
}
