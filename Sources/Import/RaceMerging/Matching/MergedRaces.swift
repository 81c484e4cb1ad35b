import Columns
import Racing

/// Finds keys of a file that two races share.
///
/// A key of day, course and time may belong to two races where the clock is set back, or where a
/// country is missing. The last row of each horse counts. A key has two races if
/// - two horses are in one position and two others in the next, which no dead heat gives,
/// - at least three numbers, of at least half of the horses, occur twice, or
/// - a number or position occurs twice and the rows differ in the race's name or distance.
struct MergedRaces {
  private let horses: Cells<Int32>
  private let positions: Cells<Int16>
  private let numbers: Cells<Int16>
  private let raceNames: Cells<Int32>
  private let distances: Cells<Int32>

  /// Takes a file's rows.
  init(_ table: Table) {
    horses = Cells(table["horse"]?.int32s, table["horse"])
    positions = Cells(table["position"]?.int16s, table["position"])
    numbers = Cells(table["number"]?.int16s, table["number"])
    raceNames = Cells(table["race_name"]?.int32s, table["race_name"])
    distances = Cells(table["distance_m"]?.int32s, table["distance_m"])
  }

  /// Whether the rows of one key belong to two races.
  func areTwo(_ rows: ArraySlice<Int32>) -> Bool {
    // Quick test first: hardly any race has a position or number twice.
    guard isAnyTwice(positions, rows) || isAnyTwice(numbers, rows) else { return false }
    var last: [Int32: Int] = [:]
    for row in rows {
      guard let horse = horses[Int(row)] else { return false }
      last[horse] = Int(row)
    }
    let places = twice(positions, last.values)
    let worn = twice(numbers, last.values)
    let differ = isDifferent(raceNames, last.values) || isDifferent(distances, last.values)
    return places.contains { places.contains($0 + 1) }
      || worn.count >= 3 && worn.count * 4 >= last.count
      || differ && !(places.isEmpty && worn.isEmpty)
  }

  // MARK: - Implementation

  /// The numbers and positions of a race; each has a bit of a word.
  private static let values: ClosedRange<Int16> = 1...63

  /// Whether a value occurs twice.
  private func isAnyTwice(_ cells: Cells<Int16>, _ rows: ArraySlice<Int32>) -> Bool {
    var seen: UInt64 = 0
    for row in rows {
      guard let value = cells[Int(row)], Self.values.contains(value) else { continue }
      let bit = UInt64(1) << UInt64(value)
      if seen & bit != 0 { return true }
      seen |= bit
    }
    return false
  }

  private func twice(_ cells: Cells<Int16>, _ rows: some Sequence<Int>) -> Set<Int16> {
    var seen: Set<Int16> = []
    return Set(
      rows.compactMap { cells[$0] }.filter { Self.values.contains($0) && !seen.insert($0).inserted }
    )
  }

  private func isDifferent(_ cells: Cells<Int32>, _ rows: some Sequence<Int>) -> Bool {
    Set(rows.compactMap { cells[$0] }).count > 1
  }
}
