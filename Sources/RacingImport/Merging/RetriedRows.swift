import ColumnStore
import Columns
import Racing

/// Rows of a retry, as if they had come with the import that refused them.
///
/// Imports that came between are newer than the file, though not than the retry: where they tell of
/// the same race, runner or dividend, their word stands, and the rows fill only what they left open.
struct RetriedRows {
  let writer: StoreWriter
  /// The number of the import that refused the rows.
  let refusedBy: Int

  /// Returns runners whose cells give way to the newer ones.
  ///
  /// - Parameters:
  ///   - rows: Flat rows under the keys that their races are stored by.
  ///   - kept: Those that stay.
  ///   - key: The fields that, with the race key, tell one runner from another.
  /// - Returns: The same rows in the same order.
  /// - Throws: ``StoreError`` when a segment cannot be read.
  func runners(_ rows: Table, kept: [Int32], key: [String]) throws(StoreError) -> Table {
    let races = Races(rows, kept)
    let months = try StoredRunners.months(of: Array(races.ids), writer).values
    let stored = try races.stored(Set(months)) { month throws(StoreError) in
      try StoredRunners.rows(writer, month)
    }
    let all = Table.concatenated([rows] + stored)
    let versions = all.importIDs
    let rowKey = RowKey.runner([StoredRunners.rowName] + key, of: all)
    // By row: a stored row of its race, and that of its runner, if newer imports tell of them.
    var race = [Int32](repeating: -1, count: rows.rowCount)
    var runner = race
    for (own, others) in races.beside(all) {
      guard others.contains(where: { versions[Int($0)] > refusedBy }) else { continue }
      let index = KeyIndex(others, key: rowKey)
      for row in own {
        race[Int(row)] = others[0]
        guard let place = index.place(matching: Int(row)) else { continue }
        if versions[Int(others[place])] > refusedBy { runner[Int(row)] = others[place] }
      }
    }
    let facts = Set(RacingTables.raceFields.map(\.name))
    let results = runner.indices.map { Self.result(all, $0, over: runner[$0]) }
    // A position belongs to its outcome.
    let resultNames = ["position", "outcome"]
    return rows.cells(from: all, takesEmpty: resultNames.contains) { name, row in
      switch name {
      case "race_id", "import_id", "source", StoredRunners.rowName: -1
      case let name where resultNames.contains(name): results[row]
      case let name: facts.contains(name) ? race[row] : runner[row]
      }
    }
  }

  /// Returns dividends that repeat the newer ones, on the days of these.
  ///
  /// - Parameters:
  ///   - rows: The rows under the keys that their races are stored by.
  ///   - kept: Those that stay.
  /// - Returns: The same rows in the same order.
  /// - Throws: ``StoreError`` when a segment cannot be read.
  func dividends(_ rows: Table, kept: [Int32]) throws(StoreError) -> Table {
    let races = Races(rows, kept)
    let months = try DividendDays(writer).months(of: races.ids)
    let stored = try races.stored(Set(months)) { month throws(StoreError) in
      try writer.rows(of: RacingTables.dividends, month)
    }
    let all = Table.concatenated([rows] + stored)
    let versions = all.importIDs
    let key = RowKey.dividend(of: all)
    var race = [Int32](repeating: -1, count: rows.rowCount)
    var dividend = race
    for (own, others) in races.beside(all) {
      let newer = others.filter { versions[Int($0)] > refusedBy }
      guard !newer.isEmpty else { continue }
      let index = KeyIndex(newer, key: key)
      for row in own {
        race[Int(row)] = newer[0]
        if let place = index.place(matching: Int(row)) { dividend[Int(row)] = newer[place] }
      }
    }
    return rows.cells(from: all, takesEmpty: { _ in true }) { name, row in
      switch name {
      case "race_id", "import_id", "source": -1
      case "date": race[row]
      default: dividend[row]
      }
    }
  }

  // MARK: - Implementation

  /// Returns the stored row whose result stands over a row's; −1 where the row knows more.
  private static func result(_ all: Table, _ row: Int, over stored: Int32) -> Int32 {
    guard stored >= 0 else { return -1 }
    let outcomes = all.outcomes
    let ranks = [row, Int(stored)].map { Outcome(rawValue: UInt8(outcomes[$0]))!.specificity }
    return ranks[1] >= ranks[0] ? stored : -1
  }
}

/// The races of a retry's rows.
private struct Races {
  let ids: Set<String>
  private let groups: RaceGroups
  private let ownCount: Int

  init(_ rows: Table, _ kept: [Int32]) {
    var isKept = [Bool](repeating: false, count: rows.rowCount)
    for row in kept { isKept[Int(row)] = true }
    let groups = RaceGroups(rows) { !isKept[$0] }
    let keys = rows.raceIDs
    self.groups = groups
    ownCount = rows.rowCount
    ids = Set((0..<groups.count).map { keys[Int(groups[$0].first!)] })
  }

  /// Returns the stored rows of these races.
  func stored(
    _ months: Set<Month>, rows: (Month) throws(StoreError) -> Table?
  ) throws(StoreError) -> [Table] {
    var parts: [Table] = []
    for month in months.sorted() {
      guard let table = try rows(month) else { continue }
      let keys = table.raceIDs
      parts.append(
        table.gathered((0..<Int32(table.rowCount)).filter { ids.contains(keys[Int($0)]) }))
    }
    return parts
  }

  /// Returns the own rows of each stored race, and the stored ones.
  func beside(_ all: Table) -> [(own: ArraySlice<Int32>, stored: [Int32])] {
    let keys = all.raceIDs
    var stored: [String: [Int32]] = [:]
    for row in ownCount..<all.rowCount { stored[keys[row], default: []].append(Int32(row)) }
    return (0..<groups.count).compactMap { race in
      stored[keys[Int(groups[race].first!)]].map { (groups[race], $0) }
    }
  }
}

extension Table {
  /// Returns the rows with some cells taken from others.
  ///
  /// - Parameters:
  ///   - all: These rows, and others behind them.
  ///   - takesEmpty: Tells whether a column's empty cells are taken, too.
  ///   - origin: Tells the row that a column's cell comes from; −1 for the row itself.
  /// - Returns: The same rows in the same order.
  fileprivate func cells(
    from all: Table, takesEmpty: (String) -> Bool, origin: (String, Int) -> Int32
  ) -> Table {
    let columns = fields.map { field in
      let column = all.column(field)
      let takesEmpty = takesEmpty(field.name)
      var rows = (0..<Int32(rowCount)).map { $0 }
      for row in 0..<rowCount {
        let other = origin(field.name, row)
        if other >= 0, takesEmpty || !column.isNull(Int(other)) { rows[row] = other }
      }
      return column.gathered(rows)
    }
    return Table(fields: fields, columns: columns, rowCount: rowCount)
  }
}
