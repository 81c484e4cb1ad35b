// Prices to probabilities, in integers: both quotients are estimated in double and then settled by
// their exact remainders. All rows of some races are processed side by side, across the races'
// borders.
#include <string.h>

#include "ckernels.h"
#include "clones.h"

#pragma STDC FP_CONTRACT OFF

// Odds in millionths for which an estimate is off by less than one unit: 1 to 1,000,000.
static const int64_t least_odds = 1000000;
static const int64_t most_odds = 1000000000000;

// A whole number from 0 to 2^52 - 1 as a double, and back: 2^52 and 1.5 * 2^52 have a unit of 1.
static inline double from_whole(int64_t value) {
  uint64_t bits = (uint64_t)value + 0x4330000000000000u;
  double shifted;
  memcpy(&shifted, &bits, sizeof bits);
  return shifted - 0x1p52;
}

static inline uint64_t to_nearest(double value) {
  double shifted = value + 0x1.8p52;
  uint64_t bits;
  memcpy(&bits, &shifted, sizeof bits);
  return bits - 0x4338000000000000u;
}

// The exact quotient, rounded half to even, from an estimate that is less than a unit off. Products
// wrap, and so do the numbers that they are compared with: their differences are exact. Results for
// a divisor outside the proven range are not used, so all sums may wrap.
static inline int64_t settled(double estimate, uint64_t numerator, int64_t divisor) {
  uint64_t near = to_nearest(estimate);
  uint64_t twice = (numerator - near * (uint64_t)divisor) * 2;
  uint64_t odd = near & 1;
  uint64_t low = (int64_t)(twice + odd) > divisor, high = (int64_t)(odd - twice) > divisor;
  return (int64_t)(near + low - high);
}

// Inverse prices, in 10^-18 of a unit; returns whether all prices are in the proven range, or none.
CLONES static int fill_inverses(int64_t *restrict inverses, const int64_t *restrict odds,
                                int64_t count) {
  int64_t outside = 0;
  for (int64_t row = 0; row < count; row++) {
    int64_t price = odds[row];
    outside |= price != 0 && (price < least_odds || price > most_odds);
    int64_t inverse = settled(1e18 / from_whole(price), 1000000000000000000u, price);
    inverses[row] = price == 0 ? 0 : inverse;
  }
  return !outside;
}

// Turns inverse prices into their shares in sums.
CLONES static void fill_shares(int64_t *restrict shares, const int64_t *restrict sums,
                               int64_t count) {
  for (int64_t row = 0; row < count; row++) {
    int64_t inverse = shares[row], sum = sums[row];
    double scale = 1e9 / from_whole(sum);
    shares[row] = settled(from_whole(inverse) * scale, (uint64_t)inverse * 1000000000u, sum);
  }
}

// Fills in some races with no more rows than there is room for; returns whether their prices allow
// it.
static int fill_races(int64_t *probabilities, const int64_t *odds, const int32_t *starts,
                      int64_t races) {
  int64_t sums[RB_PROVEN_RUNNERS];
  int32_t first = starts[0];
  int64_t count = starts[races] - first;
  if (!fill_inverses(probabilities + first, odds + first, count)) return 0;
  for (int64_t race = 0; race < races; race++) {
    // A race is too short for vectors to be worth their set-up.
    int64_t sum = 0;
#pragma clang loop vectorize(disable)
    for (int32_t row = starts[race]; row < starts[race + 1]; row++) sum += probabilities[row];
    // Without any price the shares are 0 of any sum.
    if (sum == 0) sum = 1;
#pragma clang loop vectorize(disable)
    for (int32_t row = starts[race]; row < starts[race + 1]; row++) sums[row - first] = sum;
  }
  fill_shares(probabilities + first, sums, count);
  return 1;
}

int64_t rb_race_probabilities(int64_t *probabilities, const int64_t *odds, const int32_t *starts,
                              int64_t races) {
  int64_t done = 0, most = races;
  while (done < races) {
    int64_t end = done;
    while (end < races && end - done < most && starts[end + 1] - starts[done] <= RB_PROVEN_RUNNERS)
      end++;
    if (end == done) return done;
    if (fill_races(probabilities, odds, starts + done, end - done)) {
      done = end;
    } else if (end - done == 1) {
      return done;
    } else {
      most = 1;  // finds the race to blame
    }
  }
  return done;
}
