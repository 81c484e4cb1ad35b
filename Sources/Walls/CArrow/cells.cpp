// Finds the cells of CSV text that needs no unquoting, and counts a byte: 64 bytes at a time.
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

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

/// Fetches the next page's text ahead: the processor's own prefetch stops at the end of a page.
static inline __attribute__((always_inline)) void fetch_ahead(const uint8_t *text) {
  __builtin_prefetch(text + 4096);
}

namespace {
/// The record being read, and those before it.
struct Records {
  int32_t columns;
  int64_t stride;
  int32_t *row;  // the start of the record's first cell; the next cell's row is a stride later
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

// Not under a sanitizer: the choice of a clone would call it before it is ready.
#if defined(__x86_64__) && !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
__attribute__((target_clones("avx512bw", "avx2", "default")))
#endif
static int64_t any_cells(const uint8_t *text, int64_t length, int32_t columns, int64_t stride,
                         int32_t *offsets, int64_t *skipped) {
  Records records{columns, stride, offsets, text};
  offsets[0] = 0;
  for (int64_t next = 0; next < length; next += 64) {
    fetch_ahead(text + next);
    bytes64 bytes = 0;
    // A constant length compiles to a load; any other would be a call.
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

#if defined(__x86_64__)
/// Finds the cells of text whose lines all have the right number of cells and end in a line feed
/// alone, as most texts do; -1 for any other text.
///
/// One instruction gives the places of the marks in 64 bytes, record by record. Some records at a
/// time are then stored by column, out of the nearest cache.
__attribute__((target("avx512bw,avx512vbmi2"))) static int64_t regular_cells(
    const uint8_t *text, int64_t length, int32_t columns, int64_t stride, int32_t *offsets) {
  enum { TOGETHER = 16, MOST_COLUMNS = 64 };
  // With one column, a blank line would look like a record.
  if (columns < 2 || columns > MOST_COLUMNS || length < 1 || text[length - 1] != '\n') return -1;
  // The marks of records that are not stored yet, and room for one store more.
  int32_t ends[(TOGETHER + 1) * MOST_COLUMNS + 2 * 64];
  int64_t rows = 0, count = 0, line_start = 0;
  const __m512i numbers = _mm512_set_epi8(
      63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42, 41, 40, 39,
      38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14,
      13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  for (int64_t next = 0; next < length; next += 64) {
    fetch_ahead(text + next);
    const __mmask64 own = length - next >= 64 ? ~0ull : ~0ull >> (64 - (length - next));
    const __m512i bytes = _mm512_maskz_loadu_epi8(own, text + next);
    if (_mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('"')) |
        _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\r')))
      return -1;
    const uint64_t lines = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\n'));
    const uint64_t marks = lines | _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(','));
    for (uint64_t rest = lines; rest; rest &= rest - 1) {
      const int64_t end = count + __builtin_popcountll(marks & (rest ^ (rest - 1)));
      if (end - line_start != columns) return -1;
      line_start = end;
    }
    __m512i places = _mm512_maskz_compress_epi8(marks, numbers);
    const int64_t found = __builtin_popcountll(marks);
    const __m512i base = _mm512_set1_epi32((int32_t)next + 1);
    for (int64_t stored = 0; stored < found; stored += 16) {
      const __m512i some = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(places));
      _mm512_storeu_si512(ends + count + stored, _mm512_add_epi32(base, some));
      places = _mm512_alignr_epi64(places, places, 2);
    }
    count += found;
    if (count - line_start >= columns) return -1;
    while (line_start >= TOGETHER * columns) {
      for (int32_t column = 0; column < columns; column++) {
        int32_t *out = offsets + (column + 1) * stride + rows;
        for (int row = 0; row < TOGETHER; row++) out[row] = ends[row * columns + column];
      }
      rows += TOGETHER;
      count -= TOGETHER * columns;
      line_start -= TOGETHER * columns;
      memmove(ends, ends + TOGETHER * columns, (size_t)count * sizeof *ends);
    }
  }
  for (int64_t row = 0; row < line_start / columns; row++)
    for (int32_t column = 0; column < columns; column++)
      offsets[(column + 1) * stride + rows + row] = ends[row * columns + column];
  rows += line_start / columns;
  // A record starts where the one before ends.
  offsets[0] = 0;
  memcpy(offsets + 1, offsets + columns * stride, (size_t)rows * sizeof *offsets);
  return rows;
}
#endif

int64_t rb_count_byte(const uint8_t *text, int64_t length, uint8_t byte) {
  // A lane counts to 255.
  const int64_t longest = 255 * 64;
  int64_t found = 0, next = 0;
  while (length - next >= 64) {
    bytes64 counts = 0;
    for (const int64_t end = next + longest; next < end && length - next >= 64; next += 64) {
      bytes64 bytes;
      memcpy(&bytes, text + next, sizeof bytes);
      // A lane that is equal has all bits set, as -1 has.
      counts -= (bytes64)(bytes == (bytes64)byte);
    }
    for (int lane = 0; lane < 64; lane++) found += counts[lane];
  }
  for (; next < length; next++) found += text[next] == byte;
  return found;
}

int64_t rb_csv_cells(const uint8_t *text, int64_t length, int32_t columns, int64_t stride,
                     int32_t *offsets, int64_t *skipped) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi2")) {
    int64_t rows = regular_cells(text, length, columns, stride, offsets);
    *skipped = 0;
    if (rows >= 0) return rows;
  }
#endif
  return any_cells(text, length, columns, stride, offsets, skipped);
}
