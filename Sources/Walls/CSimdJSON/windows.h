#pragma once
// A text of JSON documents, one after another, in windows of whole documents.
#include <simdjson.h>

#include <memory>

#include "cursor.h"

namespace rb {

static_assert(simdjson::SIMDJSON_VERSION_MAJOR >= 3, "simdjson 3 or newer");

class Windows {
 public:
  Windows(const uint8_t *text, int64_t length);
  ~Windows();

  /// Sets the cursor in front of the next window's first document; false at the end of the text.
  bool next(Cursor &cursor);

 private:
  const uint8_t *text_;
  size_t length_, offset_ = 0;
  size_t size_;  // of a window; grows until a document fits
  bool seen_any_ = false;
  std::unique_ptr<simdjson::internal::dom_parser_implementation> parser_;

  size_t cut(size_t size) const;
  bool index(size_t size);
  uint32_t whole_documents() const;
  void grow();
};

}  // namespace rb
