import Columns
import Racing
import RowReading

/// Compares new rows with the stored ones that they may replace, race by race.
struct RowComparison {
  private let absent: Set<String>
  private let supplied: Set<String>
  /// The race's facts that the new file has; none for dividends, whose rows have no facts of a
  /// race.
  private let facts: [(name: String, column: Column)]
  /// Its other columns, less position and outcome.
  private let others: [Column]
  private let position: Column?
  private let outcome: Column?
  /// For a replaced row: the new row, and the stored one that lends what its file lacks.
  private var lenders: [Int32: Int32] = [:]
  /// The same for single columns that the file has.
  private var lendersByColumn: [String: [Int32: Int32]] = [:]
  /// The first new row of a race whose facts it changes.
  private var change: Int32?
  private var silentFacts: [String] = []

  init(_ all: Table, supplied: [String], absent: Set<String>) {
    self.absent = absent
    self.supplied = Set(supplied)
    position = all["position"]
    outcome = all["outcome"]
    let raceNames = outcome == nil ? [] : RacingTables.raceFields.map(\.name)
    facts = raceNames.filter(supplied.contains).map { ($0, all[$0]!) }
    let apart = Set(raceNames + ["position", "outcome", StoredRunners.rowName])
    others = RowContent(all, only: supplied.filter { !apart.contains($0) }).columns
  }

  /// The number of stored rows that were replaced.
  var replacedCount: Int { lenders.count }

  /// Turns to a race: finds whether its new rows tell anything new about it.
  mutating func start(stored: Int32?, new: Int32?) {
    change = nil
    silentFacts = []
    guard let stored, let new else { return }
    for (name, column) in facts {
      if column.isNull(Int(new)) {
        silentFacts.append(name)
      } else if !column.holdsSame(Int(stored), as: column, Int(new)) {
        change = new
      }
    }
  }

  /// Whether a new row only repeats a stored one.
  func saysNothingNew(_ new: Int32, over old: Int32) -> Bool {
    let lent = lentResults(new, old)
    func isSame(_ column: Column) -> Bool { column.holdsSame(Int(old), as: column, Int(new)) }
    return change == nil && others.allSatisfy(isSame)
      && (lent.contains("position") || position.map(isSame) ?? true)
      && (lent.contains("outcome") || outcome.map(isSame) ?? true)
  }

  mutating func replace(_ old: Int32, by new: Int32) {
    lenders[new] = old
    for name in silentFacts + lentResults(new, old) {
      lendersByColumn[name, default: [:]][new] = old
    }
  }

  /// Tells stored rows of the race that stay its new facts.
  mutating func tell(_ staying: [Int32]) {
    guard let change else { return }
    for (name, column) in facts where !column.isNull(Int(change)) {
      for row in staying { lendersByColumn[name, default: [:]][row] = change }
    }
  }

  /// Returns the rows, with what the replaced ones and the new facts lend.
  func lending(_ table: Table) -> Table {
    guard !lenders.isEmpty || !lendersByColumn.isEmpty else { return table }
    let columns = zip(table.fields, table.columns).map { field, column in
      let lenders = supplied.contains(field.name) ? lendersByColumn[field.name] : lenders
      guard let lenders else { return column }
      return column.gathered((0..<Int32(table.rowCount)).map { lenders[$0] ?? $0 })
    }
    return Table(fields: table.fields, columns: columns, rowCount: table.rowCount)
  }

  // MARK: - Implementation

  /// Names the results that the stored row knows better, if the file lacks position or outcome.
  private func lentResults(_ new: Int32, _ old: Int32) -> [String] {
    guard !absent.isEmpty, let position, let outcome else { return [] }
    if absent.count == 2 { return ["position", "outcome"] }
    if absent.contains("outcome") {
      let hasFinished = outcome.int32s[Int(old)] == Int32(Outcome.finished.rawValue)
      return position.isNull(Int(new)) && !hasFinished ? ["outcome"] : []
    }
    let isUnknown = outcome.int32s[Int(new)] == Int32(Outcome.unresolved.rawValue)
    return isUnknown ? ["position", "outcome"] : []
  }
}
