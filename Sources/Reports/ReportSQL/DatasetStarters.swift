import ColumnStore
import Columns
import EntityReports
import Foundation
import Questions
import Racing
import RunnerKeys

/// A store's runners as rows of a dataset, from which another engine computes reports by SQL.
///
/// A row has every field of the runner that a question may use, and the runner's parts of a
/// report's sums (`StarterSums`), computed by the code of the store's own reports. Names keep their
/// spelling; only facts of earlier runs use aliases.
package final class DatasetStarters {
  /// The columns of every month.
  package let fields: [Field]

  private let snapshot: Snapshot
  private let runners: [Segment]
  private let threads: Int
  private let questions: [FilterField]
  private let rules: ReportRules
  private let countries: [String]
  /// The columns of the current month that depend on earlier months; months are processed in order.
  private var history: KeyColumns
  /// The index of the current month; −1 before the first.
  private var place = -1
  private let beforeFirst: KeyColumns
  private let historyFields: [String]
  private var sources: FactSources
  /// The names of coded fields by code, built once for all months.
  private var names: [String: Column] = [:]
  private let origin: DatasetFacts
  private let factRules: FactRules

  /// Prepares the rows; the facts of a month are computed when it or a later month is requested.
  ///
  /// - Parameters:
  ///   - snapshot: The state, with the tables of ``ReportJob/tables(for:)`` for bets of any group.
  ///   - aliases: Other spellings of names, in facts of earlier runs.
  ///   - rules: Settings of these facts.
  ///   - threads: Number of worker threads.
  /// - Throws: ``ReportError`` `.noRaces` without a race, `.store` when races are damaged.
  package init(
    _ snapshot: Snapshot, aliases: NameAliases, rules: FactRules = .standard, threads: Int
  ) throws(ReportError) {
    guard let days = try snapshot.raceDays() else {
      throw .noRaces(store: snapshot.store, asOf: nil)
    }
    let rules = try snapshot.priced(rules)
    factRules = rules
    self.snapshot = snapshot
    self.threads = threads
    runners = snapshot.segments(of: RacingTables.runners)
    questions =
      FilterField.all.filter { $0.name != DatasetStarters.partition }
      + snapshot.namedPrices.filter { $0.hasPrefix(NamedPrice.prefix) }
      .map { FilterField(name: $0, kind: .number) }
    fields =
      questions.map { Field($0.name, Self.plain(KeyColumns.type(ofField: $0.name))) }
      + StarterSums.fields(at: rules.market!)
    historyFields = questions.map(\.name).filter(Self.isOfOtherMonths)
    beforeFirst = KeyColumns(
      months: [], snapshot: snapshot, aliases: aliases, rules: rules, past: PastRuns())
    history = beforeFirst
    sources = FactSources(RunnerFact.allCases, snapshot.dictionary("source"))
    var scope = ReportScope(windows: [.all])
    scope.figures = .everything
    scope.figures.market = rules.market!
    // Commission is charged on a market's net winnings, which depend on the question.
    scope.commission = Commission(rateMicros: 0)!
    let dictionary = snapshot.dictionary("country")
    countries = (0..<dictionary.count).map { dictionary[$0] }
    self.rules = ReportRules(
      ResolvedScope(scope, asOf: days.upperBound + 1, aliases: aliases), countries: countries)
    origin = DatasetFacts(
      days: days, newest: try NewestRace(snapshot), aliases: aliases, rules: rules)
  }

  /// The column that partitions the files, which do not contain it.
  package static let partition = "month"

  /// The months, in time order.
  package var months: [Month] { runners.map(\.month) }

  /// Returns a checksum of everything that a month's rows depend on: while it stays, so do the
  /// rows.
  ///
  /// - Parameter month: One of ``months``.
  /// - Returns: A checksum.
  package func key(of month: Month) -> String {
    let races = Dictionary(
      uniqueKeysWithValues: snapshot.segments(of: RacingTables.races).map {
        ($0.month, $0.checksum)
      })
    // Facts of earlier runs depend on all earlier months.
    let runs = snapshot.segments(of: RacingTables.runners).filter { $0.month <= month }
    let dividends = snapshot.segment(of: RacingTables.dividends, month: month)?.checksum ?? ""
    let lines =
      fields.map { "\($0.name) \($0.type.name)" } + [origin.rowKey, dividends]
      + runs.map { "\($0.month.number) \(races[$0.month] ?? "") \($0.checksum)" }
    return Checksum.hex(of: Data(lines.joined(separator: "\n").utf8))
  }

  /// Computes a month's rows.
  ///
  /// Request months in time order: for an earlier month than the last one requested, the facts of
  /// earlier runs are computed again from the first month.
  ///
  /// - Parameter month: One of ``months``.
  /// - Returns: The rows in stored order, race after race.
  /// - Throws: ``ReportError`` `.store` when rows are damaged.
  package func table(of month: Month) throws(ReportError) -> Table {
    guard let index = runners.firstIndex(where: { $0.month == month }) else {
      preconditionFailure("the store has no such month")
    }
    try goThrough(index)
    let view = history.months[0]
    defer { view.releasePages() }
    var own = KeyColumns(months: [view], snapshot: snapshot, rules: factRules)
    var columns: [Column] = []
    for field in questions {
      let isOfOthers = Self.isOfOtherMonths(field.name)
      if !isOfOthers { own.prepare(field.name) }
      let source = isOfOthers ? history : own
      guard source.areSound else { throw damage }
      let column = source.flatColumn(field.name, month: 0)
      if case .coded = column.type, names[field.name] == nil {
        names[field.name] = source.prepared(field.name).names.names
      }
      columns.append(Self.plain(column, names[field.name]))
    }
    let places = PlaceColumns.all([view], of: snapshot, for: rules.figures, threads: 1)
    guard let places, let sums = StarterSums(view, places[0], rules, countries: countries) else {
      throw damage
    }
    try snapshot.confirmReports()
    return Table(fields: fields, columns: columns + sums.columns, rowCount: view.runners.rowCount)
  }

  /// Collects the facts of the store that a report from the dataset needs.
  ///
  /// - Returns: A part of the dataset's manifest.
  /// - Throws: ``ReportError`` `.store` when rows are damaged.
  package func facts() throws(ReportError) -> DatasetFacts {
    try goThrough(runners.count - 1)
    var facts = origin
    facts.absences = sources.absences
    try snapshot.confirmReports()
    return facts
  }

  // MARK: - Implementation

  /// Computes facts month by month up to one, and keeps the last month's.
  private func goThrough(_ last: Int) throws(ReportError) {
    if last < place {
      (history, place) = (beforeFirst, -1)
      sources = FactSources(RunnerFact.allCases, snapshot.dictionary("source"))
    }
    while place < last {
      history.months.first?.releasePages()
      history = history.followed(
        by: try snapshot.monthViews(of: [runners[place + 1]], threads: threads))
      history.prepare(RunnerFact.allCases, threads: threads)
      for field in historyFields { history.prepare(field) }
      guard history.areSound else { throw damage }
      sources.add(history)
      place += 1
    }
  }

  private var damage: ReportError {
    .store(snapshot.damage(in: ReportJob.tables(for: [.everything]), threads: threads))
  }

  /// Whether a field depends on other months than the runner's.
  private static func isOfOtherMonths(_ field: String) -> Bool {
    RunnerFact(rawValue: field) != nil || field.hasPrefix(DaysSinceLastRun.fieldName)
  }

  private static func plain(_ type: ColumnType) -> ColumnType {
    switch type {
    case .coded: .text
    case .micros, .instant: .int64
    case .int16: .int32
    default: type
    }
  }

  /// Converts codes to names, and decimals and times to their stored integers.
  private static func plain(_ column: Column, _ names: Column?) -> Column {
    switch column.type {
    case .coded:
      let codes = column.int32s.enumerated().map { column.isNull($0) ? -1 : $1 }
      return names?.gathered(codes) ?? .nulls(.text, count: column.count)
    case .micros, .instant: return Column(.int64, column.values, column.validity)
    case .int16:
      return Column(.int32, .int32(Buffer(column.int16s.map { Int32($0) })), column.validity)
    default: return column
    }
  }
}
