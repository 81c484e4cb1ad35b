#pragma once
// The paths of rows and columns, as `RowPath` documents them.
#include <string>
#include <string_view>
#include <vector>

namespace rb {

/// A step of a row path: into a member, or over all elements or members.
struct Step {
  bool all;
  std::string name;
};

/// A column: so many enclosing objects up, then the key or a member.
struct ColumnPath {
  size_t up = 0;
  bool key = false;
  std::vector<std::string> names;
};

/// Returns whether `text` is a row path.
bool parse_rows(std::string_view text, std::vector<Step> &steps);
/// Returns whether `text` is a column's path.
bool parse_column(std::string_view text, ColumnPath &column);
/// A member's name as a path's part.
std::string escaped(std::string_view name);

}  // namespace rb
