import Columns
import Racing

extension RowDoubts {
  /// Checks rows for odd values.
  ///
  /// - Parameters:
  ///   - rows: The checked rows of runners.
  ///   - today: The day of the import.
  package init(_ rows: ImportRows, today: Day) {
    (finishes, zeros) = (rows.resultDoubts.finishes, rows.resultDoubts.zeros)
    let table = rows.table
    guard table["race_id"] != nil, let days = table["date"] else { return }
    let refused = rows.refused
    let plain = DayDoubt.plainDays(on: today)
    let values = days.int32s.pointer
    // Hardly any file has other days, so one pass is enough for most.
    let (first, last) = (plain.lowerBound.number, plain.upperBound.number)
    if values.contains(where: { $0 < first || $0 > last }) {
      let outcomes = table.outcomes
      for row in 0..<table.rowCount where !days.isNull(row) && !refused.contains(row) {
        let outcome = Outcome(rawValue: UInt8(outcomes[row]))!
        let doubt = DayDoubt(Day(values[row]), hasResult: outcome.isStarter, on: today)
        guard let doubt else { continue }
        note(doubt, "\(Day(values[row]).iso), race \(table.raceIDs[row])")
      }
    }
    if let distances = table["distance_m"] {
      let metres = distances.int32s.pointer
      for row in 0..<table.rowCount
      where !Self.plausibleMetres.contains(metres[row]) && !distances.isNull(row)
        && !refused.contains(row)
      {
        self.distances.note("\(metres[row]) m, race \(table.raceIDs[row])")
      }
    }
  }

  // MARK: - Implementation

  /// The shortest and the longest distance that is not doubtful: two furlongs and five miles.
  private static let plausibleMetres: ClosedRange<Int32> = 400...8050

  private mutating func note(_ doubt: DayDoubt, _ text: @autoclosure () -> String) {
    switch doubt {
    case .farAhead: farDays.note(text())
    case .resultAhead: earlyResults.note(text())
    case .longAgo: oldDays.note(text())
    }
  }
}
