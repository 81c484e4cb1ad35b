// Merges the definitions of each market in a stream of changes, a message on each line.
#include <algorithm>
#include <memory>
#include <unordered_map>

#include "market_lines.h"
#include "text_column.h"

namespace rb {
namespace {

/// The number of bytes kept of a broken line: a file without line ends is one line.
constexpr size_t kept_of_line = 64 << 10;

/// A market's definition, as written, and the time of its publication.
struct Definition {
  std::string_view id, text;
  int64_t time = none;
};

/// A market's definitions so far, in the order of their publication.
struct Market {
  std::string_view id;
  std::vector<Definition> definitions;
};

/// The members of an object, each with its newest value that is not null.
class Members {
 public:
  explicit Members(std::string_view text) : text_(text) {}

  /// Adds a member of the object itself.
  void add(std::string_view name, std::string_view value) { members_.emplace_back(name, value); }

  /// Adds a member with another value than the object itself has.
  void change(std::string_view name, std::string_view value) {
    add(name, value);
    is_filled_ = true;
  }

  /// Takes a member of an older object if this one has no value.
  void fill(std::string_view name, std::string_view value) {
    if (value == "null") return;
    auto found = std::find_if(members_.begin(), members_.end(),
                              [&](auto &member) { return member.first == name; });
    if (found == members_.end()) members_.emplace_back(name, value);
    else if (found->second == "null") found->second = value;
    else return;
    is_filled_ = true;
  }

  std::string_view operator[](std::string_view name) const {
    for (auto &member : members_)
      if (member.first == name) return member.second;
    return {};
  }

  auto begin() const { return members_.begin(); }
  auto end() const { return members_.end(); }

  /// The object; as it was written if no member was taken from another.
  std::string text() const {
    if (!is_filled_) return std::string(text_);
    std::string written;
    for (auto &[name, value] : members_)
      written.append(written.empty() ? "{\"" : ",\"").append(name).append("\":").append(value);
    return written + "}";
  }

 private:
  std::string_view text_;
  std::vector<std::pair<std::string_view, std::string_view>> members_;
  bool is_filled_ = false;
};

/// A text without its quotes.
std::string_view unquoted(std::string_view value) {
  return value.size() > 1 && value.front() == '"' ? value.substr(1, value.size() - 2) : value;
}

/// A market merged from all its definitions: a message need not name all that earlier ones named.
class WholeMarket {
 public:
  Members facts{{}};
  std::vector<Members> runners;
  /// The number of runners that the definition published last names.
  size_t last_count = 0;

  explicit WholeMarket(const std::vector<Definition> &definitions) {
    for (auto definition = definitions.rbegin(); definition != definitions.rend(); ++definition) {
      const bool is_last = definition == definitions.rbegin();
      Document document(definition->text);
      document.members([&](std::string_view name) {
        if (name == "runners" && document.cursor.peek() == '[')
          return document.elements([&] { add(document, is_last); });
        std::string_view value = document.value();
        if (name != "runners") facts.fill(name, value);
      });
      if (is_last) last_count = runners.size();
    }
  }

 private:
  /// Places of the runners by their ids, or by names if they lack ids.
  std::unordered_map<std::string, size_t> places_;

  void add(Document &document, bool is_last) {
    std::string_view text = document.value();
    if (text.front() != '{') {
      if (is_last) runners.emplace_back(text);
      return;
    }
    Members runner(text);
    Document parts(text);
    // A market that was opened again has no results.
    const std::string_view market = unquoted(facts["status"]);
    const bool is_open = !is_last && !market.empty() && market != "CLOSED";
    parts.members([&](std::string_view name) {
      std::string_view value = parts.value();
      const bool is_result = name == "status" && unquoted(value).substr(0, 7) != "REMOVED";
      if (is_open && is_result) runner.change(name, "\"ACTIVE\"");
      else runner.add(name, value);
    });
    auto [place, is_new] = places_.try_emplace(key(runner), runners.size());
    if (is_new || is_last) return runners.push_back(std::move(runner));
    Members &newer = runners[place->second];
    // A runner that came back is no longer removed.
    const bool is_removed = unquoted(newer["status"]).substr(0, 7) == "REMOVED";
    for (auto &[name, value] : runner)
      if (is_removed || name != "removalDate") newer.fill(name, value);
  }

  static std::string key(const Members &runner) {
    std::string_view id = runner["id"], handicap = runner["hc"];
    std::string key(id.empty() ? runner["name"] : id);
    if (handicap.find_first_not_of("0.") != handicap.npos && handicap != "null")
      key.append("/").append(handicap);
    return key;
  }
};

/// Reads a stream's lines.
class Stream {
 public:
  explicit Stream(rb_json_table &out) : out_(out.batches.emplace_back()) {
    out_.columns.resize(5);
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
                       std::string(line.substr(0, kept_of_line)), "", ""});
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
  /// The time of the last message that defines a market; one without a time has the same.
  int64_t time_ = none;

  /// Takes a message's definitions once all of it is known to be JSON.
  void message(std::string_view line) {
    std::vector<Definition> found;
    Document document(line);
    int64_t time = none;
    document.members([&](std::string_view name) {
      if (name == "pt") {
        time = whole(document.value());
        return;
      }
      if (name != "mc" || document.cursor.peek() != '[') return document.cursor.skip();
      document.elements([&] {
        Definition market;
        document.members([&](std::string_view name) {
          if (name == "id") market.id = document.value();
          else if (name == definition_name) {
            if (document.cursor.peek() != '{') document.cursor.fail("an object");
            market.text = document.value();
          } else document.cursor.skip();
        });
        if (market.text.empty()) return;
        check_id(market.id, market.text);
        found.push_back(market);
      });
    });
    document.finish();
    if (time != none) time_ = time;
    for (auto &market : found) {
      market.time = time_;
      auto [place, is_new] = places_.try_emplace(market.id, markets_.size());
      if (is_new) markets_.push_back({market.id, {}});
      auto &definitions = markets_[place->second].definitions;
      // Lines may be out of order, for example in joined recordings; of one time the last counts.
      auto next = std::ranges::upper_bound(definitions, market.time, {}, &Definition::time);
      definitions.insert(next, market);
    }
  }

  /// Writes a market and its runners: facts of one market type are members of that type.
  void write(const Market &market, struct rb_json_texts types) {
    const WholeMarket whole(market.definitions);
    const std::string type(unquoted(whole.facts["marketType"]));
    if (!is_wanted(std::string(unquoted(whole.facts["eventTypeId"])) + "/" + type, types)) return;
    std::string facts, own;
    for (auto &[name, value] : whole.facts) {
      std::string &written = name == "name" || name == "numberOfWinners" ? own : facts;
      written.append(",\"").append(name).append("\":").append(value);
    }
    std::string written = "{\"" + type + "\":{\"id\":";
    written.append(market.id).append(own).append("},\"market\":{");
    written.append(facts, 1).append("},\"runners\":[");
    for (auto &runner : whole.runners) {
      if (&runner != &whole.runners[0]) written += ',';
      written.append("{\"" + type + "\":").append(runner.text()).append("}");
    }
    const size_t older = whole.runners.size() - whole.last_count;
    const bool is_whole = older == 0 && !whole.runners.empty();
    out_.append({written + "]}", "", "", std::string(unquoted(market.id)),
                 is_whole ? "" : std::to_string(older)});
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
