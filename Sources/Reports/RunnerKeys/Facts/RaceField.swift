import CKernels
import Columns
import Kernels
import Racing

/// The runners of each race, ranked among themselves.
///
/// A race's field is its starters; before the race, its runners without a result.
struct RaceField {
  private let month: MonthView
  private let market: Market
  // Safety: points into the month, which this value holds.
  private let outcomes: UnsafeBufferPointer<Int32>

  init(_ month: MonthView, _ market: Market = .sp) {
    (self.month, self.market) = (month, market)
    outcomes = month.outcomes.pointer
  }

  /// Per runner, the number of runners in the field of its race.
  var sizes: Buffer<Int32> {
    month.spread(
      Buffer(
        (0..<month.races.rowCount).map { race in
          let field = field(race)
          return Int32(field.rows.count { isIn(field, $0) })
        }))
  }

  /// Computes ranks: for a runner of the field, 1 plus the number of others with a smaller value;
  /// `missing` for other runners, and without a value.
  ///
  /// - Parameter values: The runners' values.
  /// - Returns: The ranks; equal values share one.
  func ranks(_ values: Buffer<Int64>) -> Buffer<Int32> { ranks(values, none: .missing) }

  /// Per runner of a field, its rank by the market's price; coupled runners share one.
  var marketRanks: Buffer<Int32> {
    let ranks = ranks(marketPrices, none: 0)
    return shared(ranks)
  }

  /// Per runner of a field, 1/price as a share of the sum over all priced runners, in millionths; a
  /// coupled entry's price counts once in the sum.
  var shares: Buffer<Int64> {
    let prices = marketPrices
    let shares = Buffer<Int64>(count: month.runners.rowCount) { out in
      out.initialize(repeating: .missing)
      for race in 0..<month.races.rowCount {
        let field = field(race)
        let rows = field.rows.filter { prices[$0] > 0 && isIn(field, $0) }
        let inverses = rows.map { RaceProbabilities.inverse(prices[$0]) }
        let sum = inverses.reduce(0, +)
        for (row, inverse) in zip(rows, inverses) {
          out[row] = Ratio(inverse, over: sum).rounded(toDecimals: 6) ?? .missing
        }
      }
    }
    return shared(shares)
  }

  // MARK: - Implementation

  /// The market's prices; a coupled entry has its price on its first runner.
  private var marketPrices: Buffer<Int64> { month.prices(of: market, on: \.first) }

  /// Copies a value to all runners of an entry, which an exchange prices singly.
  private func shared<Value>(_ values: Buffer<Value>) -> Buffer<Value> {
    market.isOfExchange ? values : month.interests?.shared(values) ?? values
  }

  private func ranks(_ values: Buffer<Int64>, none: Int64) -> Buffer<Int32> {
    let raceCount = month.races.rowCount
    let found = values.pointer
    let values = Buffer<Int64>(count: found.count) { out in
      for race in 0..<raceCount {
        let field = field(race)
        for row in field.rows {
          // Safety: `out` has a value per runner, and each race's rows follow the one before.
          out[row] = found[row] != none && isIn(field, row) ? found[row] : .max
        }
      }
    }
    return Buffer(count: values.count) { out in
      // Safety: the races' starts were checked when the month was opened, and cover all rows of
      // both.
      rb_race_ranks(
        out.baseAddress, values.pointer.baseAddress, month.raceStarts.pointer.baseAddress,
        Int64(raceCount))
    }
  }

  private typealias Field = (rows: Range<Int>, hasStarters: Bool)

  private func field(_ race: Int) -> Field {
    let rows = month.rows(ofRace: race)
    return (rows, rows.contains { Outcome.isStarter(code: outcomes[$0]) })
  }

  @inline(__always)
  private func isIn(_ field: Field, _ row: Int) -> Bool {
    field.hasStarters
      ? Outcome.isStarter(code: outcomes[row])
      : outcomes[row] == Int32(Outcome.unresolved.rawValue)
  }
}
