// Finds the columns of the rows at a path.
#include <memory>

#include "around_rows.h"
#include "named_list.h"
#include "row_walk.h"

namespace rb {
namespace {

/// Collects the names of all members that are met.
class Names {
 public:
  Names(std::vector<NamedList> lists, int64_t limit) : lists_(std::move(lists)), limit_(limit) {}

  int64_t enter(size_t, int64_t around, Key key) {
    int64_t object = objects_.begin(around);
    if (key) around_.key(object);
    return object;
  }

  int find(size_t, const std::string &name) {
    return objects_.tree.member(MemberTree::root, name);
  }

  void member(Cursor &cursor, size_t, int64_t object, int node) {
    char first = cursor.peek();
    around_.value(objects_, object, node, cursor);
    if (first == '{')
      members(cursor, objects_.tree, node, [&](int inner) { member(cursor, 0, object, inner); });
    else
      cursor.skip();
  }

  void row(Cursor &cursor, int64_t around, Key key) {
    if (rows_++ >= limit_) return cursor.skip();
    has_own_key_ |= key.has_value();
    around_.row(objects_, around);
    if (cursor.peek() == '{')
      members(cursor, own_, MemberTree::root, [&](int node) { own_member(cursor, node); });
    else
      cursor.skip();
  }

  bool end_document() {
    around_.end_document();
    around_.clear();
    objects_.clear();
    return rows_ < limit_;
  }

  int64_t row_count() const { return rows_; }

  /// The members' paths and kinds: the row's own, then each level's above.
  Batch list() const {
    Batch batch;
    batch.columns.resize(2);
    auto paths = own_.paths();
    for (size_t i = 1; i < paths.size(); i++)
      append_member(batch, paths[i], own_.nodes[i].kinds.bits());
    if (has_own_key_) append_member(batch, "@key", RB_JSON_SCALAR);
    auto above = objects_.tree.paths();
    std::string up;
    for (size_t level = 1; level <= around_.level_count(); level++) {
      up += "../";
      for (size_t i = 1; i < above.size(); i++)
        append_member(batch, up + above[i], around_.kinds(level, static_cast<int>(i)));
      append_member(batch, up + "@key", around_.key_kinds(level));
    }
    return batch;
  }

 private:
  MemberTree own_;
  bool has_own_key_ = false;
  Enclosing objects_;  // of this document
  AroundRows around_;
  std::vector<NamedList> lists_;
  int64_t rows_ = 0, limit_;

  template <typename Take>
  static void members(Cursor &cursor, MemberTree &tree, int node, Take take) {
    tree.each_member(
        cursor, node, [&](const std::string &name) { return tree.member(node, name); }, take);
  }

  void own_member(Cursor &cursor, int node) {
    char first = cursor.peek();
    own_.nodes[node].kinds.note(cursor);
    const NamedList *list =
        first == '[' && own_.nodes[node].parent == MemberTree::root
            ? list_of(lists_, own_.nodes[node].name)
            : nullptr;
    if (list)
      each_named(cursor, *list, [&](Cursor &element, const std::string &name) {
        own_member(element, own_.member(node, name));
      });
    else if (first == '{')
      members(cursor, own_, node, [&](int inner) { own_member(cursor, inner); });
    else
      cursor.skip();
  }
};

/// The text of some rows.
class RowTexts {
 public:
  using Take = void (*)(void *context, const uint8_t *bytes, int64_t length);

  RowTexts(const int64_t *ordinals, int64_t count, Take take, void *context)
      : next_(ordinals), end_(ordinals + count), take_(take), context_(context) {}

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
    take_(context_, reinterpret_cast<const uint8_t *>(text.data()), text.size());
  }

 private:
  const int64_t *next_, *end_;
  Take take_;
  void *context_;
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

int rb_json_names(const uint8_t *text, int64_t length, struct rb_json_texts path,
                  struct rb_json_texts lists, int64_t limit, int64_t *seen, rb_json_table **out,
                  struct rb_json_problem *problem) {
  return rb::guarded(text, problem, [&] {
    auto table = std::make_unique<rb_json_table>();
    rb::Names names(rb::named_lists(lists), limit);
    rb::RowWalk<rb::Names>(rb::text_at(path, 0), names).run(text, length);
    table->batches.push_back(names.list());
    *seen = names.row_count();
    *out = table.release();
  });
}

int rb_json_rows_text(const uint8_t *text, int64_t length, struct rb_json_texts path,
                      const int64_t *ordinals, int64_t count,
                      void (*take)(void *context, const uint8_t *bytes, int64_t length),
                      void *context, struct rb_json_problem *problem) {
  return rb::guarded(text, problem, [&] {
    rb::RowTexts texts(ordinals, count, take, context);
    rb::RowWalk<rb::RowTexts>(rb::text_at(path, 0), texts).run(text, length);
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
