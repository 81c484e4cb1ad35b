#pragma once
// Walks through a text's documents to the rows at a path.
#include <optional>
#include <string_view>
#include <vector>

#include "members.h"
#include "path.h"
#include "windows.h"

namespace rb {

/// The key of an object's member, as written, if a `*` went over it.
using Key = std::optional<std::string_view>;

/// Walks to each row and passes it to the visitor. A visitor has
///
///     int64_t enter(size_t step, int64_t around, Key key);   an enclosing object begins: its number
///     int find(size_t step, const std::string &name);        whether its member is wanted, or -1
///     void member(Cursor &, size_t step, int64_t object, int wanted);   reads that member
///     void row(Cursor &, int64_t around, Key key);           reads a row
///     bool end_document();                                   whether to go on
template <typename Visitor>
class RowWalk {
 public:
  RowWalk(std::string_view path, Visitor &visitor, bool is_checked = false) : visitor_(visitor) {
    cursor_.is_checked = is_checked;
    if (!parse_rows(path, steps_))
      throw Malformed{nullptr, "the row path " + std::string(path), "a path such as races/*"};
    guesses_.resize(steps_.size());
  }

  /// The number of lists on the way to the rows that exist but are empty.
  int64_t empty_lists = 0;

  void run(const uint8_t *text, int64_t length) {
    Windows windows(text, length);
    while (windows.next(cursor_)) {
      while (!cursor_.at_end()) {
        const uint8_t *document = cursor_.text + cursor_.starts[cursor_.at];
        try {
          check_root();
          value(0, -1, {}, false);
        } catch (Malformed &malformed) {
          malformed.document = document;
          throw;
        }
        if (!visitor_.end_document()) return;
      }
    }
  }

 private:
  static constexpr int step_inside = -2;  // the answer for the member that the path goes through

  Visitor &visitor_;
  std::vector<Step> steps_;
  std::vector<NameGuesses> guesses_;
  Cursor cursor_;

  void check_root() const {
    char first = cursor_.peek();
    bool is_open = !steps_.empty() && (steps_[0].all || steps_[0].each);
    if (first == '{' || (is_open && first == '[')) return;
    cursor_.fail(steps_.empty() ? "an object as the document"
                 : is_open      ? "an array or an object as the document"
                                : "an object as the document, as the row path says");
  }

  void value(size_t step, int64_t around, Key key, bool in_array) {
    char first = cursor_.peek();
    // A value that is no list is its only element.
    while (first != '[' && step < steps_.size() && steps_[step].each) step++;
    if (step == steps_.size()) {
      if (in_array || first == '{') visitor_.row(cursor_, around, key);
      else cursor_.skip();
    } else if (first == '{') {
      object(step, around, key);
    } else if (first == '[' && (steps_[step].all || steps_[step].each)) {
      if (!cursor_.open(']')) {
        empty_lists++;
        return;
      }
      do value(step + 1, around, key, true);
      while (cursor_.more(']'));
    } else {
      cursor_.skip();
    }
  }

  void object(size_t step, int64_t around, Key key) {
    int64_t object = visitor_.enter(step, around, key);
    if (!cursor_.open('}')) {
      if (steps_[step].all) empty_lists++;
      return;
    }
    bool went_inside = false;
    size_t place = 0;
    do {
      std::string_view name = cursor_.name();
      char first = cursor_.peek();
      if (steps_[step].all && (first == '{' || first == '[')) {
        value(step + 1, object, name, false);
        continue;
      }
      int wanted = guesses_[step].find(place++, name, cursor_.has_escapes, [&](auto name) {
        return steps_[step].has(name) ? step_inside : visitor_.find(step, name);
      });
      if (wanted >= 0) {
        visitor_.member(cursor_, step, object, wanted);
      } else if (wanted == step_inside && (first == '{' || first == '[')) {
        went_inside = true;  // of two such members each is read, so that nothing is lost
        if (first == '{' && leads_to_rows(step) && is_only_row()) visitor_.row(cursor_, object, {});
        else value(step + 1, object, {}, false);
      } else if (wanted == step_inside && !went_inside && stands_for_list(step)) {
        visitor_.row(cursor_, object, {});
      } else {
        cursor_.skip();
      }
    } while (cursor_.more('}'));
  }

  /// Whether the elements of a step's member are the rows.
  bool leads_to_rows(size_t step) const {
    return step + 2 == steps_.size() && steps_[step + 1].all;
  }

  /// Whether the object at the cursor is a row itself and not a map of rows: most of its members
  /// are no objects. Tools that convert XML to JSON write a list of one element this way.
  bool is_only_row() const {
    Cursor ahead = cursor_;
    if (!ahead.open('}')) return false;
    int64_t others = 0, objects = 0;
    do {
      ahead.name();
      (ahead.peek() == '{' ? objects : others)++;
      ahead.skip();
    } while (ahead.more('}'));
    return others > objects;
  }

  /// Whether the text or number at the cursor is in the place of a list of rows, and no other
  /// member has that list. It is passed on as a row, which is then refused, instead of being lost.
  /// null, false and an empty text mean that there is no list.
  bool stands_for_list(size_t step) const {
    if (!leads_to_rows(step)) return false;
    auto token = cursor_.token(cursor_.at);
    if (token == "null" || token == "false" || token == "\"\"") return false;
    Cursor ahead = cursor_;
    ahead.skip();
    while (ahead.more('}')) {
      std::string name = Cursor::unescaped(ahead.name());
      char first = ahead.peek();
      if (steps_[step].has(name) && (first == '{' || first == '[')) return false;
      ahead.skip();
    }
    return true;
  }
};

}  // namespace rb
