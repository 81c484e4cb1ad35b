import Columns
import Mappings
import Racing
import RowReading

extension ImportRows {
  /// Deduplicates the runners of a file.
  package mutating func deduplicateRunners() {
    deduplicate(
      key: .runner(runnerKey, of: table),
      expected: "a value in one of " + runnerKey.joined(separator: ", "))
  }

  /// Keeps one of the rows with one key.
  ///
  /// Rows with one key that do not contradict each other become one row, a value filling a null;
  /// contradicting ones are all refused. Where the mapping takes the last row of a key, a later row
  /// is a newer version, also of its race's facts.
  ///
  /// - Parameters:
  ///   - key: Decides which rows of a race are the same runner or dividend.
  ///   - expected: The values that a key needs, in words.
  package mutating func deduplicate(key: RowKey, expected: String) {
    let refused = refused
    // An unknown outcome counts as null, so that another row may fill it.
    let checked = table.replacingOutcomes { outcomes in
      let unresolved = Int32(Outcome.unresolved.rawValue)
      let codes = outcomes.int32s.pointer
      let isKnown = Bitmap(count: outcomes.count) { codes[$0] != unresolved }
      return Column(outcomes.type, outcomes.values, isKnown.isFull ? .allValid : Validity(isKnown))
    }
    var scan = Scan(checked, mapping.duplicates, refusals)
    if !key.isNeverEmpty {
      for row in 0..<checked.rowCount where !refused.contains(row) && key.isEmpty(row) {
        refusals.append(
          RefusedRow(
            row: row, .noKey, detail: "found none of its key; expected \(expected)"))
      }
    }
    let isComplete = refused.isEmpty && key.isNeverEmpty
    var races =
      isComplete && groups != nil
      ? groups!
      : RaceGroups(
        checked, leavingOut: isComplete ? nil : { refused.contains($0) || key.isEmpty($0) })
    let beyond = PositionCheck(checked, refused: refused).refuse(races, to: refusals)
    if !beyond.isEmpty {
      races = RaceGroups(checked) {
        refused.contains($0) || beyond.contains($0) || key.isEmpty($0)
      }
    }
    let isPlain = scan.plainRaces(races, key: key)
    for race in 0..<races.count {
      if isPlain[race] {
        scan.keep(races[race])
      } else if !scan.refuseIfRacesDiffer(races[race]) {
        scan.sort(races[race], key: key)
      }
    }
    let newest = mapping.duplicates == .last ? NewestFacts.applied(to: checked, races) : checked
    table = scan.filled(newest).replacingOutcomes { Column($0.type, $0.values) }
    kept = scan.sortedKept
    groups = kept.count == races.rows.count && newest.isSame(as: checked) ? races : nil
    repeats = scan.repeats
  }

  /// The number of repeated rows.
  package var duplicateCount: Int { repeats.reduce(0) { $0 + $1.count } }
}

/// The scan's running result.
private struct Scan {
  var kept: [Int32] = []
  var repeats: [(row: Int32, count: Int)] = []
  private let draft: RefusedDraft
  private let content: RowContent
  private let raceFacts: RowContent
  /// Kept rows that are filled, with their duplicates in file order.
  private var sources: [Int32: [Int32]] = [:]

  private let policy: TableMapping.DuplicatePolicy

  init(_ table: Table, _ policy: TableMapping.DuplicatePolicy, _ draft: RefusedDraft) {
    (self.policy, self.draft) = (policy, draft)
    content = RowContent(table)
    raceFacts = RowContent(table, only: ["date", "off_time", "race_no", "course", "country"])
  }

  /// Refuses all rows of a race if they disagree on when and where it was run.
  mutating func refuseIfRacesDiffer(_ rows: ArraySlice<Int32>) -> Bool {
    guard policy != .last, raceFacts.contradicts(among: rows) else { return false }
    refuse(
      rows, .conflict,
      "found rows of this race that differ in date, off time, race number, course or country; "
        + "expected one race per race_id")
    return true
  }

  /// Returns, per race, whether all its rows agree on its facts and each is another runner.
  func plainRaces(_ groups: RaceGroups, key: RowKey) -> [Bool] {
    guard let codes = key.decidingCodes else {
      return [Bool](repeating: false, count: groups.count)
    }
    var isPlain = [Bool](repeating: true, count: groups.count)
    let pointer = codes.pointer
    groups.rows.withUnsafeBufferPointer { rows in
      for race in 0..<groups.count {
        let places = groups.starts[race]..<groups.starts[race + 1]
        isPlain[race] = places.count <= 64 && Self.areDifferent(pointer, rows, places)
      }
    }
    let changes = RowChanges(groups)
    for column in raceFacts.columns {
      for race in changes.races(in: column) { isPlain[race] = false }
    }
    return isPlain
  }

  private static func areDifferent(
    _ codes: UnsafeBufferPointer<Int32>, _ rows: UnsafeBufferPointer<Int32>, _ places: Range<Int>
  ) -> Bool {
    var isRepeated = false
    // Safety: the places belong to a race in `rows`, and these are rows of the codes' column.
    for place in places.dropFirst() {
      let code = codes[Int(rows[place])]
      for before in places.lowerBound..<place {
        // Branch-free: hardly any is equal.
        isRepeated = isRepeated || codes[Int(rows[before])] == code
      }
    }
    return !isRepeated
  }

  /// Keeps all rows of a race.
  mutating func keep(_ rows: ArraySlice<Int32>) { kept.append(contentsOf: rows) }

  /// The kept rows, in file order.
  var sortedKept: [Int32] {
    let isSorted = kept.withUnsafeBufferPointer { kept in
      kept.indices.dropFirst().allSatisfy { kept[$0 - 1] < kept[$0] }
    }
    return isSorted ? kept : kept.sorted()
  }

  /// Groups the rows of one race by key, and settles each group.
  mutating func sort(_ rows: ArraySlice<Int32>, key: RowKey) {
    var index = KeyIndex(key: key)
    var groups: [[Int32]] = []
    for row in rows {
      if let group = index.place(matching: Int(row)) {
        groups[group].append(row)
      } else {
        index.append(row)
        groups.append([row])
      }
    }
    if groups.count > Limits.raceRows {
      // Such a key does not identify a race.
      refuse(
        rows, .raceSize,
        "found \(groups.count) different rows of this race; expected at most \(Limits.raceRows)")
    } else {
      let count = groups.reduce(0) { $0 + settle($1) }
      if count > 0 { repeats.append((kept.last!, count)) }
    }
  }

  private func refuse(_ rows: some Sequence<Int32>, _ reason: RejectReason, _ detail: String) {
    for row in rows { draft.append(RefusedRow(row: Int(row), reason, detail: detail)) }
  }

  /// Keeps one of the rows with one key, or refuses them all; returns the number of duplicates.
  private mutating func settle(_ same: [Int32]) -> Int {
    let isRepeated = same.dropFirst().allSatisfy { content.isSame(Int(same[0]), Int($0)) }
    if isRepeated || policy == .first || policy == .last {
      kept.append(policy == .last ? same.last! : same[0])
    } else if policy == .reject || content.contradicts(among: same[...]) {
      let problem = policy == .reject ? "differ" : "contradict each other"
      refuse(
        same, .conflict, "found \(same.count) rows with one key that \(problem); expected one")
      return 0
    } else {
      kept.append(same[0])
      sources[same[0]] = Array(same.dropFirst())
    }
    return same.count - 1
  }

  /// Returns the table with nulls of the kept rows filled from their duplicates.
  func filled(_ table: Table) -> Table {
    guard !sources.isEmpty else { return table }
    let columns = table.columns.map { column in
      var indices = (0..<Int32(table.rowCount)).map { $0 }
      for (row, others) in sources where column.isNull(Int(row)) {
        if let value = others.first(where: { !column.isNull(Int($0)) }) {
          indices[Int(row)] = value
        }
      }
      return column.gathered(indices)
    }
    return Table(fields: table.fields, columns: columns, rowCount: table.rowCount)
  }
}

extension Table {
  /// Whether the columns share their memory with the other table's, not only their values.
  fileprivate func isSame(as other: Table) -> Bool {
    zip(columns, other.columns).allSatisfy { $0.isShared(with: $1) }
  }

  /// Returns the table with another column of outcomes, if it has one.
  fileprivate func replacingOutcomes(_ replacement: (Column) -> Column) -> Table {
    let columns = zip(fields, columns).map { field, column in
      field.name == "outcome" ? replacement(column) : column
    }
    return Table(fields: fields, columns: columns, rowCount: rowCount)
  }
}
