#pragma once
// The kinds of the members of the objects around rows.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "enclosing.h"

namespace rb {

/// Records members of enclosing objects, by the objects' distance above a row.
///
/// Only objects with rows in them count, and these are known only when the objects have ended:
/// until then all findings are kept.
class AroundRows {
 public:
  /// Records that an object has a key.
  void key(int64_t object) { events_.push_back({object, key_node, RB_JSON_SCALAR}); }

  /// Records the value in front of the cursor, of a member of an object.
  void value(const Enclosing &objects, int64_t object, int node, const Cursor &cursor) {
    if (events_.size() >= most_events_) sort_out(objects, object);
    ValueKinds kinds;
    kinds.note(cursor);
    events_.push_back({object, node, kinds.bits()});
  }

  /// Records a row; `around` is the nearest object around it, or -1.
  void row(const Enclosing &objects, int64_t around) {
    for (int up = 1; around >= 0; up++, around = objects.around(around)) {
      if (levels_.size() <= static_cast<size_t>(around)) levels_.resize(around + 1);
      uint64_t level = uint64_t{1} << (up - 1);
      if (levels_[around] & level) return;  // then it is recorded for the objects around it, too
      levels_[around] |= level;
    }
  }

  /// Ends all objects.
  void end_document() {
    for (auto &event : events_) count(event);
    events_.clear();
  }

  /// Forgets the objects, whose numbers start again.
  void clear() { levels_.clear(); }

  /// The number of levels above rows.
  size_t level_count() const { return kinds_.size(); }

  /// The kinds of a member of the objects `up` levels above a row.
  uint8_t kinds(size_t up, int node) const {
    if (up > kinds_.size() || node + 1 >= static_cast<int>(kinds_[up - 1].size())) return 0;
    return kinds_[up - 1][node + 1];
  }

  /// The kinds of the keys of the objects `up` levels above a row.
  uint8_t key_kinds(size_t up) const { return kinds(up, key_node); }

 private:
  static constexpr int key_node = -1;
  struct Event {
    int64_t object;
    int node;
    uint8_t kinds;
  };
  std::vector<Event> events_;                // of objects that may not have ended
  std::vector<uint64_t> levels_;             // each object's distances above rows, as bits
  std::vector<std::vector<uint8_t>> kinds_;  // by level and node; the keys' kinds come first
  size_t most_events_ = 1 << 16;

  void count(const Event &event) {
    if (levels_.size() <= static_cast<size_t>(event.object)) return;
    size_t place = static_cast<size_t>(event.node + 1);
    for (uint64_t left = levels_[event.object]; left; left &= left - 1) {
      size_t level = static_cast<size_t>(__builtin_ctzll(left));
      if (kinds_.size() <= level) kinds_.resize(level + 1);
      if (kinds_[level].size() <= place) kinds_[level].resize(place + 1);
      kinds_[level][place] |= event.kinds;
    }
  }

  /// Counts the findings in objects that have ended: all but an object and those around it.
  void sort_out(const Enclosing &objects, int64_t object) {
    std::vector<int64_t> open;
    for (; object >= 0; object = objects.around(object)) open.push_back(object);
    auto has_ended = [&](const Event &event) {
      if (std::find(open.begin(), open.end(), event.object) != open.end()) return false;
      count(event);
      return true;
    };
    events_.erase(std::remove_if(events_.begin(), events_.end(), has_ended), events_.end());
    most_events_ = std::max<size_t>(1 << 16, 2 * events_.size());
  }
};

}  // namespace rb
