// The ranks of a race's values, each row beside all others of its race.
#include "ckernels.h"
#include "clones.h"

CLONES void rb_race_ranks(int32_t *restrict ranks, const int64_t *restrict values,
                          const int32_t *restrict starts, int64_t races) {
  for (int64_t race = 0; race < races; race++) {
    const int64_t *own = values + starts[race];
    int64_t count = starts[race + 1] - starts[race];
    for (int64_t row = 0; row < count; row++) {
      int64_t smaller = 0;
      for (int64_t other = 0; other < count; other++) smaller += own[other] < own[row];
      ranks[starts[race] + row] = own[row] == INT64_MAX ? INT32_MIN : (int32_t)smaller + 1;
    }
  }
}
