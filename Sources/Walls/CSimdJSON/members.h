#pragma once
// The wanted members of an object, as a tree of names.
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cursor.h"
#include "path.h"

namespace rb {

/// Remembers the name at each place, so that a name that comes at the same place again is
/// recognised by one comparison.
class NameGuesses {
 public:
  /// Returns the answer of `find` for the unescaped name; calls it only for a name that is new
  /// here.
  template <typename Find>
  int find(size_t place, std::string_view written, bool has_escapes, Find find) {
    if (place < guesses_.size() && guesses_[place].written == written)
      return guesses_[place].answer;
    int answer = has_escapes ? find(Cursor::unescaped(written)) : find(std::string(written));
    if (place < most_guesses) {
      if (place >= guesses_.size()) guesses_.resize(place + 1);
      guesses_[place] = {std::string(written), answer};
    }
    return answer;
  }

 private:
  static constexpr size_t most_guesses = 4096;
  struct Guess {
    std::string written;
    int answer = -1;
  };
  std::vector<Guess> guesses_;
};

/// The kinds of a member's values.
struct ValueKinds {
  bool is_scalar = false, is_null = false, is_container = false, has_content = false;

  /// Records the value in front of the cursor, by its first byte.
  void note(const Cursor &cursor) {
    char first = cursor.peek();
    if (first == '{' || first == '[') {
      is_container = true;
      has_content |= cursor.has_content();
    } else {
      (first == 'n' ? is_null : is_scalar) = true;
    }
  }

  /// The kinds as bits of `rb_json_kind`.
  uint8_t bits() const {
    return (is_scalar ? RB_JSON_SCALAR : 0) | (is_null ? RB_JSON_NULL : 0) |
           (is_container ? RB_JSON_CONTAINER : 0) | (has_content ? RB_JSON_CONTENT : 0);
  }
};

/// A tree of member names below an object, its root; nodes are known by their index.
class MemberTree {
 public:
  /// A name that no member has, because it is not UTF-8: the object's own key.
  static std::string key_name() { return "\xFFkey"; }
  static constexpr int root = 0;

  struct Node {
    std::string name;
    int parent = -1;
    int column = -1;          // the column of its scalar
    int64_t seen = 0;         // the row in which it was met last
    ValueKinds kinds;         // the kinds found, if names are collected
    std::unordered_map<std::string, int> members;
    NameGuesses guesses;
  };
  std::deque<Node> nodes{1};  // a deque, because guesses are used while nodes are added

  /// The node of a member; made if there is none.
  int member(int parent, const std::string &name) {
    auto [found, is_new] =
        nodes[parent].members.try_emplace(name, static_cast<int>(nodes.size()));
    int node = found->second;
    if (is_new) {
      nodes.emplace_back();
      nodes[node].name = name;
      nodes[node].parent = parent;
    }
    return node;
  }

  /// The node of a member, or -1.
  int find(int parent, const std::string &name) const {
    auto found = nodes[parent].members.find(name);
    return found == nodes[parent].members.end() ? -1 : found->second;
  }

  /// The nodes' paths, by index; the root's path is empty.
  std::vector<std::string> paths() const {
    std::vector<std::string> paths(nodes.size());
    for (size_t i = 1; i < nodes.size(); i++) {
      auto &node = nodes[i];
      paths[i] = (node.parent > 0 ? paths[node.parent] + "/" : "") + escaped(node.name);
    }
    return paths;
  }

  /// Steps over a node's object; `find` knows members by name, `take` reads those that it knows.
  template <typename Find, typename Take>
  void each_member(Cursor &cursor, int node, Find find, Take take) {
    if (!cursor.open('}')) return;
    NameGuesses &guesses = nodes[node].guesses;
    size_t place = 0;
    do {
      int inner = guesses.find(place++, cursor.name(), cursor.has_escapes, find);
      if (inner < 0) cursor.skip();
      else take(inner);
    } while (cursor.more('}'));
  }
};

}  // namespace rb
