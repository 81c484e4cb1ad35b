// Whether a text is worth reading for a member, told without reading it.
#include <cstring>
#include <string>

#include "csimdjson.h"

static bool holds(const uint8_t *text, int64_t length, const std::string &sought) {
  return memmem(text, static_cast<size_t>(length), sought.data(), sought.size()) != nullptr;
}

int rb_json_may_hold(const uint8_t *text, int64_t length, const char *name) {
  if (length == 0) return 0;
  return holds(text, length, std::string(name) + '"') || holds(text, length, "\\u");
}
