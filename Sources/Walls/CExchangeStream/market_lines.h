#pragma once
// A stream of market changes: a message, which is one JSON document, on each line.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <string>
#include <string_view>

#include "cexchangestream.h"
#include "windows.h"

namespace rb {

constexpr char definition_name[] = "marketDefinition";
constexpr int64_t none = RB_TICK_NONE;

/// A JSON number without fraction; none for another token.
inline int64_t whole(std::string_view token) {
  int64_t value = 0;
  auto read = std::from_chars(token.data(), token.data() + token.size(), value);
  return read.ec == std::errc() && read.ptr == token.data() + token.size() ? value : none;
}

/// A text with a single document, and the cursor in front of it.
class Document {
 public:
  Cursor cursor;

  explicit Document(std::string_view text)
      : windows_(reinterpret_cast<const uint8_t *>(text.data()), static_cast<int64_t>(text.size())) {
    windows_.next(cursor);
  }

  /// Steps over a value, and returns it as written.
  std::string_view value() {
    uint32_t first = cursor.at;
    cursor.skip();
    std::string_view start = cursor.token(first), last = cursor.token(cursor.at - 1);
    return {start.data(), static_cast<size_t>(last.data() + last.size() - start.data())};
  }

  /// Visits the members of an object; `visit` steps over the value.
  template <typename Visit>
  void members(Visit visit) {
    if (cursor.peek() != '{') cursor.fail("an object");
    if (!cursor.open('}')) return;
    do visit(cursor.name());
    while (cursor.more('}'));
  }

  /// Visits the elements of a list; `visit` steps over them.
  template <typename Visit>
  void elements(Visit visit) {
    if (cursor.peek() != '[') cursor.fail("a list");
    if (!cursor.open(']')) return;
    do visit();
    while (cursor.more(']'));
  }

  /// Checks that nothing follows the document.
  void finish() {
    if (!cursor.at_end()) cursor.fail("the end of the line");
  }

 private:
  Windows windows_;
};

/// Throws if no market's id is beside a definition.
inline void check_id(std::string_view id, std::string_view definition) {
  if (!id.empty() && id != "null") return;
  throw Malformed{reinterpret_cast<const uint8_t *>(definition.data()), "a definition without an id",
                  "a market's id beside it"};
}

/// Visits a stream's lines in order. `take` throws Malformed on a broken one; `broken` then takes
/// its number, text and fault. The beginning and the end of each line are checked, which finds
/// lines that were cut off.
template <typename Take, typename Broken>
void each_line(std::string_view text, Take take, Broken broken) {
  for (int64_t number = 1; !text.empty(); number++) {
    auto end = static_cast<const char *>(memchr(text.data(), '\n', text.size()));
    size_t size = end ? static_cast<size_t>(end - text.data()) : text.size();
    std::string_view line = text.substr(0, size);
    text.remove_prefix(std::min(text.size(), size + 1));
    while (!line.empty() && strchr(" \t\r", line.back())) line.remove_suffix(1);
    if (line.empty()) continue;
    auto byte = reinterpret_cast<const uint8_t *>(line.data());
    try {
      if (line.front() != '{') throw Malformed{byte, std::string(line.substr(0, 24)), "{"};
      size_t name = line.find_first_not_of(" \t", 1);
      if (name == std::string_view::npos || !strchr("\"}", line[name]))
        throw Malformed{byte + std::min(name, line.size()), std::string(line.substr(0, 24)),
                        "a name in quotes behind {"};
      if (line.back() != '}')
        throw Malformed{byte + line.size() - 1, "the end of the line", "} at its end"};
      take(line);
    } catch (const Malformed &malformed) {
      std::string place = "line " + std::to_string(number);
      if (malformed.place) place += " (byte " + std::to_string(malformed.place - byte + 1) + ")";
      broken(number, line, place + ": found " + malformed.found + "; expected " + malformed.expected);
    }
  }
}

}  // namespace rb
