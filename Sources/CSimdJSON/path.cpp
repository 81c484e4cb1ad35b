#include "path.h"

namespace rb {

/// Deeper paths lead nowhere a racing file goes, and each step is a call on the stack.
static constexpr size_t most_parts = 64;

static std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  for (size_t start = 0;;) {
    size_t end = text.find('/', start);
    parts.push_back(text.substr(start, end - start));
    if (end == std::string_view::npos) return parts;
    start = end + 1;
  }
}

static bool unescape(std::string_view part, std::string &name) {
  if (part.empty()) return false;
  for (size_t i = 0; i < part.size(); i++) {
    if (part[i] != '~') {
      name += part[i];
      continue;
    }
    char code = ++i < part.size() ? part[i] : 0;
    if (code == '0') name += '~';
    else if (code == '1') name += '/';
    else if (code != '2') return false;
  }
  return true;
}

bool parse_rows(std::string_view text, std::vector<Step> &steps) {
  if (text.empty()) return true;
  for (auto part : parts_of(text)) {
    Step step{part == "*", ""};
    if (part == ".." || part == "@key" || (!step.all && !unescape(part, step.name))) return false;
    steps.push_back(std::move(step));
  }
  return steps.size() <= most_parts;
}

bool parse_column(std::string_view text, ColumnPath &column) {
  for (auto part : parts_of(text)) {
    if (column.key) return false;
    if (part == "..") {
      if (!column.names.empty()) return false;
      column.up++;
    } else if (part == "@key") {
      if (!column.names.empty()) return false;
      column.key = true;
    } else if (part == "*" || !unescape(part, column.names.emplace_back())) {
      return false;
    }
  }
  return (column.key || !column.names.empty()) && column.names.size() <= most_parts;
}

std::string escaped(std::string_view name) {
  std::string part;
  if (name.empty() || name == "*" || name == ".." || name == "@key") part = "~2";
  for (char letter : name) {
    if (letter == '~') part += "~0";
    else if (letter == '/') part += "~1";
    else part += letter;
  }
  return part;
}

}  // namespace rb
