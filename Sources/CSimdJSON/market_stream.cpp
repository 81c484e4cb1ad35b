// Finds the last definition of each market in a stream of changes, a message on each line.
#include <cstring>
#include <memory>
#include <unordered_map>

#include "text_column.h"
#include "windows.h"

namespace rb {
namespace {

constexpr char definition_name[] = "marketDefinition";

/// A market's last definition so far, as written.
struct Market {
  std::string_view id, definition;
};

/// Stands in front of the only document of a text.
class Document {
 public:
  Cursor cursor;

  explicit Document(std::string_view text)
      : windows_(reinterpret_cast<const uint8_t *>(text.data()), static_cast<int64_t>(text.size())) {
    windows_.next(cursor);
  }

  /// Steps over a value, and returns it as written.
  std::string_view value() {
    uint32_t first = cursor.at;
    cursor.skip();
    std::string_view start = cursor.token(first), last = cursor.token(cursor.at - 1);
    return {start.data(), static_cast<size_t>(last.data() + last.size() - start.data())};
  }

  /// Visits the members of an object; `visit` steps over the value.
  template <typename Visit>
  void members(Visit visit) {
    if (cursor.peek() != '{') cursor.fail("an object");
    if (!cursor.open('}')) return;
    do visit(cursor.name());
    while (cursor.more('}'));
  }

  /// Visits the elements of a list; `visit` steps over them.
  template <typename Visit>
  void elements(Visit visit) {
    if (cursor.peek() != '[') cursor.fail("a list");
    if (!cursor.open(']')) return;
    do visit();
    while (cursor.more(']'));
  }

  /// Checks that nothing follows the document.
  void finish() {
    if (!cursor.at_end()) cursor.fail("the end of the line");
  }

 private:
  Windows windows_;
};

/// Follows a stream's lines.
class Stream {
 public:
  explicit Stream(rb_json_table &out) : out_(out.batches.emplace_back()) {
    out_.columns.resize(2);
  }

  void read(std::string_view text) {
    for (int64_t number = 1; !text.empty(); number++) {
      auto end = static_cast<const char *>(memchr(text.data(), '\n', text.size()));
      size_t size = end ? static_cast<size_t>(end - text.data()) : text.size();
      std::string_view line = text.substr(0, size);
      text.remove_prefix(std::min(text.size(), size + 1));
      while (!line.empty() && strchr(" \t\r", line.back())) line.remove_suffix(1);
      if (!line.empty()) take(line, number);
    }
  }

  /// Writes the wanted markets' documents.
  void write(struct rb_json_texts types) {
    for (auto &market : markets_) write(market, types);
  }

  bool is_empty() const { return markets_.empty() && out_.rows == 0; }

 private:
  Batch &out_;
  std::vector<Market> markets_;
  std::unordered_map<std::string_view, size_t> places_;

  /// A line without a definition is looked at from outside only, which finds those cut off.
  void take(std::string_view line, int64_t number) {
    try {
      auto byte = reinterpret_cast<const uint8_t *>(line.data());
      if (line.front() != '{') throw Malformed{byte, std::string(line.substr(0, 24)), "{"};
      if (line.back() != '}') {
        throw Malformed{byte + line.size() - 1, "the end of the line", "} at its end"};
      }
      if (memmem(line.data(), line.size(), definition_name, sizeof definition_name - 1))
        message(line);
    } catch (const Malformed &malformed) {
      std::string place = "line " + std::to_string(number);
      if (malformed.place) {
        auto start = reinterpret_cast<const uint8_t *>(line.data());
        place += " (byte " + std::to_string(malformed.place - start + 1) + ")";
      }
      out_.append({"{\"runners\":[{\"broken_line\":" + std::to_string(number) + "}]}",
                   place + ": found " + malformed.found + "; expected " + malformed.expected});
    }
  }

  /// Takes a message's definitions once all of it is known to be JSON.
  void message(std::string_view line) {
    std::vector<Market> found;
    Document document(line);
    document.members([&](std::string_view name) {
      if (name != "mc" || document.cursor.peek() != '[') return document.cursor.skip();
      document.elements([&] {
        Market market;
        document.members([&](std::string_view name) {
          if (name == "id") market.id = document.value();
          else if (name == definition_name) {
            if (document.cursor.peek() != '{') document.cursor.fail("an object");
            market.definition = document.value();
          } else document.cursor.skip();
        });
        if (market.definition.empty()) return;
        if (market.id.empty() || market.id == "null") {
          throw Malformed{reinterpret_cast<const uint8_t *>(market.definition.data()),
                          "a definition without an id", "a market's id beside it"};
        }
        found.push_back(market);
      });
    });
    document.finish();
    for (auto &market : found) {
      auto [place, is_new] = places_.try_emplace(market.id, markets_.size());
      if (is_new) markets_.push_back(market);
      else markets_[place->second] = market;
    }
  }

  /// Writes a market and its runners: facts of one market type stand under that type.
  void write(const Market &market, struct rb_json_texts types) {
    std::string facts, own, event_type, type;
    std::vector<std::string_view> runners;
    Document document(market.definition);
    document.members([&](std::string_view name) {
      if (name == "runners" && document.cursor.peek() == '[')
        return document.elements([&] { runners.push_back(document.value()); });
      std::string_view value = document.value();
      std::string_view text = value;
      if (text.front() == '"') text = text.substr(1, text.size() - 2);
      if (name == "eventTypeId") event_type = text;
      if (name == "marketType") type = text;
      std::string &written = name == "name" || name == "numberOfWinners" ? own : facts;
      written.append(",\"").append(name).append("\":").append(value);
    });
    if (!is_wanted(event_type + "/" + type, types)) return;
    std::string written = "{\"" + type + "\":{\"id\":";
    written.append(market.id).append(own).append("},\"market\":{");
    written.append(facts, 1).append("},\"runners\":[");
    for (auto &runner : runners) {
      if (&runner != &runners[0]) written += ',';
      written.append("{\"" + type + "\":").append(runner).append("}");
    }
    out_.append({written + "]}", ""});
  }

  static bool is_wanted(std::string_view type, struct rb_json_texts types) {
    for (int64_t i = 0; i < types.count; i++)
      if (text_at(types, i) == type) return true;
    return false;
  }
};

}  // namespace
}  // namespace rb

int rb_json_market_definitions(const uint8_t *text, int64_t length, struct rb_json_texts types,
                               rb_json_table **out, struct rb_json_problem *problem) {
  return rb::guarded(text, problem, [&] {
    auto table = std::make_unique<rb_json_table>();
    rb::Stream stream(*table);
    stream.read({reinterpret_cast<const char *>(text), static_cast<size_t>(length)});
    if (stream.is_empty())
      throw rb::Malformed{nullptr, "no market definition", "a stream of market changes"};
    stream.write(types);
    table->make_nulls();
    *out = table.release();
  });
}
