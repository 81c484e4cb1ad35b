// Looks for the columns of the rows at a path.
#include <algorithm>
#include <memory>

#include "row_walk.h"
#include "text_column.h"

namespace rb {
namespace {

/// Collects the names of all members that are met.
class Names {
 public:
  Names(size_t steps, int64_t limit) : above_(steps), limit_(limit) {}

  int64_t enter(size_t step, int64_t around, Key key) {
    if (key) above_[step].has_key = true;
    objects_.push_back({step, around});
    return static_cast<int64_t>(objects_.size()) - 1;
  }

  int find(size_t step, const std::string &name) {
    return above_[step].tree.member(MemberTree::root, name);
  }

  void member(Cursor &cursor, size_t step, int64_t, int node) {
    note(cursor, above_[step].tree, node);
  }

  void row(Cursor &cursor, int64_t around, Key key) {
    if (rows_++ >= limit_) return cursor.skip();
    if (key) own_.has_key = true;
    for (size_t up = 1; around >= 0; up++, around = objects_[around].around) {
      if (levels_.size() < up) levels_.emplace_back();
      auto &steps = levels_[up - 1];
      size_t step = objects_[around].step;
      if (std::find(steps.begin(), steps.end(), step) == steps.end()) steps.push_back(step);
    }
    if (cursor.peek() == '{') members(cursor, own_.tree, MemberTree::root);
    else cursor.skip();
  }

  bool end_document() {
    objects_.clear();
    return rows_ < limit_;
  }

  int64_t row_count() const { return rows_; }

  /// The columns' names, and what each is told as: the row's own, then those of each level above.
  Batch list() const {
    Batch batch;
    batch.columns.resize(2);
    list(own_, "", batch);
    std::string up;
    for (auto &steps : levels_) {
      up += "../";
      for (size_t step : steps) list(above_[step], up, batch);
    }
    return batch;
  }

 private:
  struct Seen {
    MemberTree tree;
    bool has_key = false;
  };
  struct Object {
    size_t step;
    int64_t around;
  };
  Seen own_;
  std::vector<Seen> above_;                  // by step
  std::vector<std::vector<size_t>> levels_;  // the steps whose objects stood so far above a row
  std::vector<Object> objects_;              // of this document
  int64_t rows_ = 0, limit_;

  static void members(Cursor &cursor, MemberTree &tree, int node) {
    tree.each_member(
        cursor, node, [&](const std::string &name) { return tree.member(node, name); },
        [&](int inner) { note(cursor, tree, inner); });
  }

  static void note(Cursor &cursor, MemberTree &tree, int index) {
    char first = cursor.peek();
    tree.nodes[index].kinds.note(cursor);
    if (first == '{') members(cursor, tree, index);
    else cursor.skip();
  }

  static void list(const Seen &seen, const std::string &up, Batch &batch) {
    auto &nodes = seen.tree.nodes;
    std::vector<std::string> paths(nodes.size());
    auto add = [&](const std::string &name, uint8_t told) {
      std::string path = up + name;
      batch.append({path, told == 1 ? "1" : "2"});
    };
    for (size_t i = 1; i < nodes.size(); i++) {
      auto &node = nodes[i];
      paths[i] = (node.parent > 0 ? paths[node.parent] + "/" : "") + escaped(node.name);
      if (uint8_t told = node.kinds.told()) add(paths[i], told);
    }
    if (seen.has_key) add("@key", 1);
  }
};

/// The text of some rows.
class RowTexts {
 public:
  RowTexts(const int64_t *ordinals, int64_t count) : next_(ordinals), end_(ordinals + count) {
    batch.columns.resize(1);
  }
  Batch batch;

  int64_t enter(size_t, int64_t, Key) { return -1; }
  int find(size_t, const std::string &) { return -1; }
  void member(Cursor &cursor, size_t, int64_t, int) { cursor.skip(); }
  bool end_document() { return next_ < end_; }

  void row(Cursor &cursor, int64_t, Key) {
    uint32_t token = cursor.at;
    cursor.skip();
    if (next_ == end_ || row_++ != *next_) return;
    next_++;
    std::string text;
    for (; token < cursor.at; token++) text += cursor.token(token);
    batch.append({text});
  }

 private:
  const int64_t *next_, *end_;
  int64_t row_ = 0;
};

/// Goes to the rows and reads nothing.
class Nothing {
 public:
  int64_t enter(size_t, int64_t, Key) { return -1; }
  int find(size_t, const std::string &) { return -1; }
  void member(Cursor &cursor, size_t, int64_t, int) { cursor.skip(); }
  void row(Cursor &cursor, int64_t, Key) { cursor.skip(); }
  bool end_document() { return true; }
};

}  // namespace
}  // namespace rb

int rb_json_names(const uint8_t *text, int64_t length, struct rb_json_texts path, int64_t limit,
                  int64_t *seen, rb_json_table **out, struct rb_json_problem *problem) {
  return rb::guarded(text, problem, [&] {
    auto table = std::make_unique<rb_json_table>();
    auto rows = rb::text_at(path, 0);
    rb::Names names(std::count(rows.begin(), rows.end(), '/') + 1, limit);
    rb::RowWalk<rb::Names>(rows, names).run(text, length);
    table->batches.push_back(names.list());
    *seen = names.row_count();
    *out = table.release();
  });
}

int rb_json_rows_text(const uint8_t *text, int64_t length, struct rb_json_texts path,
                      const int64_t *ordinals, int64_t count, rb_json_table **out,
                      struct rb_json_problem *problem) {
  return rb::guarded(text, problem, [&] {
    auto table = std::make_unique<rb_json_table>();
    rb::RowTexts texts(ordinals, count);
    rb::RowWalk<rb::RowTexts>(rb::text_at(path, 0), texts).run(text, length);
    table->batches.push_back(std::move(texts.batch));
    *out = table.release();
  });
}

int rb_json_empty_lists(const uint8_t *text, int64_t length, struct rb_json_texts path,
                        int64_t *count, struct rb_json_problem *problem) {
  return rb::guarded(text, problem, [&] {
    rb::Nothing nothing;
    rb::RowWalk<rb::Nothing> walk(rb::text_at(path, 0), nothing);
    walk.run(text, length);
    *count = walk.empty_lists;
  });
}
