// Races' winners, redrawn by the runners' chances, and the groups of runners that they count for.
#include "ckernels.h"
#include "clones.h"

#pragma STDC FP_CONTRACT OFF

uint64_t rb_mixed(uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

void rb_redraw_winners(struct rb_group *restrict groups, const struct rb_redraw *races, uint64_t key) {
  for (int64_t race = 0; race < races->count; race++) {
    int64_t row = races->starts[race], last = races->starts[race + 1] - 1;
    key += 0x9e3779b97f4a7c15;
    uint64_t draw = ((unsigned __int128)rb_mixed(key) * races->ends[last]) >> 64;
    while (races->ends[row] <= draw) row++;
    int64_t odds = races->odds[row];
    for (int64_t i = races->first_groups[row]; i < races->first_groups[row + 1]; i++) {
      struct rb_group *group = &groups[races->groups[i]];
      group->wins++;
      group->returned += odds;
    }
  }
}

typedef int64_t words __attribute__((vector_size(32), aligned(8), may_alias));
typedef double reals __attribute__((vector_size(32), aligned(8), may_alias));

// Two groups at a time. No comparison with NaN is true.
CLONES void rb_greatest_excess(double *restrict greatest, const struct rb_group *restrict groups,
                               const int64_t *restrict expected, const double *restrict scales,
                               int64_t pairs) {
  const words units = {1000000000, 1, 1000000000, 1};
  const words *sums = (const words *)groups;
  reals top = {-__builtin_inf(), -__builtin_inf(), -__builtin_inf(), -__builtin_inf()};
  for (int64_t pair = 0; pair < pairs; pair++) {
    words difference = sums[pair] * units - *(const words *)&expected[4 * pair];
    reals excess = __builtin_convertvector(difference, reals) * *(const reals *)&scales[4 * pair];
    words isGreater = (words)(excess > top);
    top = (reals)((isGreater & (words)excess) | (~isGreater & (words)top));
  }
  for (int i = 0; i < 2; i++) greatest[i] = top[i] > top[i + 2] ? top[i] : top[i + 2];
}
