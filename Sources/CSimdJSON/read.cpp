// Reads wanted columns of the rows at a path.
#include "enclosing.h"
#include "met_columns.h"
#include "row_walk.h"

namespace rb {
namespace {

/// A column that comes from an enclosing object.
struct Above {
  size_t up;
  int node;
  size_t column;
};

/// Collects wanted columns row by row.
class Reader {
 public:
  Reader(struct rb_json_texts columns, struct rb_json_limits limits, int64_t rows_to_look_at,
         rb_json_table &out)
      : column_count_(columns.count), limits_(limits), rows_to_look_at_(rows_to_look_at), out_(out),
        own_nodes_(columns.count, -1) {
    for (int64_t i = 0; i < columns.count; i++) want(text_at(columns, i), i);
    begin_batch();
  }

  int64_t enter(size_t step, int64_t around, Key key) {
    if (above_.empty()) return -1;
    int64_t object = above_objects_.begin(around, step);
    if (key && looks_) met_.key(step);
    if (key_node_ >= 0 && key && above_objects_.is_new(key_node_, object)) {
      above_objects_.set(key_node_, object, [&](std::string &out) {
        Cursor::append_unescaped(*key, out);
        return true;
      });
    }
    return object;
  }

  int find(size_t, const std::string &name) {
    return above_objects_.tree.find(MemberTree::root, name);
  }

  void member(Cursor &cursor, size_t step, int64_t object, int node) {
    auto &tree = above_objects_.tree;
    char first = cursor.peek();
    if (looks_) met_.value(step, node, cursor);
    if (!above_objects_.is_new(node, object)) return cursor.skip();
    if (first == '{' || first == '[') {
      bool has_content = cursor.has_content();
      if (first == '{' && !tree.nodes[node].members.empty())
        members(cursor, tree, node, [&](int inner) { member(cursor, step, object, inner); });
      else
        cursor.skip();
      if (tree.nodes[node].column < 0 || !has_content) return;
      above_objects_.set(node, object, [&](std::string &out) {
        out.append(Cursor::mark(first));
        return true;
      });
    } else if (tree.nodes[node].column < 0) {
      cursor.skip();
    } else {
      above_objects_.set(node, object, [&](std::string &out) { return cursor.scalar(out); });
    }
  }

  void row(Cursor &cursor, int64_t around, Key key) {
    row_number_++;
    looks_at_row_ = row_number_ <= rows_to_look_at_;
    if (looks_at_row_) {
      if (key) met_.own_key();
      met_.row(above_objects_, around);
    }
    auto &columns = out_.batches.back().columns;
    size_t &row = out_.batches.back().rows;
    if (key && key_column_ >= 0) {
      Cursor::append_unescaped(*key, columns[key_column_].start(row));
      columns[key_column_].finish(row);
    }
    if (cursor.peek() == '{') {
      members(cursor, own_, MemberTree::root, [&](int node) { own_member(cursor, node); });
    } else {
      cursor.skip();
    }
    if (!above_.empty()) rows_in_.back().push_back(around);
    bytes_ += 8;
    row++;
    // Only a document that is too long by itself is parted.
    if (is_full(4)) begin_batch();
  }

  bool end_document() {
    looks_ = row_number_ < rows_to_look_at_;
    if (!is_full(1) && rows_in_.size() == 1) return true;
    finish_batches();
    begin_batch();
    return true;
  }

  void finish() {
    finish_batches();
    if (out_.batches.back().rows == 0) out_.batches.pop_back();
  }

  /// Tells which columns were met in the rows that were looked at, and how many rows there are.
  void tell(struct rb_json_met &met) const {
    met.rows = row_number_;
    for (int64_t column = 0; column < column_count_; column++)
      met.columns[column] = own_nodes_[column] >= 0 ? own_.nodes[own_nodes_[column]].kinds.told() : 0;
    if (key_column_ >= 0) met.columns[key_column_] = met_.has_own_key();
    for (auto &above : above_)
      met.columns[above.column] =
          above.node == key_node_ ? met_.has_key(above.up) : met_.told(above.up, above.node);
  }

 private:
  int64_t column_count_;
  struct rb_json_limits limits_;
  int64_t rows_to_look_at_;
  MetColumns met_;
  bool looks_ = rows_to_look_at_ > 0;  // at this document
  bool looks_at_row_ = false;
  rb_json_table &out_;
  MemberTree own_;
  Enclosing above_objects_;
  std::vector<Above> above_;
  int key_column_ = -1, key_node_ = -1;
  std::vector<int> own_nodes_;                  // by column; -1 for those of enclosing objects
  int64_t row_number_ = 0;
  int64_t bytes_ = 0;                           // of the batch under way
  std::vector<std::vector<int64_t>> rows_in_;   // the nearest objects of unfinished batches' rows

  void want(std::string_view text, int64_t column) {
    ColumnPath path;
    if (!parse_column(text, path))
      throw Malformed{nullptr, "the column path " + std::string(text), "a path such as ../course"};
    MemberTree &tree = path.up > 0 ? above_objects_.tree : own_;
    int node = MemberTree::root;
    if (path.key) {
      if (path.up > 0) node = key_node_ = tree.member(node, MemberTree::key_name());
      else key_column_ = column;
    }
    for (auto &name : path.names) node = tree.member(node, name);
    if (path.up > 0) above_.push_back({path.up, node, static_cast<size_t>(column)});
    else if (!path.key) own_nodes_[column] = node;
    if (node != MemberTree::root) tree.nodes[node].column = static_cast<int>(column);
  }

  template <typename Take>
  static void members(Cursor &cursor, MemberTree &tree, int node, Take take) {
    tree.each_member(
        cursor, node, [&](const std::string &name) { return tree.find(node, name); }, take);
  }

  void own_member(Cursor &cursor, int index) {
    auto &node = own_.nodes[index];
    char first = cursor.peek();
    if (looks_at_row_) node.kinds.note(cursor);
    if (node.seen == row_number_) return cursor.skip();  // named twice: the first counts
    node.seen = row_number_;
    if (first == '{' || first == '[') {
      bool has_content = cursor.has_content();
      if (first == '{' && !node.members.empty())
        members(cursor, own_, index, [&](int inner) { own_member(cursor, inner); });
      else
        cursor.skip();
      if (node.column < 0 || !has_content) return;
      Batch &batch = out_.batches.back();
      batch.columns[node.column].add(batch.rows, Cursor::mark(first));
    } else if (node.column < 0) {
      cursor.skip();
    } else {
      Batch &batch = out_.batches.back();
      TextColumn &column = batch.columns[node.column];
      std::string &bytes = column.start(batch.rows);
      size_t before = bytes.size();
      if (cursor.scalar(bytes)) column.finish(batch.rows);
      bytes_ += bytes.size() - before;
    }
  }

  void begin_batch() {
    auto &columns = out_.batches.emplace_back().columns;
    columns.resize(column_count_);
    for (auto &column : columns) column.reserve();
    rows_in_.emplace_back();
    bytes_ = 0;
  }

  bool is_full(int64_t times) const {
    int64_t rows = out_.batches.back().rows;
    return rows / times >= limits_.rows || bytes_ / times >= limits_.bytes;
  }

  /// Completes the unfinished batches: the objects around their rows have ended.
  void finish_batches() {
    size_t first = out_.batches.size() - rows_in_.size();
    for (size_t i = 0; i < rows_in_.size(); i++) {
      Batch &batch = out_.batches[first + i];
      for (auto &column : batch.columns) column.end(batch.rows);
      for (auto &above : above_)
        above_objects_.write(above.node, above.up, rows_in_[i], batch.columns[above.column]);
    }
    rows_in_.clear();
    above_objects_.clear();
  }
};

}  // namespace
}  // namespace rb

int rb_json_read(const uint8_t *text, int64_t length, struct rb_json_texts path,
                 struct rb_json_texts columns, struct rb_json_limits limits, int is_checked,
                 struct rb_json_met *met, rb_json_table **out, struct rb_json_problem *problem) {
  return rb::guarded(text, problem, [&] {
    auto table = std::make_unique<rb_json_table>();
    rb::Reader reader(columns, limits, met ? met->rows : 0, *table);
    rb::RowWalk<rb::Reader>(rb::text_at(path, 0), reader, is_checked).run(text, length);
    reader.finish();
    if (met) reader.tell(*met);
    *out = table.release();
  });
}
