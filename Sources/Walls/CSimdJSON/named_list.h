#pragma once
// Lists in rows that are read as objects: each element is a member with a name of its own.
#include <string>
#include <unordered_map>
#include <vector>

#include "cursor.h"
#include "text_column.h"

namespace rb {

/// A row's list whose elements have names.
struct NamedList {
  std::string list;    // the row's member that holds it
  std::string name;    // the element's member whose text is its name
  std::string newest;  // the member that marks the newest of one name; empty: the last counts
};

inline std::vector<NamedList> named_lists(struct rb_json_texts texts) {
  std::vector<NamedList> lists;
  for (int64_t i = 0; i + 2 < texts.count; i += 3)
    lists.push_back({std::string(text_at(texts, i)), std::string(text_at(texts, i + 1)),
                     std::string(text_at(texts, i + 2))});
  return lists;
}

inline const NamedList *list_of(const std::vector<NamedList> &lists, const std::string &member) {
  for (auto &list : lists) {
    if (list.list == member) return &list;
  }
  return nullptr;
}

/// Steps over the list in front of the cursor and passes its elements with their names to `take`.
///
/// Of elements with one name only the newest counts, of equally new ones the last. Elements without
/// a name are left out.
template <typename Take>
void each_named(Cursor &cursor, const NamedList &list, Take take) {
  struct Element {
    Cursor start;
    std::string name, newest;
  };
  std::vector<Element> elements;
  std::unordered_map<std::string, size_t> newest;
  if (!cursor.open(']')) return;
  do {
    Element element{cursor, "", ""};
    if (cursor.peek() == '{' && cursor.open('}')) {
      do {
        std::string member = Cursor::unescaped(cursor.name());
        char first = cursor.peek();
        bool is_name = member == list.name && element.name.empty();
        bool is_time = member == list.newest && element.newest.empty();
        if (first == '{' || first == '[' || !(is_name || is_time)) cursor.skip();
        else cursor.scalar(is_name ? element.name : element.newest);
      } while (cursor.more('}'));
    } else if (element.start.peek() != '{') {
      cursor.skip();
    }
    if (element.name.empty()) continue;
    auto [known, is_new] = newest.try_emplace(element.name, elements.size());
    if (is_new) elements.push_back(std::move(element));
    else if (element.newest >= elements[known->second].newest)
      elements[known->second] = std::move(element);
  } while (cursor.more(']'));
  for (auto &element : elements) take(element.start, element.name);
}

}  // namespace rb
