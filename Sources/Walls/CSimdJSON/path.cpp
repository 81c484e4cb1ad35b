#include "path.h"

namespace rb {

/// No racing file needs deeper paths, and each step is a call on the stack.
static constexpr size_t most_parts = 64;

static std::vector<std::string_view> parts_of(std::string_view text, char mark = '/') {
  std::vector<std::string_view> parts;
  for (size_t start = 0;;) {
    size_t end = text.find(mark, start);
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
    else if (code == '3') name += '|';
    else if (code != '2') return false;
  }
  return true;
}

bool parse_rows(std::string_view text, std::vector<Step> &steps) {
  if (text.empty()) return true;
  for (auto part : parts_of(text)) {
    Step step;
    step.all = part == "*";
    step.each = part == "[]";
    if (!step.all && !step.each) {
      for (auto name : parts_of(part, '|')) {
        bool is_mark = name == ".." || name == "@key" || name == "*" || name == "[]";
        if (is_mark || !unescape(name, step.names.emplace_back())) return false;
      }
    }
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

std::string escaped_step(std::string_view name) {
  std::string part = name == "[]" ? "~2" : "";
  for (char letter : escaped(name)) {
    if (letter == '|') part += "~3";
    else part += letter;
  }
  return part;
}

}  // namespace rb
