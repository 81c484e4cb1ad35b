import ColumnStore
import Columns
import Questions
import Racing
import RunnerKeys

/// One month's columns for settling optional bets.
package final class PlaceColumns: Sendable {
  /// The exchange's starting prices of the place market, 10⁻⁶, 0 for none; nil without the column.
  private let bsp: Buffer<Int64>?
  /// The declared place dividends of one unit, 10⁻⁶, 0 for none; nil if the month has none.
  private let dividends: Buffer<Int64>?
  /// The named prices of the bets, 10⁻⁶, 0 for none; nil without the column.
  private let prices: Buffer<Int64>?

  /// Collects the columns of all months.
  ///
  /// - Parameters:
  ///   - months: The months.
  ///   - snapshot: The state that contains the months.
  ///   - figures: The figures with the bets to settle.
  ///   - threads: Number of worker threads.
  /// - Returns: The columns of each month; nil if no bet needs them.
  package static func all(
    _ months: [MonthView], of snapshot: Snapshot, for figures: FigureChoice, threads: Int
  ) -> [PlaceColumns]? {
    guard figures.hasOptionalBets else { return nil }
    let needsDividends = figures.bets.contains(.placeTote)
    return ParallelTasks.map(count: months.count, threads: threads) { index in
      let dividends =
        needsDividends
        ? snapshot.segment(of: RacingTables.dividends, month: months[index].month)?.rows : nil
      return PlaceColumns(months[index], dividends, snapshot, figures.price)
    }
  }

  /// Collects a month's columns.
  ///
  /// - Parameters:
  ///   - month: The month.
  ///   - dividends: Its dividends; nil without any, or if no bet needs them.
  ///   - snapshot: The state with the names of the dividends' pools.
  ///   - price: The named price of the bets.
  private init(
    _ month: MonthView, _ dividends: Table?, _ snapshot: Snapshot, _ price: NamedPrice?
  ) {
    let prices = price.flatMap { month.runners[$0.column]?.int64s }
    // Bookmakers price an entry as one, the exchange prices each horse.
    let interests = price?.isOfExchange == false ? month.interests : nil
    self.prices = prices.map { interests?.prices($0, on: \.best) ?? $0 }
    bsp = month.runners["place_bsp"]?.int64s
    let declared = dividends.map { Self.declared($0, snapshot) } ?? [:]
    guard !declared.isEmpty else {
      self.dividends = nil
      return
    }
    let numbers = month.runners.column(Field("number", .int16)).int16s
    let ids = month.races.column(RacingTables.raceID).texts
    let own = Buffer<Int64>(count: month.runners.rowCount) { out in
      out.initialize(repeating: 0)
      for race in 0..<month.races.rowCount {
        guard let own = declared[ids[race]] else { continue }
        for row in month.rows(ofRace: race) { out[row] = own[Int(numbers[row])] ?? 0 }
      }
    }
    self.dividends = month.interests?.prices(own, on: \.best) ?? own
  }

  /// Returns the exchange's starting price of a runner's place market, 10⁻⁶; 0 for none.
  @inline(__always)
  func bsp(_ row: Int) -> Int64 { bsp.map { $0[row] } ?? 0 }

  /// Returns a runner's named price for bets, 10⁻⁶; 0 for none.
  @inline(__always)
  func price(_ row: Int) -> Int64 { prices.map { $0[row] } ?? 0 }

  /// Returns a runner's place dividend; 0 for none.
  @inline(__always)
  func dividend(_ row: Int) -> Int64 { dividends.map { $0[row] } ?? 0 }

  /// Returns the place dividends by race and saddlecloth number.
  private static func declared(_ rows: Table, _ snapshot: Snapshot) -> [String: [Int: Int64]] {
    let pool = snapshot.dictionary("pool")
    guard let place = (0..<pool.count).first(where: { pool[$0] == "place" }) else { return [:] }
    let ids = rows.column(RacingTables.raceID).texts
    let pools = rows.column(Field("pool", .coded(dictionary: "pool")))
    let combinations = rows.column(Field("combination", .coded(dictionary: "combination")))
    let amounts = rows.column(Field("dividend", .micros))
    var found: [String: [Int: Int64]] = [:]
    for row in 0..<rows.rowCount where !pools.isNull(row) && pools.int32s[row] == Int32(place) {
      guard !combinations.isNull(row), !amounts.isNull(row),
        let number = Int(snapshot.dictionary("combination")[Int(combinations.int32s[row])])
      else { continue }
      found[ids[row], default: [:]][number] = amounts.int64s[row]
    }
    return found
  }
}
