// Finds rows in a text: all places with several objects.
#include <algorithm>
#include <memory>

#include "path.h"
#include "shape.h"
#include "text_column.h"
#include "windows.h"

namespace rb {
namespace {

struct Candidate {
  std::string path;
  int64_t depth, rows, columns;
};

int64_t scalar_columns(const Shape &shape) {
  int64_t columns = 0;
  for (auto &inner : shape.members) {
    if (inner->scalars > 0 || (inner->nulls > 0 && inner->objects + inner->arrays == 0)) columns++;
    columns += scalar_columns(*inner);
  }
  return columns;
}

class Search {
 public:
  std::vector<Candidate> found;

  /// Goes down from the values at `path`.
  void visit(const Shape &shape, const std::string &path, int64_t depth) {
    std::string below = path.empty() ? "" : path + "/";
    for (auto &inner : shape.members) visit(*inner, below + escaped_step(inner->name), depth + 1);
    if (!shape.element) return;
    // All elements of a list are rows; of a map's elements, only the objects are.
    bool in_list = shape.arrays > 0;
    add(*shape.element, in_list ? shape.element->count() : shape.element->objects, below + "*",
        depth + 1);
    visit(*shape.element, below + "*", depth + 1);
  }

  void add(const Shape &shape, int64_t rows, const std::string &path, int64_t depth) {
    int64_t columns = scalar_columns(shape);
    if (columns > 0) found.push_back({path, depth, rows, columns});
  }

  /// Most rows times columns first; of equals, the deepest.
  void sort() {
    std::sort(found.begin(), found.end(), [](auto &a, auto &b) {
      int64_t cells_a = a.rows * a.columns, cells_b = b.rows * b.columns;
      if (cells_a != cells_b) return cells_a > cells_b;
      return a.depth != b.depth ? a.depth > b.depth : a.path < b.path;
    });
  }
};

}  // namespace
}  // namespace rb

int rb_json_row_paths(const uint8_t *text, int64_t length, rb_json_table **out,
                      struct rb_json_problem *problem) {
  return rb::guarded(text, problem, [&] {
    rb::Shape root;
    rb::Cursor cursor;
    rb::Windows windows(text, length);
    while (windows.next(cursor)) {
      while (!cursor.at_end()) root.take(cursor);
    }
    bool in_lines = root.objects > 1;
    // Documents of one line each are rows, not a map's members.
    if (in_lines) {
      for (auto &inner : root.members) inner->find_maps();
    } else {
      root.find_maps();
    }
    rb::Search search;
    if (in_lines) search.add(root, root.objects, "", 0);
    search.visit(root, "", 0);
    search.sort();
    auto table = std::make_unique<rb_json_table>();
    auto &batch = table->batches.emplace_back();
    batch.columns.resize(3);
    for (auto &candidate : search.found) {
      batch.append({candidate.path, std::to_string(candidate.rows),
                    std::to_string(candidate.columns)});
    }
    *out = table.release();
  });
}
