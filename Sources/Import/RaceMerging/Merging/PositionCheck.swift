import Columns
import RowReading

/// Finds positions that no race can have: a position of 99 in a field of 8.
///
/// A file may hold only some of a race's runners, and a field size may count only those, so neither
/// proves anything; a position beyond the largest fields and beyond twice the file's runners does.
struct PositionCheck {
  private let positions: Column?
  private let ids: TextBuffer
  private let refused: RowSet

  init(_ table: Table, refused: RowSet) {
    positions = table["position"]
    ids = table.raceIDs
    self.refused = refused
  }

  /// Refuses the rows of races whose position is beyond its field.
  ///
  /// - Parameters:
  ///   - races: The races, without the refused rows.
  ///   - draft: Receives the rows.
  /// - Returns: The rows.
  func refuse(_ races: RaceGroups, to draft: RefusedDraft) -> RowSet {
    var beyond = RowSet()
    guard let positions, positions.int16s.contains(where: { Int($0) > Limits.fieldRunners }) else {
      return beyond
    }
    func position(_ row: Int32) -> Int {
      positions.isNull(Int(row)) ? 0 : Int(positions.int16s[Int(row)])
    }
    func highest(_ runnerCount: Int) -> Int { max(2 * runnerCount, Limits.fieldRunners) }
    let doubtful = (0..<races.count).filter { race in
      races[race].contains { position($0) > highest(races[race].count) }
    }
    let others = refusedCounts(of: doubtful.map { races[$0] })
    for (race, others) in zip(doubtful, others) {
      // Rows refused for another reason count as runners too.
      let field = races[race].count + others
      for row in races[race] where position(row) > highest(field) {
        beyond.insert(Int(row))
        draft.append(
          RefusedRow(
            row: Int(row), field: "position",
            detail: "found \(position(row)) in a field of \(field); expected at most "
              + "\(highest(field))"))
      }
    }
    return beyond
  }

  // MARK: - Implementation

  /// Counts the refused rows of some races.
  private func refusedCounts(of races: [ArraySlice<Int32>]) -> [Int] {
    var counts = [Int](repeating: 0, count: races.count)
    guard !refused.isEmpty, !races.isEmpty else { return counts }
    var places: [String: Int] = [:]
    for (place, race) in races.enumerated() { places[ids[Int(race.first!)]] = place }
    for row in 0..<ids.count where refused.contains(row) {
      if let place = places[ids[row]] { counts[place] += 1 }
    }
    return counts
  }
}
