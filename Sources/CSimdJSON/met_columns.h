#pragma once
// Which of the wanted columns the first rows of a text have, told while these are read.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "enclosing.h"

namespace rb {

/// Notes what the wanted members are found to be: a column that `rb_json_names` would name is met.
class MetColumns {
 public:
  /// Notes a key of a row.
  void own_key() { has_key_ = true; }

  /// Notes a key of an enclosing object.
  void key(size_t step) { at(step).has_key = true; }

  /// Notes a value of an enclosing object.
  void value(size_t step, int node, const Cursor &cursor) {
    auto &kinds = at(step).kinds;
    if (kinds.size() <= static_cast<size_t>(node)) kinds.resize(node + 1);
    kinds[node].note(cursor);
  }

  /// Notes at which steps the objects around a row stand.
  void row(const Enclosing &objects, int64_t around) {
    for (size_t up = 1; around >= 0; up++, around = objects.around(around)) {
      if (levels_.size() < up) levels_.emplace_back();
      auto &steps = levels_[up - 1];
      size_t step = objects.step(around);
      if (std::find(steps.begin(), steps.end(), step) == steps.end()) steps.push_back(step);
    }
  }

  bool has_own_key() const { return has_key_; }

  /// Whether objects so many levels above a row have a key.
  bool has_key(size_t up) const {
    return any(up, [](const Seen &seen) { return seen.has_key; });
  }

  /// What a member of the objects so many levels above a row is told as.
  uint8_t told(size_t up, int node) const {
    auto is = [&](uint8_t kind) {
      return any(up, [&](const Seen &seen) {
        return seen.kinds.size() > static_cast<size_t>(node) && seen.kinds[node].told() == kind;
      });
    };
    return is(1) ? 1 : is(2) ? 2 : 0;
  }

 private:
  struct Seen {
    std::vector<ValueKinds> kinds;  // by node
    bool has_key = false;
  };
  bool has_key_ = false;
  std::vector<Seen> seen_;                   // by step
  std::vector<std::vector<size_t>> levels_;  // the steps whose objects stood so far above a row

  Seen &at(size_t step) {
    if (seen_.size() <= step) seen_.resize(step + 1);
    return seen_[step];
  }

  template <typename Test>
  bool any(size_t up, Test test) const {
    if (levels_.size() < up) return false;
    return std::any_of(levels_[up - 1].begin(), levels_[up - 1].end(), [&](size_t step) {
      return step < seen_.size() && test(seen_[step]);
    });
  }
};

}  // namespace rb
