#include "cursor.h"

#include <cstring>

#include "number_text.h"

namespace rb {

void Cursor::skip_and_check() {
  switch (peek()) {
    case '{':
      if (!open('}')) return;
      do {
        name();
        skip_and_check();
      } while (more('}'));
      return;
    case '[':
      if (!open(']')) return;
      do skip_and_check();
      while (more(']'));
      return;
    case '"': string(); return;
    default: word_or_number();
  }
}

/// Steps over a value of a text that is JSON: to its last bracket, or over its only token.
void Cursor::skip_checked() {
  int64_t open = 0;
  do {
    uint8_t byte = text[starts[at++]] | 0x20;  // [ and { differ in this bit, and so do ] and }
    open += (byte == '{') - (byte == '}');
  } while (open > 0);
}

bool Cursor::scalar(std::string &out) {
  if (peek() == '"') {
    std::string_view text = string();
    if (holds_escape(text)) append_unescaped(text, out);
    else out.append(text);
    return true;
  }
  std::string_view text = word_or_number();
  if (text == "null") return false;
  if (text[0] == 't' || text[0] == 'f') out.append(text);
  else append_number(text, out);
  return true;
}

std::string_view Cursor::word_or_number() {
  switch (peek()) {
    case 0: case '}': case ']': case ',': case ':': fail("a value");
  }
  std::string_view text = token(at);
  if (text != "null" && text != "true" && text != "false" && !is_number(text)) fail("a value");
  at++;
  return text;
}

/// A text with marks in place of characters that a terminal would obey.
static std::string printable(std::string_view text) {
  std::string shown;
  for (char byte : text) {
    if (static_cast<uint8_t>(byte) < 0x20 || byte == 0x7F) shown += "\uFFFD";
    else shown += byte;
  }
  return shown;
}

void Cursor::fail(const char *expected) const {
  if (at_end()) throw Malformed{text + starts[count], "the end of the text", expected};
  std::string_view shown = token(at);
  bool is_long = shown.size() > 24;
  // A cut inside a character is no trouble: the message shows the part before it.
  size_t size = is_long ? 24 : shown.size();
  while (is_long && size > 0 && (shown[size] & 0xC0) == 0x80) size--;
  std::string found = printable(shown.substr(0, size));
  throw Malformed{text + starts[at], is_long ? found + "…" : found, expected};
}

static int hex(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
  if (letter >= 'A' && letter <= 'F') return letter - 'A' + 10;
  return -1;
}

void Cursor::find_escape(const uint8_t *from) {
  auto found = memchr(from, '\\', end_ - from);
  next_escape_ = found ? static_cast<const uint8_t *>(found) : end_;
}

void Cursor::check_escapes(std::string_view written) const {
  for (size_t i = 0; (i = written.find('\\', i)) != std::string_view::npos; i += 2) {
    char code = written[i + 1];  // a string cannot end in a lone backslash: its quote would not
    bool valid = std::string_view("\"\\/bfnrt").find(code) != std::string_view::npos;
    if (code == 'u' && i + 5 < written.size()) {
      valid = hex(written[i + 2]) >= 0 && hex(written[i + 3]) >= 0 && hex(written[i + 4]) >= 0 &&
              hex(written[i + 5]) >= 0;
    }
    if (!valid) {
      throw Malformed{reinterpret_cast<const uint8_t *>(written.data()) + i,
                      "the escape " + printable(written.substr(i, 2)), "an escape of JSON"};
    }
  }
}

static void append_utf8(uint32_t code, std::string &out) {
  auto tail = [&](int shift) { out += static_cast<char>(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | code >> 12);
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0 | code >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

/// The code unit of `\uXXXX` at `i`; 0 if there is none.
static uint32_t code_unit(std::string_view written, size_t i) {
  if (i + 5 >= written.size() || written[i] != '\\' || written[i + 1] != 'u') return 0;
  return hex(written[i + 2]) << 12 | hex(written[i + 3]) << 8 | hex(written[i + 4]) << 4 |
         hex(written[i + 5]);
}

void Cursor::append_unescaped(std::string_view written, std::string &out) {
  for (size_t i = 0;;) {
    size_t slash = written.find('\\', i);
    out.append(written.substr(i, slash - i));
    if (slash == std::string_view::npos) return;
    i = slash + 2;
    switch (char code = written[slash + 1]) {
      case 'b': out += '\b'; break;
      case 'f': out += '\f'; break;
      case 'n': out += '\n'; break;
      case 'r': out += '\r'; break;
      case 't': out += '\t'; break;
      case 'u': {
        uint32_t unit = code_unit(written, slash);
        i += 4;
        uint32_t low = unit >= 0xD800 && unit < 0xDC00 ? code_unit(written, i) : 0;
        if (low >= 0xDC00 && low < 0xE000) {
          i += 6;
          unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        }
        append_utf8(unit, out);
        break;
      }
      default: out += code;
    }
  }
}

std::string Cursor::unescaped(std::string_view written) {
  std::string text;
  append_unescaped(written, text);
  return text;
}

}  // namespace rb
