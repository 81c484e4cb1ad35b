// Reads wanted columns of the rows at a path.
#include "around_rows.h"
#include "named_list.h"
#include "row_walk.h"

namespace rb {
namespace {

/// A column that comes from an enclosing object.
struct Above {
  size_t up;
  int node;
  size_t column;
};

/// Beyond this number, members are recorded only if requested: a file may name one in every row.
constexpr int most_others = 4096;

/// Collects wanted columns row by row.
class Reader {
 public:
  /// `notes` says whether members are recorded, also those that are not requested.
  Reader(struct rb_json_texts columns, std::vector<NamedList> lists, struct rb_json_limits limits,
         bool notes, rb_json_table &out)
      : column_count_(columns.count), lists_(std::move(lists)), limits_(limits), notes_(notes), out_(out),
        own_nodes_(columns.count, -1) {
    for (int64_t i = 0; i < columns.count; i++) want(text_at(columns, i), i);
    own_asked_ = static_cast<int>(own_.nodes.size());
    above_asked_ = static_cast<int>(above_objects_.tree.nodes.size());
    begin_batch();
  }

  int64_t enter(size_t, int64_t around, Key key) {
    if (above_.empty() && !notes_) return -1;
    int64_t object = above_objects_.begin(around);
    if (key && notes_) around_.key(object);
    if (key_node_ >= 0 && key && above_objects_.is_new(key_node_, object)) {
      above_objects_.set(key_node_, object, [&](std::string &out) {
        Cursor::append_unescaped(*key, out);
        return true;
      });
    }
    return object;
  }

  int find(size_t, const std::string &name) {
    return known(above_objects_.tree, MemberTree::root, name);
  }

  void member(Cursor &cursor, size_t, int64_t object, int node) {
    auto &tree = above_objects_.tree;
    char first = cursor.peek();
    if (notes_) around_.value(above_objects_, object, node, cursor);
    if (node >= above_asked_ || !above_objects_.is_new(node, object)) return cursor.skip();
    if (first == '{' || first == '[') {
      bool has_content = cursor.has_content();
      if (first == '{' && !tree.nodes[node].members.empty())
        members(cursor, tree, node, [&](int inner) { member(cursor, 0, object, inner); });
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
    if (notes_) {
      has_own_key_ |= key.has_value();
      around_.row(above_objects_, around);
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
    // Only a document that is too long by itself is split.
    if (is_full(4)) begin_batch();
  }

  bool end_document() {
    around_.end_document();
    if (!is_full(1) && rows_in_.size() == 1) return true;
    finish_batches();
    begin_batch();
    return true;
  }

  void finish() {
    finish_batches();
    if (out_.batches.back().rows == 0) out_.batches.pop_back();
  }

  /// Writes the kinds found in the columns' values.
  void write_kinds(uint8_t *kinds) const {
    for (int64_t column = 0; column < column_count_; column++)
      kinds[column] = own_nodes_[column] >= 0 ? own_.nodes[own_nodes_[column]].kinds.bits() : 0;
    if (key_column_ >= 0) kinds[key_column_] = has_own_key_ ? RB_JSON_SCALAR : 0;
    for (auto &above : above_)
      kinds[above.column] = above.node == key_node_ ? around_.key_kinds(above.up)
                                                    : around_.kinds(above.up, above.node);
  }

  /// The members that are not requested as columns, and their kinds.
  Batch others() const {
    Batch batch;
    batch.columns.resize(2);
    auto paths = own_.paths();
    for (size_t i = 1; i < paths.size(); i++) {
      if (own_.nodes[i].column < 0) append_member(batch, paths[i], own_.nodes[i].kinds.bits());
    }
    if (has_own_key_ && key_column_ < 0) append_member(batch, "@key", RB_JSON_SCALAR);
    auto above_paths = above_objects_.tree.paths();
    std::string before;
    for (size_t up = 1; up <= around_.level_count(); up++) {
      before += "../";
      for (size_t i = 1; i < above_paths.size(); i++) {
        if (!is_asked(up, static_cast<int>(i)))
          append_member(batch, before + above_paths[i], around_.kinds(up, static_cast<int>(i)));
      }
      if (key_node_ < 0 || !is_asked(up, key_node_))
        append_member(batch, before + "@key", around_.key_kinds(up));
    }
    return batch;
  }

 private:
  int64_t column_count_;
  std::vector<NamedList> lists_;
  struct rb_json_limits limits_;
  bool notes_;
  AroundRows around_;
  bool has_own_key_ = false;
  int own_asked_ = 0, above_asked_ = 0;  // the nodes before these lead to columns
  int other_count_ = 0;                  // the number of nodes after them
  rb_json_table &out_;
  MemberTree own_;
  Enclosing above_objects_;
  std::vector<Above> above_;
  int key_column_ = -1, key_node_ = -1;
  std::vector<int> own_nodes_;                  // by column; -1 for columns of enclosing objects
  int64_t row_number_ = 0;
  int64_t bytes_ = 0;                           // of the current batch
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

  bool is_asked(size_t up, int node) const {
    return std::any_of(above_.begin(), above_.end(),
                       [&](auto &above) { return above.up == up && above.node == node; });
  }

  /// The node of a member that is requested or recorded; otherwise -1.
  int known(MemberTree &tree, int node, const std::string &name) {
    int found = tree.find(node, name);
    if (found >= 0 || !notes_ || other_count_ == most_others) return found;
    other_count_++;
    return tree.member(node, name);
  }

  template <typename Take>
  void members(Cursor &cursor, MemberTree &tree, int node, Take take) {
    tree.each_member(
        cursor, node, [&](const std::string &name) { return known(tree, node, name); }, take);
  }

  void own_member(Cursor &cursor, int index) {
    auto &node = own_.nodes[index];
    char first = cursor.peek();
    // A member with a text or number anywhere is a column, whatever else it is.
    if (notes_ && !node.kinds.is_scalar) node.kinds.note(cursor);
    if (index >= own_asked_) return cursor.skip();
    if (node.seen == row_number_) return cursor.skip();  // named twice: the first counts
    node.seen = row_number_;
    if (first == '{' || first == '[') {
      bool has_content = cursor.has_content();
      const NamedList *list = first == '[' && node.parent == MemberTree::root && !node.members.empty()
                                  ? list_of(lists_, node.name)
                                  : nullptr;
      if (list)
        each_named(cursor, *list, [&](Cursor &element, const std::string &name) {
          int inner = known(own_, index, name);
          if (inner >= 0) own_member(element, inner);
        });
      else if (first == '{' && !node.members.empty())
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
    around_.clear();
  }
};

}  // namespace
}  // namespace rb

int rb_json_read(const uint8_t *text, int64_t length, struct rb_json_texts path,
                 struct rb_json_texts lists, struct rb_json_texts columns,
                 struct rb_json_limits limits, int is_checked, struct rb_json_met *met,
                 rb_json_table **out, struct rb_json_problem *problem) {
  return rb::guarded(text, problem, [&] {
    auto table = std::make_unique<rb_json_table>();
    rb::Reader reader(columns, rb::named_lists(lists), limits, met != nullptr, *table);
    rb::RowWalk<rb::Reader>(rb::text_at(path, 0), reader, is_checked).run(text, length);
    reader.finish();
    table->make_nulls();
    if (met) {
      reader.write_kinds(met->kinds);
      auto others = std::make_unique<rb_json_table>();
      others->batches.push_back(reader.others());
      met->others = others.release();
    }
    *out = table.release();
  });
}
