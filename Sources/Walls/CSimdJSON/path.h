#pragma once
// The paths of rows and columns, as `RowPath` documents them.
#include <string>
#include <string_view>
#include <vector>

namespace rb {

/// A step of a row path: into a member, over all elements or members, or over a list's elements.
struct Step {
  bool all = false;                // `*`
  bool each = false;               // `[]`: a list's elements, or a value that is no list
  std::vector<std::string> names;  // otherwise: the members that have one of these names

  bool has(std::string_view name) const {
    for (auto &known : names) {
      if (known == name) return true;
    }
    return false;
  }
};

/// A column: the enclosing object `up` levels above, then its key or a member.
struct ColumnPath {
  size_t up = 0;
  bool key = false;
  std::vector<std::string> names;
};

/// Returns whether `text` is a row path.
bool parse_rows(std::string_view text, std::vector<Step> &steps);
/// Returns whether `text` is a column's path.
bool parse_column(std::string_view text, ColumnPath &column);
/// A member's name as a part of a column's path, or of a row path.
std::string escaped(std::string_view name);
std::string escaped_step(std::string_view name);

}  // namespace rb
