// Bets of one unit: a lay's profit, and the market's promises, rows side by side.
#include "ckernels.h"
#include "clones.h"

static const int64_t unit = 1000000;

/*
 * Rounds `product` / `divisor` half to even. `near` is that quotient, off by less than one and
 * below 2^50; the remainder shows the direction, and fits 64 bits even if the product does not.
 */
static inline int64_t rounded(uint64_t product, double near, int64_t divisor) {
  int64_t quotient = (int64_t)near;
  int64_t rest = (int64_t)(product - (uint64_t)quotient * (uint64_t)divisor);
  int64_t under = rest < 0;
  quotient -= under;
  rest += under ? divisor : 0;
  int64_t over = rest >= divisor;
  quotient += over;
  rest -= over ? divisor : 0;
  int64_t is_odd_half = (2 * rest == divisor) & (quotient & 1);
  return quotient + ((2 * rest > divisor) | is_odd_half);
}

CLONES void rb_lay_profits(int64_t *restrict gross, int64_t *restrict net,
                           const int64_t *restrict odds, const int16_t *restrict positions,
                           int64_t rate, int64_t count) {
  // Above this gain, less than half a millionth is won.
  const int64_t most = (int64_t)1 << 42, product = unit * unit;
  for (int64_t row = 0; row < count; row++) {
    int64_t gain = odds[row] > unit ? odds[row] - unit : 1;
    gain = gain < most ? gain : most;
    int64_t won = rounded((uint64_t)product, (double)product / (double)gain, gain);
    double due = (double)won * (double)rate / (double)unit;
    int64_t kept = won - rounded((uint64_t)won * (uint64_t)rate, due, unit);
    int64_t is_beaten = positions[row] != 1, has_odds = odds[row] > unit;
    gross[row] = has_odds ? (is_beaten ? won : -unit) : INT64_MIN;
    net[row] = has_odds ? (is_beaten ? kept : -unit) : INT64_MIN;
  }
}

CLONES int64_t rb_promises(int64_t *restrict expected, int64_t *restrict squares,
                           int64_t *restrict variances, const int64_t *restrict odds,
                           const int64_t *restrict probabilities, int64_t count) {
  const double limit = 0x1p50;
  int64_t beyond = 0;
  for (int64_t row = 0; row < count; row++) {
    uint64_t price = (uint64_t)odds[row], chance = (uint64_t)probabilities[row];
    double near = (double)(int64_t)price * (double)(int64_t)chance;
    double near_mean = near / 1e9, near_square = near * (double)(int64_t)price / 1e15;
    beyond |= !(near_mean < limit) | !(near_square < limit);
    int64_t mean = rounded(price * chance, near_mean < limit ? near_mean : 0, 1000000000);
    int64_t square =
        rounded(price * chance * price, near_square < limit ? near_square : 0, 1000000000000000);
    double near_mean_square = (double)mean * (double)mean / (double)unit;
    beyond |= !(near_mean_square < limit);
    int64_t mean_square = rounded((uint64_t)mean * (uint64_t)mean,
                                  near_mean_square < limit ? near_mean_square : 0, unit);
    expected[row] = mean;
    squares[row] = square;
    variances[row] = square - mean_square;
  }
  return beyond == 0;
}
