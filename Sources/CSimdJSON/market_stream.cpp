// Finds the last definition of each market in a stream of changes, a message on each line.
#include <memory>
#include <unordered_map>

#include "market_lines.h"
#include "text_column.h"

namespace rb {
namespace {

/// The bytes of a broken line that are kept: a file without line ends is one line.
constexpr size_t kept_of_line = 64 << 10;

/// A market's last definition so far, as written.
struct Market {
  std::string_view id, definition;
};

/// Follows a stream's lines.
class Stream {
 public:
  explicit Stream(rb_json_table &out) : out_(out.batches.emplace_back()) {
    out_.columns.resize(3);
  }

  /// A line without a definition is not parsed.
  void read(std::string_view text) {
    each_line(
        text,
        [&](std::string_view line) {
          if (memmem(line.data(), line.size(), definition_name, sizeof definition_name - 1))
            message(line);
        },
        [&](int64_t number, std::string_view line, const std::string &fault) {
          out_.append({"{\"runners\":[{\"broken_line\":" + std::to_string(number) + "}]}", fault,
                       std::string(line.substr(0, kept_of_line))});
        });
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
        check_id(market.id, market.definition);
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
    out_.append({written + "]}", "", ""});
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
