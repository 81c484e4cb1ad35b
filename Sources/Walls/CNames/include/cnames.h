#pragma once
/*
 * Finds many names at once in a hash table that Swift keeps. In C, because waits for memory overlap
 * only if the memory is prefetched.
 */
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Names by code, and the slots that find a name's code. */
struct rb_names {
  /* The upper half of a name's hash and, below, its code plus one; 0 for none. At least one slot is
   * empty. */
  const uint64_t *slots;
  uint64_t mask;
  /* The start of each name in `text`, and the end of the last one. */
  const uint32_t *offsets;
  const uint8_t *text;
  int64_t count;
};

/* Cells of a column: each begins at its place in `starts` and ends `gap` before that in `ends`. */
struct rb_cells {
  const uint8_t *text;
  const int32_t *starts;
  const int32_t *ends;
  int32_t gap;
};

static inline uint64_t rb_word(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

static inline uint64_t rb_mixed(uint64_t left, uint64_t right) {
  unsigned __int128 product = (unsigned __int128)left * right;
  return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

/* Mixes all bytes, most names' in one or two steps; only this process sees the result. */
static inline uint64_t rb_name_hash(const uint8_t *name, int64_t count) {
  const uint64_t odd = 0xD6E8FEB86659FD93, even = 0x9E3779B97F4A7C15;
  uint64_t hash = even ^ (uint64_t)count;
  if (count >= 8) {
    /* The last word overlaps the words before it. */
    const uint8_t *last = name + count - 8;
    for (; last - name > 8; name += 16)
      hash = rb_mixed(rb_word(name) ^ hash, rb_word(name + 8) ^ odd);
    uint64_t word = last > name ? rb_word(name) : 0;
    return rb_mixed(rb_mixed(word ^ hash, rb_word(last) ^ odd), odd);
  }
  uint64_t word = 0;
  for (int64_t place = 0; place < count; place++) word = word << 8 | name[place];
  return rb_mixed(word ^ hash, odd);
}

/* The code of a name of this hash; -1 if it is unknown. */
int32_t rb_find_name(struct rb_names names, const uint8_t *name, int64_t count, uint64_t hash);

/*
 * Sets the codes of the cells whose bytes are a known name. All other cells, which may be empty,
 * have blanks around them, mean another text or be new, get the code 0, and their rows are listed
 * in `others`, in order. Both have room for `count`. Returns the number of rows listed.
 */
int64_t rb_known_names(struct rb_names names, struct rb_cells cells, int64_t count, int32_t *codes,
                       int32_t *others);

#ifdef __cplusplus
}
#endif
