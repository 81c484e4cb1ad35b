import ColumnStore
import Columns
import Racing

/// One month's columns that bets on places are settled by.
struct PlaceColumns: Sendable {
  /// The exchange's starting price of the place market, 10⁻⁶; 0 for none.
  let bsp: Buffer<Int64>
  /// The exchange's own result of the place market: 1 paid, 0 not paid, −1 unknown.
  let results: Buffer<Int8>
  /// The declared place dividend of one unit, 10⁻⁶; 0 for none.
  let dividends: Buffer<Int64>

  /// Takes a month's columns.
  ///
  /// - Parameters:
  ///   - month: The month.
  ///   - dividends: Its dividends; nil where there are none, or nobody asks for them.
  ///   - snapshot: The state that has the dividends' names.
  init(_ month: MonthView, _ dividends: Table?, _ snapshot: Snapshot) {
    let count = month.runners.rowCount
    bsp = month.runners.column(Field("place_bsp", .micros)).int64s
    let won = month.runners.column(Field("place_won", .boolean))
    let isWon = won.booleans
    results = Buffer(count: count) { out in
      for row in 0..<count {
        // Safety: there is a place for each row.
        (out.baseAddress! + row).initialize(to: won.isNull(row) ? -1 : isWon[row] ? 1 : 0)
      }
    }
    let declared = dividends.map { Self.declared($0, snapshot) } ?? [:]
    let numbers = month.runners.column(Field("number", .int16)).int16s
    let ids = declared.isEmpty ? nil : month.races.column(RacingTables.raceID).texts
    self.dividends = Buffer(count: count) { out in
      out.initialize(repeating: 0)
      guard let ids else { return }
      for race in 0..<month.races.rowCount {
        guard let own = declared[ids[race]] else { continue }
        for row in month.rows(ofRace: race) { out[row] = own[Int(numbers[row])] ?? 0 }
      }
    }
  }

  /// The place dividends by race and saddlecloth number.
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
