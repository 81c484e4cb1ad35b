#pragma once
// Columns of text under construction, and the batches handed out.
#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "include/csimdjson.h"
#include "problem.h"

namespace rb {

inline std::string_view text_at(struct rb_json_texts texts, int64_t index) {
  return {reinterpret_cast<const char *>(texts.bytes) + texts.offsets[index],
          static_cast<size_t>(texts.offsets[index + 1] - texts.offsets[index])};
}

/// Texts with nulls, filled row after row; rows left out are null.
class TextColumn {
 public:
  std::string bytes;

  /// Returns the memory for the next text's bytes; `finish` follows.
  std::string &start(size_t row) {
    if (offsets_.size() == 1) reserve();
    pad(row);
    return bytes;
  }

  /// Takes the bytes appended since `start` as the row's text.
  void finish(size_t row) {
    if (bytes.size() > INT32_MAX)
      throw Malformed{nullptr, "more than 2 GiB of text in one column of a batch",
                      "shorter values"};
    offsets_.push_back(static_cast<int32_t>(bytes.size()));
    if (validity_.size() <= row / 8) validity_.resize(row / 8 + 1);
    validity_[row / 8] |= static_cast<uint8_t>(1 << row % 8);
    present_++;
  }

  void add(size_t row, std::string_view text) {
    start(row).append(text);
    finish(row);
  }

  /// Makes the column one of `count` rows; `view` follows.
  void end(size_t count) {
    if (is_empty()) return;
    pad(count);
    validity_.resize((count + 7) / 8);
  }

  /// Whether no row has a text: then there is nothing to view.
  bool is_empty() const { return present_ == 0; }

  struct rb_json_column view() const {
    size_t rows = offsets_.size() - 1;
    return {offsets_.data(), reinterpret_cast<const uint8_t *>(bytes.data()),
            present_ == rows ? nullptr : validity_.data()};
  }

 private:
  std::vector<int32_t> offsets_ = {0};
  std::vector<uint8_t> validity_;
  size_t present_ = 0;

  /// Reserves room for a part of a text, which columns would otherwise reach in many small steps.
  void reserve() {
    offsets_.reserve(1 << 12);
    validity_.reserve(1 << 9);
    bytes.reserve(1 << 13);
  }

  /// Makes rows from the last one to `count` null.
  void pad(size_t count) { offsets_.resize(count + 1, static_cast<int32_t>(bytes.size())); }
};

struct Batch {
  std::vector<TextColumn> columns;
  size_t rows = 0;

  /// Appends a row that has a text in every column.
  void append(std::initializer_list<std::string_view> texts) {
    columns.resize(texts.size());
    size_t column = 0;
    for (auto text : texts) columns[column++].add(rows, text);
    rows++;
  }
};

/// Appends a member's path and kinds, unless it was not met.
inline void append_member(Batch &batch, const std::string &path, uint8_t kinds) {
  if (kinds) batch.append({path, std::to_string(kinds)});
}

}  // namespace rb

struct rb_json_table {
  std::vector<rb::Batch> batches;

  /// Prepares the memory that all columns without any text share.
  void make_nulls() {
    size_t most = 0;
    for (auto &batch : batches) most = std::max(most, batch.rows);
    zeros_.resize(most + 1);
  }

  /// A column of the first rows' nulls.
  struct rb_json_column nulls() const {
    auto bytes = reinterpret_cast<const uint8_t *>(zeros_.data());
    return {zeros_.data(), bytes, bytes};
  }

 private:
  std::vector<int32_t> zeros_ = {0};
};
