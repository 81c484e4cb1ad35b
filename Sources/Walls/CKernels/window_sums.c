// Sums of entities over windows of days: adding rows to them, reading them, and figures of them.
#include "ckernels.h"
#include "clones.h"

#pragma STDC FP_CONTRACT OFF

// rb_sums as a vector. Counts are subtracted two at a time: the counts that have left a window are
// no more than the total.
typedef int64_t words __attribute__((vector_size(32), aligned(8), may_alias));
typedef int32_t counts __attribute__((vector_size(16), aligned(4), may_alias));
typedef int64_t amount_pair __attribute__((vector_size(16), aligned(8), may_alias));

// Every row adds to a count, few rows have an amount.
CLONES void rb_add_counts(struct rb_sums *restrict cells, int64_t stride,
                          const int32_t (*restrict addends)[4], const uint8_t *restrict marks,
                          const int32_t *restrict codes, int64_t count) {
  for (int64_t row = 0; row < count; row++) {
    counts *cell = (counts *)cells[((int64_t)codes[row] + 1) * stride].counts;
    *cell += *(const counts *)addends[marks[row] & 15];
  }
}

void rb_add_amounts(struct rb_sums *restrict cells, int64_t stride, int64_t index,
                    const int32_t *restrict codes, int32_t first_row, const int32_t *restrict rows,
                    const int64_t *restrict amounts, int64_t count) {
  for (int64_t i = 0; i < count; i++)
    cells[((int64_t)codes[rows[i] - first_row] + 1) * stride].amounts[index] += amounts[i];
}

CLONES int64_t rb_read_sums(struct rb_sums *restrict out, int64_t apart, uint8_t *restrict known,
                            const struct rb_sums *restrict cells, int64_t windows,
                            const uint8_t *restrict marks, const int32_t *restrict codes,
                            int64_t count) {
  int64_t shown = 0;
  for (int64_t row = 0; row < count; row++) {
    const words *cell = (const words *)&cells[((int64_t)codes[row] + 1) * (windows + 1)];
    words total = cell[0];
    // A hidden row is written as well, and the next row overwrites it.
    for (int64_t window = 0; window < windows; window++)
      *(words *)&out[window * apart + shown] = total - cell[window + 1];
    known[shown] = codes[row] >= 0;
    shown += !(marks[row] >> 7);
  }
  return shown;
}

// Four rows at a time: their sums are exchanged within registers.
CLONES void rb_part_sums(int32_t *restrict count_columns, int64_t *restrict amount_columns,
                         int64_t apart, const struct rb_sums *restrict sums, int64_t count) {
  int64_t row = 0;
  for (; row + 4 <= count; row += 4) {
    counts c[4];
    amount_pair a[4];
    for (int i = 0; i < 4; i++) {
      c[i] = *(const counts *)sums[row + i].counts;
      a[i] = *(const amount_pair *)sums[row + i].amounts;
    }
    counts low01 = __builtin_shufflevector(c[0], c[1], 0, 4, 1, 5);
    counts low23 = __builtin_shufflevector(c[2], c[3], 0, 4, 1, 5);
    counts high01 = __builtin_shufflevector(c[0], c[1], 2, 6, 3, 7);
    counts high23 = __builtin_shufflevector(c[2], c[3], 2, 6, 3, 7);
    int32_t *out = count_columns + row;
    *(counts *)out = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
    *(counts *)(out + apart) = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
    *(counts *)(out + 2 * apart) = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
    *(counts *)(out + 3 * apart) = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
    for (int i = 0; i < 2; i++) {
      int64_t *pair = amount_columns + row + 2 * i;
      *(amount_pair *)pair = __builtin_shufflevector(a[2 * i], a[2 * i + 1], 0, 2);
      *(amount_pair *)(pair + apart) = __builtin_shufflevector(a[2 * i], a[2 * i + 1], 1, 3);
    }
  }
  for (; row < count; row++) {
    for (int i = 0; i < 4; i++) count_columns[i * apart + row] = sums[row].counts[i];
    for (int i = 0; i < 2; i++) amount_columns[i * apart + row] = sums[row].amounts[i];
  }
}

// No row divides by 0: if the whole is 0, so is the part, and 0/1 is 0.
CLONES void rb_window_shares(double *restrict out, const int32_t *restrict parts,
                             const int32_t *restrict wholes, int64_t count) {
  for (int64_t row = 0; row < count; row++)
    out[row] = (double)parts[row] / (double)(wholes[row] < 1 ? 1 : wholes[row]);
}

CLONES void rb_window_means(double *restrict out, const int64_t *restrict amounts,
                            const int32_t *restrict rows, int64_t count, int64_t unit, int64_t loss) {
  for (int64_t row = 0; row < count; row++) {
    int64_t left = amounts[row] - loss * rows[row];
    // A product of doubles is rounded once, as a product of integers would be.
    out[row] = (double)left / ((double)unit * (double)(rows[row] < 1 ? 1 : rows[row]));
  }
}

CLONES void rb_window_present(uint64_t *restrict bits, const int32_t *restrict values,
                              int64_t count) {
  for (int64_t first = 0; first < count; first += 64) {
    int64_t rows = count - first < 64 ? count - first : 64;
    uint64_t word = 0;
    for (int64_t row = 0; row < rows; row++) word |= (uint64_t)(values[first + row] != 0) << row;
    bits[first / 64] = word;
  }
}

CLONES void rb_window_known(uint64_t *restrict bits, const uint8_t *restrict known, int64_t count) {
  for (int64_t first = 0; first < count; first += 64) {
    int64_t rows = count - first < 64 ? count - first : 64;
    uint64_t word = 0;
    for (int64_t row = 0; row < rows; row++) word |= (uint64_t)(known[first + row] != 0) << row;
    bits[first / 64] = word;
  }
}
