#include <stdbool.h>

#include "include/cnames.h"

/// Whether a cell can be a name without changes, and has the length of most names.
static inline bool is_plain(const uint8_t *cell, int64_t count) {
  if (count < 1 || count > 250) return false;
  uint8_t first = cell[0], last = cell[count - 1];
  // A quote may be a spreadsheet's guard, a bracket an object of JSON.
  return first > ' ' && first != '\'' && last > ' ' && last != '}' && last != ']';
}

static inline bool are_same(const uint8_t *left, const uint8_t *right, int64_t count) {
  if (count < 8) {
    for (int64_t place = 0; place < count; place++)
      if (left[place] != right[place]) return false;
    return true;
  }
  // The last eight bytes overlap those before.
  uint64_t differs = rb_word(left + count - 8) ^ rb_word(right + count - 8);
  for (int64_t place = 0; place < count - 8; place += 8)
    differs |= rb_word(left + place) ^ rb_word(right + place);
  return differs == 0;
}

int32_t rb_find_name(struct rb_names names, const uint8_t *name, int64_t count, uint64_t hash) {
  uint64_t slot = hash >> 32 & names.mask;
  for (uint64_t entry; (entry = names.slots[slot]); slot = (slot + 1) & names.mask) {
    if ((entry ^ hash) >> 32) continue;
    uint32_t found = (uint32_t)entry - 1, start = names.offsets[found];
    if (names.offsets[found + 1] - start == count && are_same(names.text + start, name, count))
      return (int32_t)found;
  }
  return -1;
}

// The number of names that are searched side by side.
enum { SIDE_BY_SIDE = 16 };

/// Some rows' cells on their way to a code; each step prefetches the memory that the next one
/// reads.
struct batch {
  int64_t first;
  int count;
  const uint8_t *texts[SIDE_BY_SIDE];
  int64_t lengths[SIDE_BY_SIDE];  // 0 for a cell that is not plain
  uint64_t hashes[SIDE_BY_SIDE];
  uint32_t likely[SIDE_BY_SIDE];
};

static inline void take(struct batch *batch, const struct rb_names *names,
                        const struct rb_cells *cells, int64_t first, int64_t count) {
  batch->first = first;
  batch->count = count < SIDE_BY_SIDE ? (int)count : SIDE_BY_SIDE;
  for (int index = 0; index < batch->count; index++) {
    int64_t row = first + index;
    const uint8_t *text = cells->text + cells->starts[row];
    int64_t length = (int64_t)cells->ends[row] - cells->gap - cells->starts[row];
    if (!is_plain(text, length)) length = 0;
    batch->texts[index] = text;
    batch->lengths[index] = length;
    batch->hashes[index] = rb_name_hash(text, length);
    __builtin_prefetch(names->slots + (batch->hashes[index] >> 32 & names->mask));
  }
}

static inline void choose(struct batch *batch, const struct rb_names *names) {
  for (int index = 0; index < batch->count; index++) {
    uint64_t hash = batch->hashes[index], slot = hash >> 32 & names->mask;
    uint64_t entry = names->slots[slot];
    while (entry && (entry ^ hash) >> 32) {
      slot = (slot + 1) & names->mask;
      entry = names->slots[slot];
    }
    // An unknown name gets the first name as its candidate, which a comparison then rejects.
    batch->likely[index] = entry ? (uint32_t)entry - 1 : 0;
    __builtin_prefetch(names->offsets + batch->likely[index]);
  }
}

static inline void approach(const struct batch *batch, const struct rb_names *names) {
  for (int index = 0; index < batch->count; index++)
    __builtin_prefetch(names->text + names->offsets[batch->likely[index]]);
}

/// Sets the codes; returns the number of rows that are then listed among the others.
static inline int64_t settle(const struct batch *batch, const struct rb_names *names, int32_t *codes,
                             int32_t *others, int64_t other_count) {
  for (int index = 0; index < batch->count; index++) {
    int64_t length = batch->lengths[index];
    uint32_t likely = batch->likely[index], start = names->offsets[likely];
    int32_t found = -1;
    if (length && names->offsets[likely + 1] - start == length &&
        are_same(names->text + start, batch->texts[index], length))
      found = (int32_t)likely;
    else if (length)
      found = rb_find_name(*names, batch->texts[index], length, batch->hashes[index]);
    codes[batch->first + index] = found < 0 ? 0 : found;
    others[other_count] = (int32_t)(batch->first + index);
    other_count += found < 0;
  }
  return other_count;
}

int64_t rb_known_names(struct rb_names names, struct rb_cells cells, int64_t count, int32_t *codes,
                       int32_t *others) {
  int64_t other_count = 0;
  if (names.count == 0) {
    for (; other_count < count; other_count++) {
      codes[other_count] = 0;
      others[other_count] = (int32_t)other_count;
    }
    return count;
  }
  // Four batches at a time, each a step behind the next.
  enum { STEPS = 4 };
  struct batch batches[STEPS];
  int64_t batch_count = (count + SIDE_BY_SIDE - 1) / SIDE_BY_SIDE;
  for (int64_t next = 0; next < batch_count + STEPS - 1; next++) {
    if (next < batch_count)
      take(&batches[next % STEPS], &names, &cells, next * SIDE_BY_SIDE, count - next * SIDE_BY_SIDE);
    if (next >= 1 && next - 1 < batch_count) choose(&batches[(next - 1) % STEPS], &names);
    if (next >= 2 && next - 2 < batch_count) approach(&batches[(next - 2) % STEPS], &names);
    if (next >= 3)
      other_count = settle(&batches[(next - 3) % STEPS], &names, codes, others, other_count);
  }
  return other_count;
}
