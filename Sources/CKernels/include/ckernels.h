#pragma once
/*
 * Loops over columns, compiled for several processors at once: Swift compiles for the oldest one that
 * the platform allows, and 64-bit products and conversions have vectors only on later ones.
 */
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How many runners a race may have, so that the sum of their inverses stays below 2^52. */
#define RB_PROVEN_RUNNERS 4096

/*
 * Fills in probabilities as `RaceProbabilities` defines them, race by race, up to the first race with a
 * price outside 1 to 1,000,000 or too many runners. Race `r` owns rows starts[r] up to starts[r + 1].
 * Returns how many races are filled in.
 */
int64_t rb_race_probabilities(int64_t *probabilities, const int64_t *odds, const int32_t *starts,
                              int64_t races);

/*
 * Fills in each starter's byte as `StarterFlags` defines it. Race `r` owns rows starts[r] up to
 * starts[r + 1]; `paid` are its paid places, not negative, and `tote_paid` is 1 where the tote declared
 * a win dividend, else 0.
 */
void rb_starter_flags(uint8_t *flags, const int16_t *positions, const int64_t *sp,
                      const int64_t *tote, const int64_t *bsp, const int32_t *prb,
                      const int32_t *starts, const int16_t *paid, const uint8_t *tote_paid,
                      int64_t races);

/* Adds to `totals` how many bytes have the flags won, sp, tote and bsp. */
void rb_count_flags(const uint8_t *flags, int64_t count, int64_t *totals);

/*
 * Fills in the codes of pairs of codes, -1 where either is negative. The pair of l and r has bit
 * l * width + r of `bits`; `before` tells how many bits are set in the words before each, and `numbers`
 * the code of each set bit.
 */
void rb_pair_codes(int32_t *codes, const int32_t *left, const int32_t *right, int64_t count,
                   int64_t width, const uint64_t *bits, const int32_t *before,
                   const int32_t *numbers);

/* Has a cache line fetched that will be read soon; any address will do. */
static inline void rb_fetch(const void *line) { __builtin_prefetch(line); }

#ifdef __cplusplus
}
#endif
