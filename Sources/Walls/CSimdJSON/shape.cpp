#include "shape.h"

#include <algorithm>

namespace rb {

/// An object of more members than this is a map, if none of them is a scalar.
static constexpr size_t most_names = 1000;

void Shape::take(Cursor &cursor) {
  switch (cursor.peek()) {
    case '{':
      objects++;
      if (!cursor.open('}')) return;
      do {
        std::string name = Cursor::unescaped(cursor.name());
        (is_map ? elements() : member(name)).take(cursor);
        if (!is_map && members.size() > most_names && looks_like_map()) become_map();
      } while (cursor.more('}'));
      return;
    case '[':
      arrays++;
      if (!cursor.open(']')) return;
      do elements().take(cursor);
      while (cursor.more(']'));
      return;
    case 'n': nulls++; break;
    default: scalars++;
  }
  cursor.skip();
}

Shape &Shape::member(const std::string &name) {
  auto [found, is_new] = index_.try_emplace(name, nullptr);
  if (is_new) {
    found->second = members.emplace_back(std::make_unique<Shape>()).get();
    found->second->name = name;
  }
  return *found->second;
}

Shape &Shape::elements() {
  if (!element) element = std::make_unique<Shape>();
  return *element;
}

void Shape::merge(Shape &other) {
  scalars += other.scalars;
  nulls += other.nulls;
  objects += other.objects;
  arrays += other.arrays;
  if (other.is_map && !is_map) become_map();
  if (is_map && !other.is_map) other.become_map();
  for (auto &inner : other.members) member(inner->name).merge(*inner);
  if (other.element) elements().merge(*other.element);
}

void Shape::become_map() {
  is_map = true;
  for (auto &inner : members) elements().merge(*inner);
  members.clear();
  index_.clear();
}

void Shape::find_maps() {
  for (auto &inner : members) inner->find_maps();
  if (!is_map && looks_like_map()) become_map();
  if (element) element->find_maps();
}

/// Whether a name looks like a value: GB, Cheltenham, 12:15.
static bool is_key(const std::string &name) {
  auto is_name_letter = [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' ||
           (c >= '0' && c <= '9');
  };
  bool starts_low = !name.empty() && ((name[0] >= 'a' && name[0] <= 'z') || name[0] == '_');
  return !starts_low || !std::all_of(name.begin(), name.end(), is_name_letter);
}

static bool has_digit(const std::string &name) {
  return name.find_first_of("0123456789") != std::string::npos;
}

/// Whether the members' names are values, or their values all alike.
bool Shape::looks_like_map() const {
  if (members.empty()) return false;
  auto all = [&](auto test) { return std::all_of(members.begin(), members.end(), test); };
  if (!all([](auto &m) { return m->scalars == 0; })) return false;
  bool are_keys = all([](auto &m) { return is_key(m->name); }) ||
                  (members.size() > 1 && all([](auto &m) { return has_digit(m->name); }));
  if (all([](auto &m) { return m->objects > 0 && m->arrays == 0; }))
    return are_keys ||
           (members.size() > 2 && all([&](auto &m) { return m->is_like(*members[0]); }));
  // Capitalised names of lists may just as well be names: {"Races": […]}.
  return are_keys && all([](auto &m) { return m->arrays > 0 && m->objects == 0; }) &&
         all([](auto &m) { return has_digit(m->name); });
}

/// Whether the objects of both have at least half of their members in common.
bool Shape::is_like(const Shape &other) const {
  if (members.empty() || is_map || other.is_map) return false;
  size_t common = 0;
  for (auto &inner : members) common += other.index_.count(inner->name);
  return 2 * common >= std::max(members.size(), other.members.size());
}

}  // namespace rb
