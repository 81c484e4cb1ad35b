#include "windows.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace rb {

static constexpr size_t first_size = 1 << 20;
static constexpr size_t most_size = 0xFFFFFF00;  // simdjson's offsets have 32 bits

/// A parser that its thread no longer uses: allocating its memory for each short text would cost as
/// much as parsing it. A parser for long texts is not kept.
static thread_local std::unique_ptr<simdjson::internal::dom_parser_implementation> idle_parser;

Windows::Windows(const uint8_t *text, int64_t length)
    : text_(text), length_(static_cast<size_t>(length)), size_(first_size),
      parser_(std::move(idle_parser)) {
  if (length_ >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) offset_ = 3;  // a byte order mark
}

Windows::~Windows() {
  if (parser_ && parser_->capacity() <= first_size) idle_parser = std::move(parser_);
}

bool Windows::next(Cursor &cursor) {
  while (offset_ < length_) {
    size_t rest = length_ - offset_, size = rest <= size_ ? rest : cut(size_);
    if (size == 0) {
      grow();
      continue;
    }
    if (!index(size)) {  // nothing but white space
      offset_ += size;
      continue;
    }
    uint32_t count = size == rest ? parser_->n_structural_indexes : whole_documents();
    if (count == 0) {
      grow();
      continue;
    }
    cursor.text = text_ + offset_;
    cursor.starts = parser_->structural_indexes.get();
    cursor.at = 0;
    cursor.count = count;
    cursor.start_window(size);
    offset_ += cursor.starts[count];
    seen_any_ = true;
    return true;
  }
  if (!seen_any_) throw Malformed{nullptr, "nothing but white space", "a JSON document"};
  return false;
}

/// The size up to the last line break, which is never inside a string.
size_t Windows::cut(size_t size) const {
  while (size > 0 && text_[offset_ + size - 1] != '\n') size--;
  return size;
}

void Windows::grow() {
  if (size_ == most_size) {
    throw Malformed{text_ + offset_, "a document of more than 4 GiB", "smaller documents"};
  }
  size_ = size_ > most_size / 4 ? most_size : size_ * 4;
}

/// The number of the window's tokens that belong to documents that end in it.
uint32_t Windows::whole_documents() const {
  const uint32_t *starts = parser_->structural_indexes.get();
  const uint8_t *window = text_ + offset_;
  uint32_t count = parser_->n_structural_indexes, start = count - 1;
  // Only between documents are two values adjacent.
  auto begins = [&](uint32_t i) { return !strchr(",:}]", window[starts[i]]); };
  auto ends = [&](uint32_t i) { return !strchr(",:{[", window[starts[i]]); };
  while (start > 0 && !(ends(start - 1) && begins(start))) start--;
  int64_t open = 0;
  for (uint32_t i = start; i < count; i++) {
    uint8_t byte = window[starts[i]];
    if (byte == '{' || byte == '[') open++;
    if (byte == '}' || byte == ']') open--;
  }
  return open > 0 ? start : count;
}

/// The first byte that begins no UTF-8 character.
static const uint8_t *invalid_utf8(const uint8_t *text, size_t size) {
  for (size_t i = 0; i < size;) {
    size_t length = text[i] < 0x80 ? 1 : text[i] < 0xE0 ? 2 : text[i] < 0xF0 ? 3 : 4;
    if (i + length > size ||
        !simdjson::validate_utf8(reinterpret_cast<const char *>(text) + i, length))
      return text + i;
    i += length;
  }
  return text;
}

/// The first control character inside a string, or the quote of a string that has no end, and the
/// start of its document; the text begins with a document.
static Malformed bad_string(const uint8_t *text, size_t size) {
  const uint8_t *quote = nullptr, *document = nullptr;
  int64_t open = 0;
  for (size_t i = 0; i < size; i++) {
    if (!quote) {
      bool opens = text[i] == '{' || text[i] == '[', closes = text[i] == '}' || text[i] == ']';
      if (text[i] == '"') quote = text + i;
      if (open == 0 && (opens || quote)) document = text + i;
      if (opens) open++;
      if (closes && open > 0) open--;
    } else if (text[i] == '\\') {
      i++;
    } else if (text[i] == '"') {
      quote = nullptr;
    } else if (text[i] < 0x20) {
      bool is_line_end = text[i] == '\n' || text[i] == '\r';
      return {text + i, is_line_end ? "a line break inside a string"
                                    : "a control character inside a string",
              "a quote, or the character as an escape", document};
    }
  }
  return {quote ? quote : text, "a string without an end", "a quote that closes it", document};
}

/// Finds the structure of the window; false if it holds no token.
bool Windows::index(size_t size) {
  if (!parser_ || parser_->capacity() < size) {
    auto error = simdjson::get_active_implementation()->create_dom_parser_implementation(
        std::max(first_size, std::min(size_, length_ - offset_)), 1, parser_);
    if (error) throw std::bad_alloc();
  }
  const uint8_t *window = text_ + offset_;
  switch (auto error = parser_->stage1(window, size, simdjson::stage1_mode::regular)) {
    case simdjson::SUCCESS: return true;
    case simdjson::EMPTY: return false;
    case simdjson::UTF8_ERROR:
      throw Malformed{invalid_utf8(window, size), "a byte that is no UTF-8", "UTF-8 text"};
    case simdjson::UNESCAPED_CHARS:
    case simdjson::UNCLOSED_STRING: throw bad_string(window, size);
    default: throw Malformed{nullptr, simdjson::error_message(error), "a JSON document"};
  }
}

}  // namespace rb
