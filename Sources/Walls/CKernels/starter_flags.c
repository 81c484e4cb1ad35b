// The facts that a report needs of each starter, in one byte: rows of all races side by side.
#include "ckernels.h"
#include "clones.h"

enum { block_rows = 1024, tote_paid_bit = 1 << 16 };

CLONES static void fill_rows(uint8_t *restrict flags, const int16_t *restrict positions,
                             const int64_t *restrict sp, const int64_t *restrict tote,
                             const int64_t *restrict bsp, const int32_t *restrict prb,
                             const int32_t *restrict rules, int64_t count) {
  for (int64_t row = 0; row < count; row++) {
    int32_t position = positions[row], rule = rules[row];
    uint8_t tote_paid = (rule & tote_paid_bit) != 0;
    uint8_t won = position == 1;
    uint8_t placed = (position > 0) & (position <= (rule & (tote_paid_bit - 1)));
    uint8_t dividend = (tote[row] > 0) & tote_paid;
    uint8_t has_tote = dividend | (tote_paid & !won);
    uint8_t event = won | dividend | (prb[row] < 0);
    flags[row] = won | placed << 1 | (sp[row] > 0) << 2 | has_tote << 3 | (bsp[row] > 0) << 4 |
                 event << 5;
  }
}

void rb_starter_flags(uint8_t *flags, const int16_t *positions, const int64_t *sp,
                      const int64_t *tote, const int64_t *bsp, const int32_t *prb,
                      const int32_t *starts, const int16_t *paid, const uint8_t *tote_paid,
                      int64_t races) {
  int32_t rules[block_rows];
  int64_t race = 0, end = starts[races];
  for (int64_t row = starts[0]; row < end;) {
    int64_t stop = row + block_rows < end ? row + block_rows : end;
    for (int64_t next = row; next < stop;) {
      while (starts[race + 1] <= next) race++;
      int64_t last = starts[race + 1] < stop ? starts[race + 1] : stop;
      int32_t rule = paid[race] | (tote_paid[race] ? tote_paid_bit : 0);
#pragma clang loop vectorize(disable)
      for (; next < last; next++) rules[next - row] = rule;
    }
    fill_rows(flags + row, positions + row, sp + row, tote + row, bsp + row, prb + row, rules,
              stop - row);
    row = stop;
  }
}

CLONES void rb_count_flags(const uint8_t *flags, int64_t count, int64_t *totals) {
  // As many as a byte can count.
  enum { at_once = 255 };
  for (int64_t first = 0; first < count; first += at_once) {
    int64_t end = first + at_once < count ? first + at_once : count;
    uint8_t won = 0, sp = 0, tote = 0, bsp = 0;
    for (int64_t row = first; row < end; row++) {
      won += flags[row] & 1;
      sp += flags[row] >> 2 & 1;
      tote += flags[row] >> 3 & 1;
      bsp += flags[row] >> 4 & 1;
    }
    totals[0] += won;
    totals[1] += sp;
    totals[2] += tote;
    totals[3] += bsp;
  }
}
