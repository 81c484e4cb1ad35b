// Whether a long text is UTF-8, at the speed of memory.
#include <algorithm>
#include <cstring>

#include <simdjson.h>

#include "csimdjson.h"

namespace {

/// The bytes that are looked at between two decisions.
constexpr int64_t stretch = 4096;

bool is_ascii(const uint8_t *text, int64_t length) {
  uint64_t all = 0;
  int64_t place = 0;
  for (; place + 8 <= length; place += 8) {
    uint64_t word;
    memcpy(&word, text + place, 8);
    all |= word;
  }
  for (; place < length; place++) all |= text[place];
  return (all & 0x8080808080808080) == 0;
}

}  // namespace

int64_t rb_ascii_length(const uint8_t *text, int64_t length) {
  int64_t place = 0;
  while (place < length) {
    int64_t count = std::min(stretch, length - place);
    if (!is_ascii(text + place, count)) return place;
    place += count;
  }
  return length;
}

int rb_is_utf8(const uint8_t *text, int64_t length) {
  return simdjson::validate_utf8(reinterpret_cast<const char *>(text), static_cast<size_t>(length));
}
