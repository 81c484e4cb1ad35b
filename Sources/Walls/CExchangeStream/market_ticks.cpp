// Finds the price changes of each runner in a stream of market changes.
#include <array>
#include <charconv>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "market_lines.h"
#include "number_text.h"
#include "text_column.h"

struct rb_market_ticks {
  std::array<std::vector<int64_t>, RB_TICK_COLUMNS> columns;
};

namespace rb {
namespace {

/// A JSON number in millionths, rounded half to even; none for another token and beyond 10¹².
int64_t millionths(std::string_view token) {
  if (!is_number(token)) return none;
  bool is_negative = token.front() == '-';
  __int128 value = 0;
  int power = 6;
  bool is_fraction = false;
  size_t at = is_negative;
  for (; at < token.size() && (token[at] | 0x20) != 'e'; at++) {
    if (token[at] == '.') {
      is_fraction = true;
    } else if (value < static_cast<__int128>(1e30)) {
      value = value * 10 + (token[at] - '0');
      power -= is_fraction;
    } else if (!is_fraction) {
      return none;
    }
  }
  if (at < token.size()) {
    int exponent = 0;
    size_t from = at + 1 + (token[at + 1] == '+');
    auto read = std::from_chars(token.data() + from, token.data() + token.size(), exponent);
    if (read.ec != std::errc() || exponent > 40 || exponent < -80) return none;
    power += exponent;
  }
  constexpr __int128 most = static_cast<__int128>(1'000'000'000'000) * 1'000'000;
  for (; power > 0 && value != 0; power--)
    if ((value *= 10) > most) return none;
  // Of the digits cut off, only the highest decides, and whether anything follows it.
  int last = 0;
  bool has_rest = false;
  for (; power < 0; power++) {
    has_rest |= last != 0;
    last = static_cast<int>(value % 10);
    value /= 10;
  }
  if (last > 5 || (last == 5 && (has_rest || value % 2 == 1))) value++;
  if (value > most) return none;
  return static_cast<int64_t>(is_negative ? -value : value);
}

/// Odds in millionths; none beyond the exchange's ladder, which ends at 1000.
int64_t odds(std::string_view token) {
  int64_t value = millionths(token);
  return value > 1'000'000 && value <= 1'000'000'000 ? value : none;
}

/// The lists of prices that a runner's change may have.
enum Ladder { traded, to_back, to_lay, best_to_back, best_to_lay, ladder_count };
constexpr std::array<std::string_view, ladder_count> ladder_names = {"trd", "atb", "atl", "batb",
                                                                     "batl"};

/// An entry of a list: its price or its place in the list, and its current content.
struct Level {
  Ladder ladder;
  int64_t key, price, size;
};

struct RunnerChange {
  int64_t id = none, price = none, volume = none;
  size_t first_level = 0, last_level = 0;
  bool has_value() const { return price != none || volume != none || first_level != last_level; }
};

struct MarketChange {
  std::string_view id, definition;
  bool is_image = false;
  size_t first = 0, last = 0;  // of its runners' changes
};

struct Offer {
  int64_t price = none, size = none;
};

/// The state of a runner.
struct Runner {
  int64_t price = none, volume = none;
  std::array<std::map<int64_t, Offer>, ladder_count> ladders;

  void take(const RunnerChange &change, const Level *levels) {
    if (change.price != none) price = change.price;
    bool has_trades = false;
    for (size_t i = change.first_level; i < change.last_level; i++) {
      auto &level = levels[i];
      auto &ladder = ladders[level.ladder];
      if (level.size == 0) ladder.erase(level.key);
      else ladder[level.key] = {level.price, level.size};
      has_trades |= level.ladder == traded;
    }
    if (change.volume != none) {
      volume = change.volume;
    } else if (has_trades) {
      volume = traded_volume();
    }
  }

  /// The sum of all trades; none beyond 64 bits.
  int64_t traded_volume() const {
    int64_t sum = 0;
    for (auto &[_, offer] : ladders[traded])
      if (__builtin_add_overflow(sum, offer.size, &sum)) return none;
    return sum;
  }

  Offer best_back() const {
    auto &best = ladders[best_to_back], &all = ladders[to_back];
    if (auto first = best.find(0); first != best.end()) return first->second;
    return all.empty() ? Offer{} : all.rbegin()->second;
  }

  Offer best_lay() const {
    auto &best = ladders[best_to_lay], &all = ladders[to_lay];
    if (auto first = best.find(0); first != best.end()) return first->second;
    return all.empty() ? Offer{} : all.begin()->second;
  }
};

struct Market {
  int64_t number = none;  // among the wanted markets
  bool is_in_play = false;
  int64_t in_play_at = none;
  int64_t defined_at = none;  // by the newest definition so far
  std::unordered_map<int64_t, Runner> runners;
};

/// Reads a stream's lines.
class Ticks {
 public:
  Ticks(rb_market_ticks &out, rb_json_table &notes, struct rb_json_texts types)
      : out_(out), notes_(notes), types_(types) {}

  void read(std::string_view text) {
    notes_.batches.resize(2);
    auto &broken = notes_.batches[0], &markets = notes_.batches[1];
    broken.columns.resize(1);
    markets.columns.resize(2);
    each_line(
        text, [&](std::string_view line) { message(line); },
        [&](int64_t, std::string_view, const std::string &fault) { broken.append({fault}); });
    for (auto &[id, market] : wanted_) {
      std::string at = market->in_play_at == none ? "" : std::to_string(market->in_play_at);
      markets.append({id, at});
    }
    notes_.make_nulls();
  }

 private:
  rb_market_ticks &out_;
  rb_json_table &notes_;
  struct rb_json_texts types_;
  std::unordered_map<std::string, Market> markets_;
  std::vector<std::pair<std::string, const Market *>> wanted_;
  int64_t sequence_ = 0;
  // The changes of the current message.
  std::vector<MarketChange> changes_;
  std::vector<RunnerChange> runners_;
  std::vector<Level> levels_;

  /// Applies a message once all of it is known to be JSON.
  void message(std::string_view line) {
    changes_.clear();
    runners_.clear();
    levels_.clear();
    int64_t time = none;
    Document document(line);
    document.members([&](std::string_view name) {
      if (name == "pt") time = whole(document.value());
      else if (name == "mc" && document.cursor.peek() == '[')
        document.elements([&] { market_change(document); });
      else document.cursor.skip();
    });
    document.finish();
    if (changes_.empty()) return;
    if (time == none) {
      throw Malformed{reinterpret_cast<const uint8_t *>(line.data()), "a change without pt",
                      "the milliseconds of its publication"};
    }
    for (auto &change : changes_) apply(change, time);
  }

  void market_change(Document &document) {
    MarketChange change;
    change.first = runners_.size();
    document.members([&](std::string_view name) {
      if (name == "id") change.id = document.value();
      else if (name == "img") change.is_image = document.value() == "true";
      else if (name == definition_name) {
        if (document.cursor.peek() != '{') document.cursor.fail("an object");
        change.definition = document.value();
      } else if (name == "rc" && document.cursor.peek() == '[') {
        document.elements([&] { runner_change(document); });
      } else document.cursor.skip();
    });
    change.last = runners_.size();
    if (!change.definition.empty()) check_id(change.id, change.definition);
    if (change.id.size() < 2 || change.id.front() != '"') return;
    change.id = change.id.substr(1, change.id.size() - 2);
    changes_.push_back(change);
  }

  void runner_change(Document &document) {
    RunnerChange change;
    change.first_level = levels_.size();
    document.members([&](std::string_view name) {
      if (name == "id") change.id = whole(document.value());
      else if (name == "ltp") change.price = odds(document.value());
      else if (name == "tv") change.volume = millionths(document.value());
      else {
        for (int ladder = 0; ladder < ladder_count; ladder++) {
          if (name == ladder_names[ladder] && document.cursor.peek() == '[') {
            return document.elements([&] { level(document, static_cast<Ladder>(ladder)); });
          }
        }
        document.cursor.skip();
      }
    });
    change.last_level = levels_.size();
    if (change.id != none && change.has_value()) runners_.push_back(change);
  }

  /// Takes `[price, size]`, or `[place, price, size]` in lists of the best prices.
  void level(Document &document, Ladder ladder) {
    std::array<std::string_view, 3> parts;
    size_t count = 0;
    document.elements([&] {
      std::string_view part = document.value();
      if (count < parts.size()) parts[count] = part;
      count++;
    });
    bool is_best = ladder == best_to_back || ladder == best_to_lay;
    if (count != (is_best ? 3 : 2)) document.cursor.fail(is_best ? "three numbers" : "two numbers");
    int64_t price = millionths(parts[count - 2]), size = millionths(parts[count - 1]);
    int64_t key = is_best ? whole(parts[0]) : price;
    if (price != none && size != none && key != none)
      levels_.push_back({ladder, key, price, size});
  }

  void apply(const MarketChange &change, int64_t time) {
    auto [place, is_new] = markets_.try_emplace(std::string(change.id));
    Market &market = place->second;
    if (!change.definition.empty()) define(place->first, market, change.definition, time);
    // Before its first definition a market's kind is unknown.
    if (market.number == none) return;
    if (change.is_image) market.runners.clear();
    for (size_t i = change.first; i < change.last; i++) {
      Runner &runner = market.runners[runners_[i].id];
      runner.take(runners_[i], levels_.data());
      append(market, runners_[i].id, runner, time);
    }
  }

  void define(const std::string &id, Market &market, std::string_view definition, int64_t time) {
    std::string type, event_type;
    bool is_in_play = false;
    Document document(definition);
    document.members([&](std::string_view name) {
      std::string_view value = document.value();
      if (name == "inPlay") is_in_play = value == "true";
      if (value.size() < 2 || value.front() != '"') return;
      if (name == "marketType") type = value.substr(1, value.size() - 2);
      if (name == "eventTypeId") event_type = value.substr(1, value.size() - 2);
    });
    // Lines may be out of order: an older definition does not change a newer one's state.
    if (time >= market.defined_at) {
      market.is_in_play = is_in_play;
      market.defined_at = time;
    }
    if (is_in_play && (market.in_play_at == none || time < market.in_play_at))
      market.in_play_at = time;
    if (market.number != none || !is_wanted(event_type + "/" + type)) return;
    market.number = static_cast<int64_t>(wanted_.size());
    // The elements of a map do not move.
    wanted_.emplace_back(id, &market);
  }

  void append(const Market &market, int64_t id, const Runner &runner, int64_t time) {
    Offer back = runner.best_back(), lay = runner.best_lay();
    const std::array<int64_t, RB_TICK_COLUMNS> row = {
        market.number, id,        sequence_++, time,      runner.price,     runner.volume,
        back.price,    back.size, lay.price,   lay.size,  market.is_in_play};
    for (size_t i = 0; i < row.size(); i++) out_.columns[i].push_back(row[i]);
  }

  bool is_wanted(const std::string &type) const {
    for (int64_t i = 0; i < types_.count; i++)
      if (text_at(types_, i) == type) return true;
    return false;
  }
};

}  // namespace
}  // namespace rb

int rb_json_market_ticks(const uint8_t *text, int64_t length, struct rb_json_texts types,
                         rb_market_ticks **out, rb_json_table **notes,
                         struct rb_json_problem *problem) {
  return rb::guarded(text, problem, [&] {
    auto ticks = std::make_unique<rb_market_ticks>();
    auto table = std::make_unique<rb_json_table>();
    rb::Ticks(*ticks, *table, types)
        .read({reinterpret_cast<const char *>(text), static_cast<size_t>(length)});
    *out = ticks.release();
    *notes = table.release();
  });
}

void rb_market_ticks_free(rb_market_ticks *ticks) { delete ticks; }

int64_t rb_market_ticks_count(const rb_market_ticks *ticks) {
  return static_cast<int64_t>(ticks->columns[0].size());
}

const int64_t *rb_market_ticks_column(const rb_market_ticks *ticks, enum rb_tick_column column) {
  return ticks->columns[column].data();
}
