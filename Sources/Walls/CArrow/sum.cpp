// The checksum of bytes while they are read.
#include "summed.h"

struct rb_running_sum {
  FileSum sum;
};

rb_running_sum *rb_running_sum_begin(void) { return new rb_running_sum(); }

void rb_running_sum_take(rb_running_sum *sum, const uint8_t *bytes, int64_t length) {
  sum->sum.take(bytes, length);
}

struct rb_sum rb_running_sum_value(const rb_running_sum *sum) { return sum->sum.sum(); }

void rb_running_sum_end(rb_running_sum *sum) { delete sum; }

uint64_t rb_sum64(const uint8_t *bytes, int64_t length, uint64_t seed) {
  return XXH3_64bits_withSeed(bytes, static_cast<size_t>(length), seed);
}
