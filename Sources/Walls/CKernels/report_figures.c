// Figures of up to 64 rows, a column at a time: quotients and the ends of intervals, rounded once.
#include <math.h>

#include "ckernels.h"
#include "clones.h"

#pragma STDC FP_CONTRACT OFF

// Added to a double below 2^51, it leaves the nearest integer, the even one of two, in the lowest
// bits.
static const double whole = 0x1.8p52;

static inline int64_t bits(double value) {
  int64_t word;
  __builtin_memcpy(&word, &value, sizeof word);
  return word;
}

CLONES uint64_t rb_positive(const int64_t *restrict values, int64_t count) {
  uint64_t word = 0;
  for (int64_t row = 0; row < count; row++) word |= (uint64_t)(values[row] > 0) << row;
  return word;
}

// The quotient of doubles is off by at most seven roundings, so below 2^48 by less than a quarter:
// the nearest integer is the exact one or a neighbour, and its remainder, which is exact although
// the products may wrap around, shows which.
static inline int64_t ratio(int64_t numerator, int64_t factor, int64_t denominator, int64_t divisor,
                            int *isWide) {
  int isDefined = denominator > 0;
  double under = isDefined ? (double)denominator * (double)divisor : 1;
  double near = isDefined ? (double)numerator * (double)factor / under : 0;
  *isWide = !(fabs(near) < 0x1p48) | !(under < 0x1p61);
  int64_t quotient = bits(near + whole) - bits(whole);
  int64_t exact = isDefined ? (int64_t)((uint64_t)denominator * (uint64_t)divisor) : 1;
  uint64_t over = isDefined ? (uint64_t)numerator * (uint64_t)factor : 0;
  int64_t twice = (int64_t)(2 * (over - (uint64_t)quotient * (uint64_t)exact));
  int64_t isOdd = quotient & 1;
  return quotient + (twice + isOdd > exact) - (twice - isOdd < -exact);
}

CLONES uint64_t rb_rounded_ratios(int64_t *restrict ratios, const int64_t *restrict numerators,
                                  int64_t factor, const int64_t *restrict denominators,
                                  int64_t divisor, int64_t count) {
  uint64_t left = 0;
  for (int64_t row = 0; row < count; row++) {
    int isWide;
    ratios[row] = ratio(numerators[row], factor, denominators[row], divisor, &isWide);
    left |= (uint64_t)isWide << row;
  }
  return left;
}

CLONES uint64_t rb_rounded_sums(int64_t *restrict rounded, const int64_t *restrict sums,
                                int64_t step, int64_t count) {
  uint64_t left = 0;
  for (int64_t row = 0; row < count; row++) {
    int isWide;
    rounded[row] = ratio(sums[row], 1, step, 1, &isWide);
    left |= (uint64_t)isWide << row;
  }
  return left;
}

CLONES uint64_t rb_rounded_micros(int64_t *restrict micros, const double *restrict values,
                                  int64_t count) {
  uint64_t left = 0;
  for (int64_t row = 0; row < count; row++) {
    double near = values[row] * 1e6;
    double rounded = near + whole - whole;
    // The product is off by at most 2^-22; unless it lies that close to a half, it rounds like the
    // exact one.
    int isUnsure = !(fabs(near) < 0x1p30) | (fabs(fabs(near - rounded) - 0.5) <= 0x1p-20);
    micros[row] = bits(rounded + whole) - bits(whole);
    left |= (uint64_t)isUnsure << row;
  }
  return left;
}

CLONES void rb_wilson_intervals(double *restrict low, double *restrict high,
                                const int64_t *restrict wins, const int64_t *restrict runs, double z,
                                int64_t count) {
  for (int64_t row = 0; row < count; row++) {
    int isDefined = runs[row] > 0;
    double n = isDefined ? (double)runs[row] : 1;
    double p = (double)wins[row] / n;
    double centre = p + z * z / (2 * n);
    double half = z * __builtin_elementwise_sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    double scale = 1 + z * z / n;
    double least = wins[row] == 0 ? 0 : (centre - half) / scale;
    double most = wins[row] == runs[row] ? 1 : (centre + half) / scale;
    low[row] = isDefined ? least : 0;
    high[row] = isDefined ? most : 0;
  }
}
