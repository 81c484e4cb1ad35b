import Columns
import Mappings
import Racing

/// Lengths behind the winner, as sums of the margins to the horse in front.
///
/// A source that gives each horse's distance to the horse before it has it in the field `margin`,
/// which is not stored. Totals in the file are kept.
/// - Edge cases: runners in a dead heat have one total. There is none behind a horse whose margin
///   is unknown or that the file lacks, and none in a race where a horse without a position has a
///   margin, or the winner has one: another horse was in front of one of them.
enum MarginTotals {
  /// Returns rows with the totals in `beaten_lengths`, and without the margins.
  ///
  /// - Parameter rows: All rows of a file, or of some months.
  /// - Returns: The rows.
  static func applied(to rows: Table) -> Table {
    guard let margins = rows[Field.margin.name] else { return rows }
    let kept = rows.fields.indices.filter { rows.fields[$0].name != Field.margin.name }
    let named = kept.map { (name: rows.fields[$0].name, column: rows.columns[$0]) }
    let given = rows["beaten_lengths"] ?? .nulls(.micros, count: rows.rowCount)
    let isNeeded = (0..<rows.rowCount).contains { !margins.isNull($0) && given.isNull($0) }
    guard isNeeded, let ids = rows["race_id"], let positions = rows["position"] else {
      return Table(named)
    }
    var totals = (0..<rows.rowCount).map { given.isNull($0) ? nil : given.int64s[$0] }
    let groups = RaceGroups(rows) { ids.isNull($0) }
    for race in 0..<groups.count {
      let runners = groups[race].map { row in
        let row = Int(row)
        return Runner(
          row: row, position: positions.isNull(row) ? 0 : Int(positions.int16s[row]),
          margin: margins.isNull(row) ? nil : margins.int64s[row], total: totals[row])
      }
      for runner in Self.totals(of: runners) { totals[runner.row] = runner.total }
    }
    let column = Column(.micros, int64s: totals)
    return rows["beaten_lengths"] == nil
      ? Table(named + [("beaten_lengths", column)])
      : Table(named).replacing("beaten_lengths", column)
  }

  // MARK: - Implementation

  private struct Runner {
    let row: Int
    /// 0 if it has none.
    let position: Int
    let margin: Int64?
    var total: Int64?
  }

  /// Returns a race's runners that have a position, with their totals.
  private static func totals(of runners: [Runner]) -> [Runner] {
    let placed = runners.filter { $0.position > 0 }.sorted {
      ($0.position, $0.row) < ($1.position, $1.row)
    }
    // A disqualified or demoted horse was in front of others; the printed order has it elsewhere.
    var isOrdered = !runners.contains { $0.position == 0 && ($0.margin ?? 0) > 0 }
    var found: [Runner] = []
    var last: Int64? = 0
    var start = 0
    while start < placed.count {
      let position = placed[start].position
      let tied = placed[start...].prefix { $0.position == position }
      let margins = tied.compactMap(\.margin)
      let steps = Set(margins.filter { $0 != 0 })
      if position == 1, !steps.isEmpty { isOrdered = false }
      if position == 1 {
        last = 0
      } else if position > start + 1 || !isOrdered || steps.count > 1 || margins.isEmpty {
        last = nil
      } else {
        last = last.flatMap { Self.sum($0, steps.first ?? 0) }
      }
      // A total in the file is the start of the sums that follow.
      if let given = tied.lazy.compactMap(\.total).last { last = given }
      for var runner in tied {
        if runner.total == nil, position > 1 || runner.margin == 0 { runner.total = last }
        found.append(runner)
      }
      start = tied.endIndex
    }
    return found
  }

  private static func sum(_ total: Int64, _ margin: Int64) -> Int64? {
    let (sum, isTooLarge) = total.addingReportingOverflow(margin)
    return isTooLarge ? nil : sum
  }
}
