import Columns
import Kernels
import Racing

/// The runners of each race, ranked among themselves.
///
/// A race's field is its starters; of a race that has none yet, the runners without a result.
struct RaceField {
  private let month: MonthView

  init(_ month: MonthView) { self.month = month }

  /// Per runner, the number of runners in the field of its race.
  var sizes: Buffer<Int32> {
    month.spread(
      Buffer(
        (0..<month.races.rowCount).map { race in
          let field = field(race)
          return Int32(field.rows.count { isIn(field, $0) })
        }))
  }

  /// Per runner of a field, 1 and the number of others with a smaller value; `missing` for all
  /// others, and where there is no value.
  ///
  /// - Parameter values: The runners' values.
  /// - Returns: The ranks; equal values share one.
  func ranks(_ values: Buffer<Int64>) -> Buffer<Int32> {
    let values = values.pointer
    return Buffer(count: values.count) { out in
      out.initialize(repeating: .missing)
      for race in 0..<month.races.rowCount {
        let field = field(race)
        for row in field.rows where values[row] != .missing && isIn(field, row) {
          var rank: Int32 = 1
          for other in field.rows
          where values[other] < values[row] && values[other] != .missing && isIn(field, other) {
            rank += 1
          }
          // Safety: `out` has a value per runner, and each race's rows follow the one before.
          out[row] = rank
        }
      }
    }
  }

  /// Per runner of a field, its place in the market by starting price.
  var marketRanks: Buffer<Int32> {
    let prices = month.sp.pointer
    return ranks(
      Buffer(count: prices.count) { out in
        for row in prices.indices { out[row] = prices[row] > 0 ? prices[row] : .missing }
      })
  }

  /// Per runner of a field, 1/sp as a share of all runners' with a price, in millionths.
  var shares: Buffer<Int64> {
    let prices = month.sp
    return Buffer(count: month.runners.rowCount) { out in
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
  }

  // MARK: - Implementation

  private typealias Field = (rows: Range<Int>, hasStarters: Bool)

  private func field(_ race: Int) -> Field {
    let rows = month.rows(ofRace: race)
    return (rows, rows.contains { month.outcomes[$0] < Int32(Outcome.nonRunner.rawValue) })
  }

  @inline(__always)
  private func isIn(_ field: Field, _ row: Int) -> Bool {
    field.hasStarters
      ? month.outcomes[row] < Int32(Outcome.nonRunner.rawValue)
      : month.outcomes[row] == Int32(Outcome.unresolved.rawValue)
  }
}
