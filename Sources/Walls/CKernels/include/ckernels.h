#pragma once
/*
 * Loops over columns, compiled for several processors at once: Swift compiles for the oldest one
 * that the platform allows, and 64-bit products and conversions have vectors only on later ones.
 */
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The maximum number of runners of a race, so that the sum of their inverses stays below 2^52. */
#define RB_PROVEN_RUNNERS 4096

/*
 * Fills in probabilities as `RaceProbabilities` defines them, race by race, up to the first race
 * with a price outside 1 to 1,000,000 or too many runners. Race `r` owns rows starts[r] up to
 * starts[r + 1]. Returns the number of races filled in.
 */
int64_t rb_race_probabilities(int64_t *probabilities, const int64_t *odds, const int32_t *starts,
                              int64_t races);

/*
 * Fills in each starter's byte as `StarterFlags` defines it. Race `r` owns rows starts[r] up to
 * starts[r + 1]; `paid` are its paid places, not negative, and `tote_paid` is 1 if the tote
 * declared a win dividend, otherwise 0.
 */
void rb_starter_flags(uint8_t *flags, const int16_t *positions, const int64_t *sp,
                      const int64_t *tote, const int64_t *bsp, const int32_t *prb,
                      const int32_t *starts, const int16_t *paid, const uint8_t *tote_paid,
                      int64_t races);

/*
 * Fills in 1 plus the number of smaller values in a row's race; INT32_MIN if the row's own value is
 * INT64_MAX, which means none. Race `r` owns rows starts[r] up to starts[r + 1].
 */
void rb_race_ranks(int32_t *ranks, const int64_t *values, const int32_t *starts, int64_t races);

/* Adds to `totals` the numbers of bytes with the flags won, sp, tote and bsp. */
void rb_count_flags(const uint8_t *flags, int64_t count, int64_t *totals);

/*
 * Fills in each starter's profit of a lay with a liability of one unit, before and after a
 * commission of `rate` / 10^6, at most 1: `Settlement.layReturnedMicros` less the stake, for a
 * starter that is not first or first alone. INT64_MIN if the odds are not above 1.
 */
void rb_lay_profits(int64_t *gross, int64_t *net, const int64_t *odds, const int16_t *positions,
                    int64_t rate, int64_t count);

/*
 * Fills in the values of `LuckSums.Promise` for each starter; prices and probabilities are not
 * negative. Returns 0 if a value was too large: then the columns are of no use.
 */
int64_t rb_promises(int64_t *expected, int64_t *squares, int64_t *variances, const int64_t *odds,
                    const int64_t *probabilities, int64_t count);

/*
 * Fills in the codes of pairs of codes, -1 if either is negative. The pair of l and r has bit
 * l * width + r of `bits`; `before` has the number of bits set in the words before each,
 * and `numbers` the code of each set bit.
 */
void rb_pair_codes(int32_t *codes, const int32_t *left, const int32_t *right, int64_t count,
                   int64_t width, const uint64_t *bits, const int32_t *before,
                   const int32_t *numbers);

/* An entity's sums over some days: four counts and two amounts. */
struct rb_sums {
  int32_t counts[4];
  int64_t amounts[2];
};

/*
 * Adds rows' counts to the sums of their entities: the sums of code c are at
 * cells[(c + 1) * stride]. A mark's lowest four bits choose which of 16 `addends` to add.
 */
void rb_add_counts(struct rb_sums *cells, int64_t stride, const int32_t (*addends)[4],
                   const uint8_t *marks, const int32_t *codes, int64_t count);

/* Adds some rows' amounts to one amount of their entities; codes[r - first_row] is row r's code. */
void rb_add_amounts(struct rb_sums *cells, int64_t stride, int64_t index, const int32_t *codes,
                    int32_t first_row, const int32_t *rows, const int64_t *amounts, int64_t count);

/*
 * Writes the sums of rows over windows: the total of the row's entity, at
 * cells[(c + 1) * (windows + 1)], less the sums that have left each window, which follow it. The
 * sums of a window come `apart` after those of the previous window. `known` is whether the code is
 * not negative. A row whose mark has the highest bit is left out. Returns the number of rows
 * written; there must be room for all.
 */
int64_t rb_read_sums(struct rb_sums *out, int64_t apart, uint8_t *known,
                     const struct rb_sums *cells, int64_t windows, const uint8_t *marks,
                     const int32_t *codes, int64_t count);

/*
 * Writes rows' sums as columns: the values of one count, or of one amount, are adjacent, those of
 * the next one come `apart` values later.
 */
void rb_part_sums(int32_t *count_columns, int64_t *amount_columns, int64_t apart,
                  const struct rb_sums *sums, int64_t count);

/*
 * Figures of rows' sums, as `WindowFigure` defines them: each whole includes its part, and `loss`
 * is the unit times the units that are subtracted.
 */
void rb_window_shares(double *out, const int32_t *parts, const int32_t *wholes, int64_t count);
void rb_window_means(double *out, const int64_t *amounts, const int32_t *rows, int64_t count,
                     int64_t unit, int64_t loss);
/* Whether a count, or a byte, is not 0: a bit per row, the first lowest. */
void rb_window_present(uint64_t *bits, const int32_t *values, int64_t count);
void rb_window_known(uint64_t *bits, const uint8_t *known, int64_t count);

/*
 * Figures of up to 64 rows of a report. Functions that return bits, one a row and the first lowest,
 * return the rows whose figure may be wrong and must be computed otherwise.
 */

/* Whether a value is greater than 0: a bit per row. */
uint64_t rb_positive(const int64_t *values, int64_t count);

/*
 * Fills in numerator * factor / (denominator * divisor), rounded half to even; 0 if the denominator
 * is not positive. Factor and divisor are positive.
 */
uint64_t rb_rounded_ratios(int64_t *ratios, const int64_t *numerators, int64_t factor,
                           const int64_t *denominators, int64_t divisor, int64_t count);

/* Fills in sums in steps, rounded half to even. */
uint64_t rb_rounded_sums(int64_t *rounded, const int64_t *sums, int64_t step, int64_t count);

/* Fills in values times 10^6, each rounded half to even by all of its digits. */
uint64_t rb_rounded_micros(int64_t *micros, const double *values, int64_t count);

/* Fills in the ends of intervals as `Wilson` defines them; 0 without a run. */
void rb_wilson_intervals(double *low, double *high, const int64_t *wins, const int64_t *runs, double z,
                         int64_t count);

/* The sums that give the interval of a return: `ReturnMoments`. */
struct rb_return_moments {
  double odds, odds_squares, return_squares, stake_squares, bet_squares;
};

/*
 * Fills in the ends of the intervals of returns, in 10^-6, and the bits of the rows that have one.
 * Stakes and returns are in 10^-6, and not negative.
 */
uint64_t rb_return_intervals(int64_t *low, int64_t *high, uint64_t *there,
                             const struct rb_return_moments *moments, const int64_t *stakes,
                             const int64_t *returns, int64_t count);

/* A bijection of 64 bits whose results look random: the last step of SplitMix64. */
uint64_t rb_mixed(uint64_t bits);

/* The wins of a group of runners, and their returns, in 10^-6. */
struct rb_group {
  int64_t wins, returned;
};

/*
 * Races with one winner each. Race `r` owns rows starts[r] up to starts[r + 1], at least one;
 * `ends` are the running sums of its runners' chances, the last one above 0. A runner counts in
 * groups[first_groups[row]] up to the next row's.
 */
struct rb_redraw {
  const int32_t *starts;
  const uint32_t *ends;
  const int64_t *odds;
  const int64_t *first_groups;
  const uint32_t *groups;
  int64_t count;
};

/* Draws each race's winner by the next random number of `key`, and adds it to its groups. */
void rb_redraw_winners(struct rb_group *groups, const struct rb_redraw *races, uint64_t key);

/*
 * Finds the greatest (10^9 * wins - expected) * scale of some pairs of groups, and the greatest
 * (returned - expected) * scale. Each group has two of `expected` and of `scales`; a group whose
 * scale is NaN is never the greatest.
 */
void rb_greatest_excess(double *greatest, const struct rb_group *groups, const int64_t *expected,
                        const double *scales, int64_t pairs);

/* Fetches a cache line that will be read soon; any address is allowed. */
static inline void rb_fetch(const void *line) { __builtin_prefetch(line); }

/* Fetches the 128 bytes at an address into the cache. */
static inline void rb_fetch_pair(const void *lines) {
  __builtin_prefetch(lines);
  __builtin_prefetch((const char *)lines + 64);
}

#ifdef __cplusplus
}
#endif
