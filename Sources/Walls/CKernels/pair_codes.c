// The codes of pairs, which are bits of a table: rows of all races side by side.
#include "ckernels.h"
#include "clones.h"

CLONES void rb_pair_codes(int32_t *restrict codes, const int32_t *restrict left,
                          const int32_t *restrict right, int64_t count, int64_t width,
                          const uint64_t *restrict bits, const int32_t *restrict before,
                          const int32_t *restrict numbers) {
  for (int64_t row = 0; row < count; row++) {
    if (left[row] < 0 || right[row] < 0) {
      codes[row] = -1;
      continue;
    }
    int64_t place = left[row] * width + right[row];
    uint64_t below = bits[place >> 6] & (((uint64_t)1 << (place & 63)) - 1);
    codes[row] = numbers[before[place >> 6] + __builtin_popcountll(below)];
  }
}
