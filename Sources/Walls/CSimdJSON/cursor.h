#pragma once
// Walks over the structure that simdjson found, and checks the tokens on the way.
#include <cstdint>
#include <string>
#include <string_view>

#include "problem.h"

namespace rb {

/// Deeper nesting is refused: each level is a call on the stack.
constexpr int most_nesting = 1024;

/// A position in front of one of a window's tokens: a bracket, comma, colon, string, number or
/// word.
///
/// Every function throws Malformed if the text is not JSON.
class Cursor {
 public:
  const uint8_t *text = nullptr;     // the window
  const uint32_t *starts = nullptr;  // the starts of its tokens, and one more after the last
  uint32_t at = 0;                   // the current token: the cursor is in front of it
  uint32_t count = 0;
  bool has_escapes = false;
  bool is_checked = false;           // the text was read before and found to be JSON

  /// Looks for escapes in a new window.
  void start_window(size_t size) {
    end_ = text + size;
    find_escape(text);
    has_escapes = next_escape_ < end_;
  }

  bool at_end() const { return at == count; }

  /// The token's first byte; 0 at the end.
  char peek() const { return at < count ? static_cast<char>(text[starts[at]]) : 0; }

  /// A token with all its bytes.
  std::string_view token(uint32_t index) const {
    uint32_t end = starts[index + 1];
    while (is_space(text[end - 1])) end--;
    return {reinterpret_cast<const char *>(text) + starts[index], end - starts[index]};
  }

  /// Steps over `{` or `[`; returns whether the container has content.
  bool open(char closing) {
    if (++nesting_ > most_nesting) fail("less than 1,024 levels of arrays and objects");
    at++;
    if (peek() != closing) return true;
    close();
    return false;
  }

  /// Steps over the comma or the bracket after an element; returns whether another follows.
  bool more(char closing) {
    char next = peek();
    if (next == ',') {
      at++;
      return true;
    }
    if (next != closing) fail(closing == '}' ? "a comma or }" : "a comma or ]");
    close();
    return false;
  }

  /// Steps over a member's name and colon; returns the name between its quotes, as written.
  std::string_view name() {
    if (peek() != '"') fail("a member's name in quotes");
    std::string_view name = string();
    if (peek() != ':') fail("a colon behind the member's name");
    at++;
    return name;
  }

  /// Steps over a string; returns the text between its quotes, escapes as written.
  std::string_view string() {
    std::string_view all = token(at);
    if (all.size() < 2 || all.back() != '"') fail("a string that ends in a quote");
    all = all.substr(1, all.size() - 2);
    if (holds_escape(all)) check_escapes(all);
    at++;
    return all;
  }

  /// Steps over a value.
  void skip() {
    if (is_checked) skip_checked();
    else skip_and_check();
  }

  /// Steps over a string, number or word, and appends its text unless it is null, which gives
  /// false.
  bool scalar(std::string &out);

  /// Whether the array or object at the cursor has any content.
  bool has_content() const {
    return at + 1 >= count || (text[starts[at + 1]] | 0x20) != '}';  // ] and } differ in this bit
  }

  /// The text that replaces an array or object if a text or number is wanted.
  static std::string_view mark(char first) { return first == '{' ? "{…}" : "[…]"; }

  /// Throws an error about the current token.
  [[noreturn]] void fail(const char *expected) const;

  /// Appends a string's text; a half of a surrogate pair becomes bytes that are no UTF-8, which no
  /// field takes.
  static void append_unescaped(std::string_view written, std::string &out);
  static std::string unescaped(std::string_view written);

 private:
  int nesting_ = 0;
  const uint8_t *end_ = nullptr;          // the window's end
  const uint8_t *next_escape_ = nullptr;  // the first backslash from the last string on, or the end

  static bool is_space(uint8_t byte) {
    return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r';
  }
  void close() {
    nesting_--;
    at++;
  }
  /// Whether a string holds a backslash; strings must come in the text's order.
  bool holds_escape(std::string_view written) {
    auto first = reinterpret_cast<const uint8_t *>(written.data());
    if (next_escape_ < first) find_escape(first);
    return next_escape_ < first + written.size();
  }
  void skip_and_check();
  void skip_checked();
  void find_escape(const uint8_t *from);
  void check_escapes(std::string_view written) const;
  std::string_view word_or_number();
};

}  // namespace rb
