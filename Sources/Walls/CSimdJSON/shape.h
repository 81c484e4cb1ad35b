#pragma once
// The shape of a JSON text: the content of its members, instances of the same kind merged.
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "cursor.h"

namespace rb {

/// All values at one place of a text.
class Shape {
 public:
  std::string name;
  int64_t scalars = 0, nulls = 0, objects = 0, arrays = 0;
  std::vector<std::unique_ptr<Shape>> members;  // in order of appearance
  std::unique_ptr<Shape> element;               // of the arrays, or of the objects used as maps
  bool is_map = false;                          // whether the objects' members are elements

  /// Takes in the value in front of the cursor.
  void take(Cursor &cursor);

  /// Decides, from the inside out, which objects are used as maps.
  void find_maps();

  int64_t count() const { return scalars + nulls + objects + arrays; }

 private:
  std::unordered_map<std::string, Shape *> index_;

  Shape &member(const std::string &name);
  Shape &elements();
  void merge(Shape &other);
  void become_map();
  bool looks_like_map() const;
  bool is_like(const Shape &other) const;
};

}  // namespace rb
