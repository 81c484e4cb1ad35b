import Columns
import Kernels
import Racing

/// Sums of the bets of one group; a cluster is the bets on one race.
package struct BetSums: BitwiseCopyable, Equatable, Sendable {
  /// Σ squared profit of a cluster.
  var profitSquares: Int128 = 0
  var count: Int64 = 0
  /// Σ profit, 10⁻⁶.
  var profit: Int64 = 0
  /// Σ profit · bets and Σ bets² of a cluster.
  var profitTimesBets: Int64 = 0
  var betSquares: Int64 = 0
  /// The prices of all bets, if they are known before the race.
  package var prices = PriceSums()

  package init(
    profitSquares: Int128 = 0, count: Int64 = 0, profit: Int64 = 0, profitTimesBets: Int64 = 0,
    betSquares: Int64 = 0
  ) {
    self.profitSquares = profitSquares
    self.count = count
    self.profit = profit
    self.profitTimesBets = profitTimesBets
    self.betSquares = betSquares
  }
}

extension BetSums {
  /// The sums of whole numbers; `#` is the profit of a bet, `net_#` the profit of a race's bets,
  /// net of commission, and `net_#_bets` their number.
  package static let columns: [SumColumn<BetSums>] = [
    SumColumn("bets", \.count, sql: "COUNT(#)"),
    SumColumn("profit", \.profit, sql: SQLText.sum("net_#")),
    SumColumn("products", \.profitTimesBets, sql: SQLText.sum("net_# * net_#_bets")),
    SumColumn("bet_squares", \.betSquares, sql: SQLText.sum("net_#_bets * net_#_bets")),
  ]

  /// The sums of prices; `#` is a bet's price.
  package static let priceColumns: [SumColumn<BetSums>] = [
    SumColumn("odds", \.prices.odds, sql: SQLText.sum("#")),
    SumColumn("odds_squares", \.prices.squares, sql: SQLText.sum("(# div 10000) * (# div 10000)")),
  ]

  /// The squares in an engine's answer; most bets are plain losses, so only others use decimals.
  private static let squares = [
    ("losses", "COUNT(CASE WHEN net_# = -1000000 THEN 1 END)"),
    (
      "squares",
      "CAST(SUM(CASE WHEN net_# <> -1000000 THEN "
        + "CAST(net_# AS DECIMAL(20,0)) * CAST(net_# AS DECIMAL(18,0)) END) AS STRING)"
    ),
  ]

  /// Returns the columns of a group's bets in an engine's answer.
  ///
  /// - Parameters:
  ///   - name: The group.
  ///   - profit: The column of its bets' profits.
  /// - Returns: Names and expressions.
  package static func answers(
    _ name: String, profit: String
  ) -> [(name: String, sql: String)] {
    let sums = columns.map { ($0.name, $0.sql) }
    return named(name, profit, Array(sums.prefix(2)) + squares + Array(sums.dropFirst(2)))
  }

  /// Returns the columns of a group's prices in an engine's answer.
  package static func answers(
    _ name: String, price: String
  ) -> [(name: String, sql: String)] {
    named(name, price, priceColumns.map { ($0.name, $0.sql) })
  }

  private static func named(
    _ name: String, _ column: String, _ sums: [(String, String)]
  ) -> [(name: String, sql: String)] {
    sums.map { ("\(name)_\($0)", $1.replacing("#", with: column)) }
  }

  /// Sets the squares of an engine's answer.
  ///
  /// - Parameters:
  ///   - losses: The number of plain losses.
  ///   - others: Σ squared profit of all other races.
  package mutating func setSquares(losses: Int64, others: Int128) {
    let loss = Settlement.unitStakeMicros
    profitSquares = others + Int128(losses) * Int128(loss * loss)
  }
}

extension BetSums {
  /// Adds a number of plain losses, each the only bet on its race.
  @inline(__always)
  mutating func addLosses(_ losses: Int64) {
    let loss = -Settlement.unitStakeMicros
    count &+= losses
    profit &+= losses &* loss
    profitTimesBets &+= losses &* loss
    betSquares &+= losses
    profitSquares &+= Int128(losses.multipliedFullWidth(by: loss &* loss))
  }

  /// Adds the surplus of bets over plain losses, each the only bet on its race.
  @inline(__always)
  mutating func add(profit extra: Int64, squares: Int128) {
    profit &+= extra
    profitTimesBets &+= extra
    profitSquares &+= squares
  }

  /// Adds the bets on other races.
  mutating func add(_ other: BetSums) {
    profitSquares += other.profitSquares
    withUnsafeMutablePointer(to: &self) { own in
      withUnsafePointer(to: other) { other in
        for place in Self.sumPlaces { place.pointer(own).pointee += place.value(other) }
      }
    }
  }

  /// Adds the surplus of races with several bets.
  @inline(__always)
  mutating func add(_ clusters: SharedRaceSums.Clusters) {
    profitTimesBets &+= clusters.profitTimesBets
    betSquares &+= clusters.betSquares
  }
}

extension BetSums {
  private static let sumPlaces = (columns + priceColumns).map(\.place)
  /// Squared profits have a column for each limb: two of so many bits, and the rest.
  private static let limbBits = 28

  /// The number of columns of a price in a block of ``WindowFigures``.
  static let columnCount = sumPlaces.count + 3

  /// Adds the sums to the columns of a price.
  func add(to columns: UnsafeMutablePointer<Int64>) {
    // Safety: a block has `columnCount` columns for each price, here and below.
    withUnsafePointer(to: self) { own in
      for (column, place) in Self.sumPlaces.enumerated() { columns[column] &+= place.value(own) }
    }
    let limbs = columns + Self.sumPlaces.count
    let mask: Int128 = 1 << Self.limbBits - 1
    limbs[0] &+= Int64(truncatingIfNeeded: profitSquares & mask)
    limbs[1] &+= Int64(truncatingIfNeeded: profitSquares >> Int128(Self.limbBits) & mask)
    limbs[2] &+= Int64(truncatingIfNeeded: profitSquares >> Int128(2 * Self.limbBits))
  }

  /// Reads the columns of a price.
  init(_ columns: UnsafePointer<Int64>) {
    self.init()
    withUnsafeMutablePointer(to: &self) { own in
      for (column, place) in Self.sumPlaces.enumerated() {
        place.pointer(own).pointee = columns[column]
      }
    }
    let limbs = columns + Self.sumPlaces.count
    profitSquares =
      Int128(limbs[0]) + Int128(limbs[1]) << Int128(Self.limbBits)
      + Int128(limbs[2]) << Int128(2 * Self.limbBits)
  }
}

extension Int128 {
  init(_ product: (high: Int64, low: UInt64)) {
    self = Int128(product.high) << 64 | Int128(product.low)
  }
}
