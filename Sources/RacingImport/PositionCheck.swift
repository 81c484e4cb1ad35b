import Columns

/// Finds positions that a race cannot have: a position of 99 in a field of 8.
///
/// A position is at most the number of the race's runners as the file states it. A file that does not
/// may hold some of the runners only; then a position is at most that of the largest fields.
struct PositionCheck {
  /// The most runners that jump races are limited to; flat fields are smaller.
  private static let largestField = 40

  private let positions: Column?
  private let fieldSizes: Column?
  private let ids: TextBuffer
  private let refused: Set<Int>

  init(_ table: Table, refused: Set<Int>) {
    positions = table["position"]
    fieldSizes = table["field_size"]
    ids = table["race_id"]!.texts
    self.refused = refused
  }

  /// The rows of one race whose position is beyond its field.
  func rejects(_ race: ArraySlice<Int32>) -> [Reject] {
    guard let positions else { return [] }
    func position(_ row: Int32) -> Int {
      positions.isNull(Int(row)) ? 0 : Int(positions.int16s[Int(row)])
    }
    guard let last = race.map(position).max(), last > race.count else { return [] }
    let stated = race.compactMap { fieldSize(Int($0)) }.max()
    // Rows refused for another reason have run too.
    let id = ids.utf8(Int(race.first!))
    let lost = refused.count { ids.utf8($0).elementsEqual(id) }
    let field = max(stated ?? 0, race.count + lost)
    let highest = stated == nil ? max(field, Self.largestField) : field
    return race.filter { position($0) > highest }.map {
      Reject(
        row: Int($0), reason: "position",
        detail: "found \(position($0)) in a field of \(field); expected at most that")
    }
  }

  private func fieldSize(_ row: Int) -> Int? {
    guard let fieldSizes, !fieldSizes.isNull(row) else { return nil }
    return Int(fieldSizes.int16s[row])
  }
}
