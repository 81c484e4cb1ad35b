import Columns

/// Finds positions that no race can have: a position of 99 in a field of 8.
///
/// A file may hold some of a race's runners only, and a field size may count just these, so neither
/// proves anything; a position beyond the largest fields and beyond twice the file's runners does.
struct PositionCheck {
  /// The most runners that jump races are limited to; flat fields are smaller.
  private static let largestField = 40

  private let positions: Column?
  private let ids: TextBuffer
  private let refused: Set<Int>

  init(_ table: Table, refused: Set<Int>) {
    positions = table["position"]
    ids = table.raceIDs
    self.refused = refused
  }

  /// Whether some position is beyond the largest fields, so that its race is worth a look.
  var findsAny: Bool {
    guard let positions = positions?.int16s else { return false }
    return positions.contains { Int($0) > Self.largestField }
  }

  /// Returns the rows of one race whose position is beyond its field.
  func rejects(_ race: ArraySlice<Int32>) -> [RefusedRow] {
    guard let positions else { return [] }
    func position(_ row: Int32) -> Int {
      positions.isNull(Int(row)) ? 0 : Int(positions.int16s[Int(row)])
    }
    func highest(_ runnerCount: Int) -> Int { max(2 * runnerCount, Self.largestField) }
    guard race.contains(where: { position($0) > highest(race.count) }) else { return [] }
    // Rows refused for another reason have run too.
    let id = ids.utf8(Int(race.first!))
    let field = race.count + refused.count { ids.utf8($0).elementsEqual(id) }
    return race.filter { position($0) > highest(field) }.map {
      RefusedRow(
        row: Int($0), reason: "position",
        detail: "found \(position($0)) in a field of \(field); expected at most \(highest(field))")
    }
  }
}
