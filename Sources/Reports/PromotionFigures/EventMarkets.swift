import Columns
import ColumnStore
import Kernels
import StoreTables

/// A price of an outcome, with the time of its report.
struct ReportedPrice {
  let outcome: String
  let ingestTime: Int64
  let micros: Int64
}

/// One market of an event at a moment: the last price of each outcome.
struct MarketPrices {
  let name: String
  /// The prices, ordered by outcome name.
  let prices: [(outcome: String, micros: Int64)]

  /// The markets whose name determines their outcomes.
  private static let knownOutcomes: [String: Set<String>] = [
    "1X2": ["1", "X", "2"], "12": ["1", "2"],
  ]

  /// Whether all outcomes are known.
  ///
  /// The names `1X2` and `12` determine their outcomes. Any other market needs at least two
  /// outcomes whose implied probabilities sum to at least 1: without one of its outcomes the sum
  /// would be below 1, because a margin is smaller than any outcome's probability. A stored price
  /// may be half a millionth too long: 4/6 and 6/4 sum to 1 though 1.666667 and 2.5 do not.
  var isWhole: Bool {
    if let outcomes = Self.knownOutcomes[name.uppercased()] {
      return Set(prices.map { $0.outcome.uppercased() }) == outcomes
    }
    let shortest = prices.reduce(Int128(0)) {
      $0 + 2 * RaceProbabilities.inverse(2 * $1.micros - 1)
    }
    return prices.count > 1 && shortest >= 1_000_000_000_000
  }

  /// Returns the outcome's probability with the margin removed in proportion, in 10⁻⁹; nil unless
  /// all outcomes are known.
  func fairNanos(of outcome: String) -> Int64? {
    guard isWhole, let own = prices.first(where: { $0.outcome == outcome }) else { return nil }
    return RaceProbabilities.share(of: RaceProbabilities.inverse(own.micros), in: total)
  }

  private var total: Int128 {
    prices.reduce(0) { $0 + RaceProbabilities.inverse($1.micros) }
  }
}

/// The known prices and facts of the events in promotions.
struct EventMarkets {
  /// Sides and start of an event.
  struct Facts {
    var home: String?
    var away: String?
    var start: Int64?
  }

  private struct MarketKey: Hashable {
    let event: String
    let id: String
    let name: String
  }

  private(set) var facts: [String: Facts] = [:]
  private var markets: [MarketKey: [ReportedPrice]] = [:]
  private var marketsOfEvent: [String: [MarketKey]] = [:]

  /// Reads the stored prices.
  ///
  /// - Parameters:
  ///   - snapshot: The store.
  ///   - progress: Takes the number of prices read since it was called before.
  /// - Throws: ``StoreError`` for a damaged table.
  init(_ snapshot: Snapshot, progress: (Int) -> Void) throws(StoreError) {
    let quotes = try StoredRows(PromotionTables.quotes, PromotionTables.quoteFields, snapshot)
    try quotes.visit(progress: progress) { row in
      guard let event = quotes.text("event_id", row) else { return }
      note(
        event, quotes.text("home", row), quotes.text("away", row),
        quotes.int64("event_time", row))
      guard quotes.text("price_kind", row) == PriceKind.base.rawValue,
        let outcome = quotes.text("outcome_name", row), let price = quotes.int64("price", row)
      else { return }
      let key = MarketKey(
        event: event, id: quotes.text("market_id", row) ?? "",
        name: quotes.text("market_name", row) ?? "")
      if markets[key] == nil { marketsOfEvent[event, default: []].append(key) }
      markets[key, default: []].append(
        ReportedPrice(
          outcome: outcome, ingestTime: quotes.int64("ingest_time", row) ?? 0, micros: price))
    }
  }

  /// Returns the markets of an event at a moment.
  func prices(of event: String, at moment: Int64) -> [MarketPrices] {
    (marketsOfEvent[event] ?? []).map { key in
      var last: [String: ReportedPrice] = [:]
      for price in markets[key]! where price.ingestTime <= moment {
        if let known = last[price.outcome], known.ingestTime > price.ingestTime { continue }
        last[price.outcome] = price
      }
      return MarketPrices(
        name: key.name,
        prices: last.values.sorted { $0.outcome < $1.outcome }.map { ($0.outcome, $0.micros) })
    }
  }

  /// Records facts about an event; a later row overrides an earlier one.
  mutating func note(_ event: String, _ home: String?, _ away: String?, _ start: Int64?) {
    var known = facts[event] ?? Facts()
    known.home = home ?? known.home
    known.away = away ?? known.away
    known.start = start ?? known.start
    facts[event] = known
  }
}
