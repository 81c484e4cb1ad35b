// Whether a text may have a member, found out without parsing the text.
#include <cstdlib>
#include <cstring>
#include <string>

#include "csimdjson.h"

namespace {

/// Whether a letter of a name may be spelled by its code point somewhere in the text.
bool spells(const uint8_t *text, const uint8_t *end, const std::string &name) {
  const char mark[] = "\\u00";
  while (auto found = static_cast<const uint8_t *>(memmem(text, end - text, mark, 4))) {
    text = found + 4;
    if (end - text < 2) return false;
    char digits[3] = {static_cast<char>(text[0]), static_cast<char>(text[1]), 0};
    auto letter = static_cast<char>(strtol(digits, nullptr, 16));
    if (name.find(letter) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

int rb_json_may_hold(const uint8_t *text, int64_t length, const char *name) {
  if (length == 0) return 0;
  std::string sought = std::string(name) + '"';
  auto size = static_cast<size_t>(length);
  return memmem(text, size, sought.data(), sought.size()) != nullptr ||
         spells(text, text + length, name);
}
