import ColumnStore
import Columns
import Racing
import RunnerKeys

/// The check that a store can answer a question: it has the names, and runners that count.
package struct StoreCheck {
  private let snapshot: Snapshot
  private let aliases: NameAliases
  private let rules: FactRules
  /// Only races before this day count; nil if all count.
  private let asOf: Day?

  /// Prepares checks.
  ///
  /// - Parameters:
  ///   - snapshot: The store's state, with its races and runners.
  ///   - aliases: Other spellings of names.
  ///   - rules: Settings of the facts of earlier runs.
  ///   - asOf: Only races before this day count; nil if all count.
  package init(
    _ snapshot: Snapshot, aliases: NameAliases, rules: FactRules, before asOf: Day?
  ) {
    (self.snapshot, self.aliases, self.asOf) = (snapshot, aliases, asOf)
    self.rules = snapshot.pricedAnyway(rules)
  }

  /// Looks for a runner that meets a condition and has a value of every key.
  ///
  /// The newest month comes first: most questions have such a runner there. Facts of earlier runs
  /// need the oldest month first.
  ///
  /// - Parameters:
  ///   - filter: The condition; nil if all runners count.
  ///   - dimension: The keys.
  ///   - place: The place of the keys, for messages.
  /// - Throws: `ReportError` `.unknownValue` for a name that the store lacks, `.noValues` for a
  ///   key without values, `.noRunner` if no runner meets the condition.
  package func check(
    _ filter: Filter?, by dimension: Dimension = .ofEveryone, at place: String = "--by"
  ) throws(ReportError) {
    let keys = dimension == .ofEveryone ? [] : dimension.keys
    guard filter != nil || !keys.isEmpty else { return }
    if let filter { try checkNames(of: filter) }
    let isByTime = (keys + (filter?.fieldNames ?? [])).contains(where: Self.needsPast)
    let segments = snapshot.segments(of: RacingTables.runners)
    var columns: KeyColumns?
    var tally = RunnerTally(keys: keys.count)
    for segment in isByTime ? segments : segments.reversed() {
      let view = try snapshot.monthViews(of: [segment], threads: 1)
      var own =
        (isByTime ? columns : nil)?.followed(by: view)
        ?? KeyColumns(
          months: view, snapshot: snapshot, aliases: aliases, rules: rules,
          past: isByTime ? PastRuns() : nil)
      let masks = try FilterMasks(filter.map { [$0] } ?? [], &own, threads: 1)
      let codes = keys.map { own.namedColumn($0).months[0] }
      // The question itself reports damaged rows.
      guard own.areSound else { return }
      columns = own
      let races = asOf.map { view[0].raceCount(before: $0) } ?? view[0].races.rowCount
      tally.add(0..<Int(view[0].raceStarts[races]), masks[filter]?[0], codes)
      if tally.isAnswered { return }
    }
    try snapshot.confirmReports()
    if let key = tally.missingKey(of: keys) {
      throw .noValues(place: place, key: key, having: try keysWithValues())
    }
    guard let error = tally.error(filter, keys, before: asOf) else { return }
    // A field without any value is the likeliest reason.
    let absent = filter?.fieldNames.first {
      RacingTables.flatField($0) != nil && !snapshot.hasValue(of: $0)
    }
    guard tally.meeting == 0, let filter, let absent else { throw error }
    let prices = Market.among([absent]).isEmpty ? [] : snapshot.marketNames
    let offered = try prices.isEmpty ? keysWithValues() : prices
    throw .noValues(place: filter.place ?? "--where", key: absent, having: offered)
  }

  /// Checks that each name that a condition compares with is a value of its field.
  ///
  /// - Parameter filter: The condition.
  /// - Throws: `ReportError` `.unknownValue` for a name that the store lacks.
  package func checkNames(of filter: Filter) throws(ReportError) {
    let months = snapshot.segments(of: RacingTables.runners)
    guard !filter.namesAsked.isEmpty, let last = months.last else { return }
    var columns = KeyColumns(
      months: try snapshot.monthViews(of: [last], threads: 1), snapshot: snapshot,
      aliases: aliases, rules: rules)
    let error = filter.unknownValue { field in
      columns.prepare(field)
      guard columns.areSound else { return nil }
      // Each month has its own name.
      return field == "month" ? months.map(\.month.iso) : columns.names(ofField: field)
    }
    if let error { throw error }
  }

  /// The keys that are offered in place of one without values, people and horses first.
  package static let keysToOffer = [
    "jockey", "trainer", "horse", "owner", "sire", "course", "country", "going", "class", "draw",
  ]

  // MARK: - Implementation

  /// Whether a field's values follow from earlier months.
  private static func needsPast(_ key: String) -> Bool {
    (KeyBand(key)?.value.fieldNames ?? [key]).contains { field in
      RunnerFact(rawValue: field).map { !$0.isOfRace }
        ?? field.hasPrefix(DaysSinceLastRun.fieldName)
    }
  }

  /// The keys to offer that some runner has.
  private func keysWithValues() throws(ReportError) -> [String] {
    let months = snapshot.segments(of: RacingTables.runners).reversed()
    let all = Self.keysToOffer
    var missing = all
    for segment in months where !missing.isEmpty {
      var columns = KeyColumns(
        months: try snapshot.monthViews(of: [segment], threads: 1), snapshot: snapshot)
      missing.removeAll { columns.namedColumn($0).months[0].pointer.contains { $0 >= 0 } }
    }
    return all.filter { !missing.contains($0) }
  }
}

/// The numbers of runners that meet parts of a question.
package struct RunnerTally {
  /// Runners before the as-of date.
  package var runners = 0
  /// Runners that meet the condition.
  package var meeting = 0
  /// Per key, runners that have a value.
  package var having: [Int]
  /// Whether some runner meets the condition and has all keys.
  package var isAnswered = false

  /// Begins to count runners.
  package init(keys: Int) { having = [Int](repeating: 0, count: keys) }

  /// Returns the first key that no runner has; nil if each has one, or if there is no runner.
  package func missingKey(of keys: [String]) -> String? {
    runners > 0 ? zip(keys, having).first { $0.1 == 0 }?.0 : nil
  }

  /// Returns the error of a question whose condition no runner meets, or none that has all keys.
  ///
  /// - Parameters:
  ///   - filter: The condition; nil if all runners count.
  ///   - keys: The keys, each with a value of some runner.
  ///   - asOf: Only races before this day count; nil if all count.
  /// - Returns: `.noRunner`; nil if the question is answered, or if there is no runner.
  package func error(_ filter: Filter?, _ keys: [String], before asOf: Day?) -> ReportError? {
    guard runners > 0, !isAnswered else { return nil }
    return .noRunner(
      place: filter?.place ?? "--where", keys: meeting > 0 || filter == nil ? keys : [],
      among: runners, asOf: asOf?.iso)
  }

  fileprivate mutating func add(_ rows: Range<Int>, _ mask: Bitmap?, _ codes: [Buffer<Int32>]) {
    runners += rows.count
    for row in rows {
      let meets = mask?[row] ?? true
      meeting += meets ? 1 : 0
      var hasAll = meets
      for key in codes.indices {
        let has = codes[key][row] >= 0
        having[key] += has ? 1 : 0
        hasAll = hasAll && has
      }
      if hasAll {
        isAnswered = true
        return
      }
    }
  }
}

extension Filter {
  /// The names that fields with lists of names are compared with.
  package var namesAsked: [(field: String, names: [String])] {
    expression.namesAsked.compactMap { field, names in
      // Plain texts, such as a race's name, have no list of values.
      guard field.kind == .text, case .coded = KeyColumns.type(ofField: field.name) else {
        return nil
      }
      return (field.name, names)
    }
  }

  /// Returns the error of the first name that is no value of its field.
  ///
  /// - Parameter names: Returns the values of a field; nil if they cannot be read.
  /// - Returns: `.unknownValue`; nil if each name is a value.
  package func unknownValue(among names: (String) -> [String]?) -> ReportError? {
    for (field, asked) in namesAsked {
      guard let all = names(field) else { return nil }
      let known = Set(all)
      for name in asked where !known.contains(name) {
        return .unknownValue(place: place ?? "--where", field: field, found: name, among: all)
      }
    }
    return nil
  }
}

extension FilterExpression {
  /// The texts that fields are compared with for equality, by field.
  fileprivate var namesAsked: [(field: FilterField, names: [String])] {
    switch self {
    case .and(let parts), .or(let parts): return parts.flatMap(\.namesAsked)
    case .not(let part): return part.namesAsked
    case .valued, .compared: return []
    case .test(let field, let test):
      let literals: [FilterLiteral] =
        switch test {
        case .compare(.equal, let literal), .compare(.unequal, let literal): [literal]
        case .among(let literals): literals
        default: []
        }
      return [
        (
          field,
          literals.compactMap { literal in
            if case .text(let text) = literal { text } else { nil }
          }
        )
      ]
    }
  }
}
