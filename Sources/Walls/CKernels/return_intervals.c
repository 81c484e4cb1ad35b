// Intervals of returns of up to 64 rows, a column at a time. `ReturnInterval` is their
// specification and computes the rows that are left over, so the digits do not depend on the last
// bits here.
//
// If you change a formula, also change `ReturnInterval.swift`.
#include <math.h>

#include "ckernels.h"
#include "clones.h"

#pragma STDC FP_CONTRACT OFF

// A call would prevent the vectorising of its loop.
#define INLINE static inline __attribute__((always_inline))

enum { limit = 64, steps = 8 };

// The constants of `ReturnInterval`: z, (z² - 1) / 6, and the constants of k.
static const double z = 1.959963984540054;
static const double growth = (1.959963984540054 * 1.959963984540054 - 1) / 6;
static const double greatest_skewness = 4, skewness_slope = 1.5, skewness_limit = 1.85;

// Half the width of the bracket in which the excess has to change its sign.
static const double width = 0x1p-32;
// Rounding errors of an excess are below this part of the terms, unless the variance is a smaller
// part of its own terms than `nearly`.
static const double noise = 0x1p-44, nearly = 0x1p-16;
// A step, as a part of θ, after which the next one is far below the width.
static const double far = 2e-6;
// Added to a double below 2^51, it leaves the nearest integer in the lowest bits.
static const double whole = 0x1.8p52;

INLINE double least(double a, double b) { return a < b ? a : b; }
INLINE double most(double a, double b) { return a > b ? a : b; }

INLINE int64_t bits(double value) {
  int64_t word;
  __builtin_memcpy(&word, &value, sizeof word);
  return word;
}

// Rows' sums per unit of stake: R/S, M/S², Q/S² and P/S², θ₀, k, and the greatest θ.
struct columns {
  double returned[limit], moment[limit], squares[limit], own[limit], centre[limit], skewness[limit];
  double greatest[limit];
};

struct row {
  double returned, moment, squares, own, centre, skewness;
};

INLINE struct row row_of(const struct columns *all, int64_t i) {
  return (struct row){all->returned[i], all->moment[i], all->squares[i],
                      all->own[i],      all->centre[i], all->skewness[i]};
}

// The excess of the return over that of θ; `sign` is that of z. Both tails are computed, one is
// used.
INLINE double excess(struct row own, double theta, double sign) {
  double shared = theta * own.own + least(theta, own.centre) * (own.squares - own.own);
  double variance = most(theta * (own.moment - shared), 1e-300);
  double deviation = __builtin_elementwise_sqrt(variance);
  double third = sign * (own.skewness * own.moment - (own.skewness + 1) * shared);
  double gamma = third / deviation;
  double longer = z * deviation + growth * least(greatest_skewness * deviation, third);
  double slope = z / 6 - gamma / 36, shift = gamma * slope;
  double shorter = deviation * (2 * slope * (3 + shift * (3 + shift)));
  shorter = shift <= -1 ? -2 * variance / third : shorter;
  return own.returned - theta - sign * (gamma >= 0 ? longer : shorter);
}

// The end of Newton's next step from a θ: the same excess, and its derivative.
INLINE double newton(struct row own, double theta, double sign, double *found) {
  int is_within = theta < own.centre;
  double shared = theta * own.own + (is_within ? theta : own.centre) * (own.squares - own.own);
  double growing = is_within ? own.squares : own.own;
  double left = own.moment - shared, variance = most(theta * left, 1e-300);
  double deviation = __builtin_elementwise_sqrt(variance), inverse = 1 / deviation;
  double variances = left - theta * growing, deviations = variances / 2 * inverse;
  double third = sign * (own.skewness * own.moment - (own.skewness + 1) * shared);
  double thirds = -sign * (own.skewness + 1) * growing;
  double gamma = third * inverse;
  int is_limited = gamma > greatest_skewness;
  double longer = z * deviation + growth * (is_limited ? greatest_skewness * deviation : third);
  double longers = z * deviations + growth * (is_limited ? greatest_skewness * deviations : thirds);
  double slope = z / 6 - gamma * (1.0 / 36), shift = gamma * slope;
  double cubic = 3 + shift * (3 + shift);
  double turn = slope * (3 + 2 * shift) * (slope - gamma * (1.0 / 36)) - cubic * (1.0 / 36);
  double shorter = deviation * (2 * slope * cubic);
  double shorters = deviations * (2 * slope * cubic) + 2 * turn * (thirds - gamma * deviations);
  double under = 1 / third, flat = -2 * variance * under;
  double flats = (-2 * variances - flat * thirds) * under;
  int is_flat = shift <= -1;
  shorter = is_flat ? flat : shorter;
  shorters = is_flat ? flats : shorters;
  int is_long = gamma >= 0;
  *found = own.returned - theta - sign * (is_long ? longer : shorter);
  return theta - *found / (-1 - sign * (is_long ? longers : shorters));
}

// The sums on one side of θ₀, where V is θ·(moment - squares·θ) and the skewness is
// (third - (k + 1)·squares·θ) / √V.
struct side {
  double moment, squares, third;
};

INLINE struct side side_of(struct row own, int is_beyond) {
  double shared = is_beyond ? own.centre * (own.squares - own.own) : 0;
  return (struct side){own.moment - shared, is_beyond ? own.own : own.squares,
                       own.skewness * own.moment - (own.skewness + 1) * shared};
}

// A solution of (returned - rate·θ)² = weight²·V.
INLINE double solution(double returned, double rate, struct side own, double weight, int is_upper) {
  double square = rate * rate + weight * weight * own.squares;
  double half = returned * rate + weight * weight * own.moment / 2;
  double root = __builtin_elementwise_sqrt(most(0, half * half - square * returned * returned));
  return is_upper ? (half + root) / square : returned * returned / (half + root);
}

// The solution for a long tail, so that w·√V is z·√V and terms without a root: it is the end itself
// if the tail is long there.
INLINE double long_tailed(struct row own, struct side side, int is_upper) {
  double returned = own.returned - growth * side.third;
  double rate = 1 - growth * (own.skewness + 1) * side.squares;
  // The lower of two has R - S·θ above 0.
  return returned > 0 || is_upper ? solution(returned, rate, side, z, is_upper) : 0;
}

// Whether an end is so near that its digits, in 10^-6, are certain.
INLINE int is_sure(struct row own, double theta, double sign, double end, int64_t *digits) {
  double under = theta - width, over = theta + width;
  double error = noise * (own.returned + theta + own.moment);
  double first = (under - 1) * 1e6 + whole, last = (over - 1) * 1e6 + whole;
  *digits = bits(first) - bits(whole);
  int is_above = excess(own, under, sign) > error, is_below = excess(own, over, sign) < -error;
  return is_above & is_below & (under > 0) & (over < end) & (first == last) &
         (last < whole + 0x1p40);
}

// Fills in the rows' sums, and the bits of those that have an interval.
INLINE uint64_t fill(struct columns *all, const struct rb_return_moments *moments,
                     const int64_t *stakes, const int64_t *returns, int64_t count) {
  uint64_t there = 0;
  for (int64_t i = 0; i < count; i++) {
    struct rb_return_moments sums = moments[i];
    // These values decide which rule a row has, so they are computed as `ReturnInterval` does.
    double stake = (double)stakes[i] / 1e6, returned = (double)returns[i] / 1e6;
    double own = least(sums.stake_squares, sums.bet_squares);
    double greatest = sums.odds <= sums.stake_squares
                          ? sums.odds / sums.stake_squares
                          : (sums.odds - (sums.stake_squares - own)) / own;
    int is_priced = (sums.odds > 0) & (returned <= stake * greatest * (1 + 1e-6));
    double winners = most(1, returned * returned / sums.return_squares);
    double second = sums.return_squares * (1 + 2 / winners) * stake / returned;
    double centre = is_priced ? 1 : returned / stake;
    double moment = is_priced ? sums.odds : second;
    double squares = is_priced ? sums.stake_squares : least(sums.stake_squares, moment / centre);
    own = least(squares, sums.bet_squares);
    double spread = sums.odds_squares * stake / (sums.odds * sums.odds) - 1;
    double skewness = least(skewness_limit, 1 + skewness_slope * most(0, spread));
    double per = 1 / stake / stake;
    all->returned[i] = returned / stake;
    all->moment[i] = moment * per;
    all->squares[i] = squares * per;
    all->own[i] = own * per;
    all->centre[i] = centre;
    all->skewness[i] = is_priced ? skewness : 1;
    all->greatest[i] = moment <= centre * squares ? moment / squares
                                                  : (moment - centre * (squares - own)) / own;
    int is_there = (stakes[i] > 0) & (is_priced | (returns[i] > 0)) & (squares > 0) & (moment > 0);
    there |= (uint64_t)is_there << i;
  }
  return there;
}

// Moves θ towards ends by Newton's steps, and by bisection if a step leaves the bracket.
INLINE void approach(double *restrict theta, double *restrict from, double *restrict to,
                     const struct columns *restrict all, double sign, int64_t count) {
  for (int64_t step = 0; step < steps; step++) {
    int64_t moving = 0;
    for (int64_t i = 0; i < count; i++) {
      double now = theta[i], lower = from[i], upper = to[i], found;
      double next = newton(row_of(all, i), now, sign, &found);
      lower = found > 0 ? now : lower;
      upper = found < 0 ? now : upper;
      int is_within = (next >= lower) & (next <= upper);
      next = is_within ? next : lower + (upper - lower) / 2;
      moving |= fabs(next - now) > far * most(1, now);
      theta[i] = next;
      from[i] = lower;
      to[i] = upper;
    }
    if (!moving) return;
  }
}

// The lower ends, mostly by the formula of the long tail. Without a return the end is -1.
INLINE uint64_t fill_low(int64_t *restrict low, const struct columns *restrict all, int64_t count) {
  double theta[limit], from[limit], to[limit];
  uint64_t sure = 0;
  for (int64_t i = 0; i < count; i++) {
    struct row own = row_of(all, i);
    int is_beyond = (own.returned > own.centre) & (own.squares > own.own);
    struct side side = side_of(own, 0);
    double longest = solution(own.returned, 1, side, z + growth * greatest_skewness, 0);
    from[i] = 0;
    to[i] = is_beyond ? own.centre : own.returned;
    theta[i] = least(most(long_tailed(own, side, 0), longest), to[i]);
  }
  for (int turn = 0; turn < 2; turn++) {
    uint64_t missed = 0;
    sure = 0;
    for (int64_t i = 0; i < count; i++) {
      struct row own = row_of(all, i);
      int is_beyond = (own.returned > own.centre) & (own.squares > own.own);
      double end = is_beyond ? own.centre : own.returned;
      int64_t digits;
      int is_found = is_sure(own, theta[i], 1, end, &digits);
      // Beyond θ₀ there may be several solutions, unless the excess is negative there.
      int is_single = !is_beyond | (excess(own, own.centre, 1) < -1e-9 * own.returned);
      int is_lost = own.returned == 0;
      low[i] = is_lost ? -1000000 : digits;
      sure |= (uint64_t)(is_lost | (is_found & is_single)) << i;
      missed |= (uint64_t)(!is_lost & !is_found & is_single) << i;
    }
    if (turn > 0 || !missed) break;
    approach(theta, from, to, all, 1, count);
  }
  return sure;
}

// The higher ends, which lie between the return and the greatest θ.
INLINE uint64_t fill_high(int64_t *restrict high, const struct columns *restrict all, int64_t count) {
  double theta[limit], from[limit], to[limit];
  for (int64_t i = 0; i < count; i++) {
    struct row own = row_of(all, i);
    // First without skewness, then with the quantile of the skewness there.
    double first = solution(own.returned, 1, side_of(own, 0), z, 1);
    struct side side = side_of(own, first > own.centre);
    double variance = most(first * (side.moment - first * side.squares), 1e-300);
    double third = side.third - (own.skewness + 1) * side.squares * first;
    double gamma = third / __builtin_elementwise_sqrt(variance);
    double slope = z / 6 + gamma / 36, shift = -gamma * slope;
    double cubic = 2 * slope * (3 + shift * (3 + shift));
    double weight = gamma <= 0 ? z : shift <= -1 ? 2 / gamma : cubic;
    double skewed = solution(own.returned, 1, side, weight, 1), longer = long_tailed(own, side, 1);
    int is_long = side.third <= (own.skewness + 1) * side.squares * longer;
    double end = all->greatest[i], start = most(is_long ? longer : skewed, own.returned);
    // If nearly every bet has won, there is nothing to search.
    int is_won = own.returned >= end * (1 - nearly);
    from[i] = is_won ? end : own.returned;
    to[i] = end;
    theta[i] = is_won ? end : start < end ? start : own.returned + (end - own.returned) / 2;
  }
  approach(theta, from, to, all, -1, count);
  uint64_t sure = 0;
  for (int64_t i = 0; i < count; i++) {
    struct row own = row_of(all, i);
    double greatest = all->greatest[i];
    int64_t digits;
    int is_found = is_sure(own, theta[i], -1, greatest * (1 - nearly), &digits);
    // If nearly every bet has won, both ends of the bracket have the same digits.
    double first = (least(own.returned, greatest) - 1) * 1e6, last = (greatest - 1) * 1e6;
    double rounded = first + whole;
    int is_won = (rounded == last + whole) & (fabs(first) < 0x1p30) &
                 (fabs(first - (rounded - whole)) < 0.49) & (fabs(last - (rounded - whole)) < 0.49);
    high[i] = is_won ? bits(rounded) - bits(whole) : digits;
    sure |= (uint64_t)(is_won | is_found) << i;
  }
  return sure;
}

CLONES uint64_t rb_return_intervals(int64_t *restrict low, int64_t *restrict high,
                                    uint64_t *restrict there,
                                    const struct rb_return_moments *restrict moments,
                                    const int64_t *restrict stakes, const int64_t *restrict returns,
                                    int64_t count) {
  struct columns all;
  uint64_t known = fill(&all, moments, stakes, returns, count);
  uint64_t sure = fill_low(low, &all, count) & fill_high(high, &all, count);
  *there = known;
  // For rows with neither a stake nor a price the specification decides.
  return ~sure & (count < limit ? ((uint64_t)1 << count) - 1 : UINT64_MAX);
}
