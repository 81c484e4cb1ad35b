#pragma once
// The wanted members of the objects that enclose rows.
//
// An object's members may follow the rows inside it, so its values are kept per object until the
// document ends, and only then written out for each row.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "members.h"
#include "text_column.h"

namespace rb {

class Enclosing {
 public:
  MemberTree tree;

  /// Begins an object and returns its number.
  int64_t begin(int64_t around) {
    around_.push_back(around);
    return static_cast<int64_t>(around_.size()) - 1;
  }

  /// The object around an object, or -1.
  int64_t around(int64_t object) const { return around_[object]; }

  /// Forgets all objects.
  void clear() {
    around_.clear();
    bytes_.clear();
    for (auto &values : values_) values.clear();
  }

  /// Sets a node's value for an object, the first time; false if it has one.
  bool is_new(int node, int64_t object) {
    if (values_.size() <= static_cast<size_t>(node)) values_.resize(tree.nodes.size());
    auto &values = values_[node];
    if (values.size() <= static_cast<size_t>(object)) values.resize(object + 1);
    if (values[object].is_seen) return false;
    values[object].is_seen = true;
    return true;
  }

  /// Keeps the text that `append` appends, unless it returns that there is none.
  template <typename Append>
  void set(int node, int64_t object, Append append) {
    Value &value = values_[node][object];
    value.start = bytes_.size();
    value.is_text = append(bytes_);
    value.length = bytes_.size() - value.start;
  }

  /// Writes, for each row, the value of the object `up` levels above it; `rows` holds the number
  /// of each row's nearest object.
  void write(int node, size_t up, const std::vector<int64_t> &rows, TextColumn &column) const {
    if (static_cast<size_t>(node) < values_.size()) {
      const auto &values = values_[node];
      for (size_t row = 0; row < rows.size(); row++) {
        int64_t object = rows[row];
        for (size_t level = 1; level < up && object >= 0; level++) object = around_[object];
        if (object < 0 || static_cast<size_t>(object) >= values.size()) continue;
        const Value &value = values[object];
        if (value.is_text) column.add(row, {bytes_.data() + value.start, value.length});
      }
    }
    column.end(rows.size());
  }

 private:
  struct Value {
    size_t start = 0, length = 0;
    bool is_seen = false, is_text = false;
  };
  std::vector<int64_t> around_;             // the object around each object, or -1
  std::vector<std::vector<Value>> values_;  // by node and object
  std::string bytes_;
};

}  // namespace rb
