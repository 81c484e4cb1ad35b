import ColumnStore
import Columns
import Racing
import RunnerKeys

/// The market of a question, chosen once from the store's prices.
extension Snapshot {
  /// The market of questions that name none: the first price in the order of `Market` that most
  /// runners have.
  ///
  /// If none is so common it is the price of most runners, but not the tote's: its dividends are
  /// the winners' alone. Prices in running and of the place market are left out. Only bits of
  /// validity are counted, the newest months first.
  package var ownMarket: Market {
    // The names of all columns are needed only where SP is rare.
    if isCommon(priced(.sp)) { return .sp }
    var best = (market: Market.sp, count: 0)
    for market in markets where market.isBeforeOff {
      let count = priced(market)
      if isCommon(count) { return market }
      if count > best.count && market != .basis(.tote) { best = (market, count) }
    }
    return best.market
  }

  /// Returns the rules with a market: the one that they name, or the store's own.
  ///
  /// - Parameter rules: The rules of a question.
  /// - Returns: The rules.
  /// - Throws: `ReportError` `.unknownPrice` for a market that the store lacks.
  package func priced(_ rules: FactRules) throws(ReportError) -> FactRules {
    guard let asked = rules.market else { return pricedAnyway(rules) }
    // Another job may have chosen SP for want of any price.
    guard has(asked) || asked == ownMarket else {
      let prices = markets.filter { $0.group == .price && has($0) }
      let isSlip = NearestName.find(asked.name, in: prices.map(\.name)) != nil
      throw .unknownPrice(
        place: rules.marketPlace ?? "--market", found: isSlip ? asked.column : asked.name,
        among: marketNames)
    }
    return rules
  }

  /// Returns the rules with a market, even one that the store lacks.
  package func pricedAnyway(_ rules: FactRules) -> FactRules {
    var rules = rules
    rules.market = rules.market ?? ownMarket
    return rules
  }

  /// The columns of the markets that some runner has, of the tote that most runners have.
  var marketNames: [String] { markets.filter(has).map(\.column) }

  /// Whether some runner or race has a value in a stored column.
  func hasValue(of column: String) -> Bool {
    [RacingTables.runners, RacingTables.races].contains { table in
      segments(of: table).contains { month in
        month.rows.fields.firstIndex { $0.name == column }.map { place in
          // Unchecked, since a damaged column is reported by the question that reads it.
          let values = month.rows.uncheckedColumns[place]
          return values.count > values.validity.nullCount
        } ?? false
      }
    }
  }

  // MARK: - Implementation

  private var markets: [Market] {
    Market.among(
      Array(Set(segments(of: RacingTables.runners).flatMap { $0.rows.fields.map(\.name) })))
  }

  /// Whether runners have a market's price, of the tote most of them.
  private func has(_ market: Market) -> Bool {
    let count = priced(market)
    return market == .basis(.tote) ? isCommon(count) : count > 0
  }

  /// Whether so many runners are more than half of all.
  private func isCommon(_ count: Int) -> Bool {
    2 * count > rowCount(of: RacingTables.runners)
  }

  /// Counts the runners with a market's price, until they are more than half of all.
  private func priced(_ market: Market) -> Int {
    let half = rowCount(of: RacingTables.runners) / 2
    var count = 0
    for month in segments(of: RacingTables.runners).reversed() where count <= half {
      guard let place = month.rows.fields.firstIndex(where: { $0.name == market.column }) else {
        continue
      }
      // Unchecked, since a damaged column is reported by the question that reads it.
      let column = month.rows.uncheckedColumns[place]
      count += column.count - column.validity.nullCount
    }
    return count
  }
}
