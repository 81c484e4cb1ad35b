import ColumnStore
import Columns
import Racing
import RowReading

/// One month's races and runners, ready to be stored.
struct MonthRows {
  let races: Table
  let runners: Table
  /// The race keys' hashes, sorted.
  let raceKeys: Table

  /// Splits sorted flat rows; each row has all facts of its race.
  ///
  /// - Parameters:
  ///   - flat: The rows.
  ///   - groups: Their races, in order.
  ///   - races: The month's races among these.
  init(_ flat: Table, _ groups: RaceGroups, _ races: Range<Int>) {
    let rows = groups.rows(of: races)
    let starts = groups.starts[races.lowerBound...races.upperBound]
    let order = RowList(rows)
    let firsts = starts.dropLast().map { $0 - rows.startIndex }
    let ends = starts.dropFirst().map { $0 - rows.startIndex }
    let firstRows = firsts.map { order.rows[rows.startIndex + $0] }
    var raceColumns: [(name: String, column: Column)] = []
    for field in RacingTables.raceFields {
      guard let column = flat[field.name] else { continue }
      raceColumns.append((field.name, column.gathered(firstRows)))
    }
    let provenance = RacingTables.provenance.filter { flat[$0] != nil }
    let isPerRace = provenance.allSatisfy { order.isPerRace(flat[$0]!, zip(firsts, ends)) }
    if isPerRace { raceColumns += provenance.map { ($0, flat[$0]!.gathered(firstRows)) } }
    self.races = Self.table(raceColumns, first: Self.racesReadTogether)
    runners = Self.runners(
      flat, order, zip(firsts, ends), leavingOut: isPerRace ? provenance : [])
    let ids = self.races.raceIDs
    let hashes = (0..<ids.count).map { RaceKeyHash.of(ids.utf8($0)) }.sorted()
    raceKeys = Table([("key_hash", Column(.int64, .int64(Buffer(hashes))))])
  }

  private static func runners(
    _ flat: Table, _ order: RowList, _ races: Zip2Sequence<[Int], [Int]>,
    leavingOut ofRaces: [String]
  ) -> Table {
    var raceIndex = [Int32](repeating: 0, count: order.rows.count)
    for (race, (first, end)) in races.enumerated() {
      for row in first..<end { raceIndex[row] = Int32(race) }
    }
    var named: [(name: String, column: Column)] = [
      (RacingTables.raceIndex.name, Column(.int32, .int32(Buffer(raceIndex))))
    ]
    let prices = flat.fields.filter { $0.name.hasPrefix(NamedPrice.prefix) }
    let fields = RacingTables.runnerFields + prices.sorted { $0.name < $1.name }
    for field in fields where !ofRaces.contains(field.name) {
      guard let column = flat[field.name] else { continue }
      named.append((field.name, order.taken(from: column)))
    }
    return table(named, first: runnersReadTogether)
  }

  /// The columns that reports and features read, in the order of a stored file.
  ///
  /// Columns that one job reads are adjacent: the system maps a file's pages by the dozen, so each
  /// gap would bring in unused pages.
  private static let runnersReadTogether = [
    "number", "trainer", "jockey", "race_index", "outcome", "position", "sp", "tote", "bsp",
  ]
  /// The columns of races that are read together; reports read no keys.
  private static let racesReadTogether = ["date", "country", "handicap", "tote_paid", "race_id"]

  /// Returns a table with the named columns first, in this order, before all others.
  private static func table(_ named: [(name: String, column: Column)], first: [String]) -> Table {
    Table(
      first.compactMap { name in named.first { $0.name == name } }
        + named.filter { !first.contains($0.name) })
  }
}

/// Rows to take from columns.
private struct RowList {
  let rows: ArraySlice<Int32>
  /// The rows as a range, where they are consecutive.
  private let range: Range<Int>?
  private let indices: [Int32]

  init(_ rows: ArraySlice<Int32>) {
    self.rows = rows
    let first = rows.first ?? 0
    let isRun = rows.areConsecutive
    range = isRun ? Int(first)..<(Int(first) + rows.count) : nil
    indices = isRun ? [] : Array(rows)
  }

  func taken(from column: Column) -> Column {
    range.map(column.sliced) ?? column.gathered(indices)
  }

  /// Whether each race has one number in all its rows.
  func isPerRace(_ column: Column, _ races: Zip2Sequence<[Int], [Int]>) -> Bool {
    guard column.validity.bits == nil else { return false }
    let values = column.int32s.pointer
    return rows.withUnsafeBufferPointer { rows in
      races.allSatisfy { start, end in
        var differs: Int32 = 0
        let value = values[Int(rows[start])]
        for place in start..<end { differs |= values[Int(rows[place])] ^ value }
        return differs == 0
      }
    }
  }
}

/// A 64-bit hash of a race key (FNV-1a), the same in every process.
enum RaceKeyHash {
  // Safety: the caller lends the key for the one call.
  static func of(_ key: UnsafeBufferPointer<UInt8>) -> Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in key { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int64(bitPattern: hash)
  }
}
