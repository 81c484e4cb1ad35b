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
  /// Its other columns, except position and outcome.
  private let others: [Column]
  private let position: Column?
  private let outcome: Column?
  /// By new row: the stored row that it replaces and that fills the columns its file lacks.
  private var lenders: [Int32: Int32] = [:]
  /// By column that the file has: the rows that take its value from another row.
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

  /// Begins a race: finds whether its new rows change its facts.
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

  /// Gives the new facts to the race's stored rows that are not replaced.
  mutating func spreadChange(to staying: [Int32]) {
    guard let change else { return }
    for (name, column) in facts where !column.isNull(Int(change)) {
      for row in staying { lendersByColumn[name, default: [:]][row] = change }
    }
  }

  /// Returns the rows with the values that they take from others.
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

  /// Names the results that come from the stored row, if the file lacks position or outcome.
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
