import ColumnStore
import Columns
import EntityReports
import Questions
import Racing
import RunnerKeys

/// Computes records from a snapshot.
public struct RecordJob: Sendable {
  private let request: RecordRequest
  private let snapshot: Snapshot
  private let report: ReportJob

  /// Prepares a record.
  ///
  /// - Parameters:
  ///   - request: The name, and the size of its record.
  ///   - snapshot: The store's state to compute from.
  /// - Throws: `ReportError` `.noRaces` when no race is before the as-of date, `.store` when races
  ///   are damaged.
  public init(_ request: RecordRequest, from snapshot: Snapshot) throws(ReportError) {
    self.request = request
    self.snapshot = snapshot
    var request = request
    request.facts = try snapshot.priced(request.facts)
    report = try ReportJob(Self.batch(request), from: snapshot)
  }

  /// Computes the record; its figures equal the reports' on the same runs.
  ///
  /// - Returns: The record; without rows if the name has no run before the as-of date.
  /// - Throws: `ReportError` `.store` when runners have values that no import writes.
  public func run() throws(ReportError) -> Record {
    let result = try report.run()
    let rows = result.reports.map(\.rows)
    let asOf = result.summary.scope.asOf
    let runs = try RecordRuns(request, snapshot, before: asOf)
    let last = try runs.last(request.runCount)
    let firstRun = runs.firstDay
    try snapshot.confirmReports()
    let spellings = request.aliases.spellings(of: request.role.rawValue)
    return Record(
      role: request.role, name: request.name,
      spellings: spellings.filter { $0.value == request.name }.keys.sorted {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }, asOf: asOf, firstRun: firstRun, career: rows[1].first,
      windows: request.windows.map { window in
        (window, rows[0].first { $0.window == window })
      }, courses: Array(rows[2]), minCourseRuns: request.minCourseRuns,
      runs: last)
  }

  // MARK: - Implementation

  /// Asks for windows, career and courses as three questions about the name's own runners.
  private static func batch(_ request: RecordRequest) throws(ReportError) -> ReportBatch {
    let role = request.role.rawValue
    let field = FilterField.named(role)!
    let isOwn = FilterExpression.test(field, .compare(.equal, .text(request.name)))
    var scope = ReportScope(windows: request.windows)
    scope.filter = Filter(request.filter.map { .and([isOwn, $0.expression]) } ?? isOwn)
    scope.asOf = request.asOf
    scope.figures = request.figures
    var career = scope
    career.windows = [.all]
    var courses = ReportQuestion(try Dimension("course"), scope: career)
    courses.minRuns = request.minCourseRuns
    let market = request.facts.market ?? .sp
    let isShown = request.figures.priced(by: market).betNames.contains(market.column)
    courses.order = try RowOrder((isShown ? market : .sp).column + "_roi")
    courses.top = request.courseCount
    let own = try Dimension(role)
    var batch = ReportBatch(
      [ReportQuestion(own, scope: scope), ReportQuestion(own, scope: career), courses],
      scope: career)
    batch.aliases = request.aliases
    batch.facts = request.facts
    batch.threads = request.threads
    return batch
  }
}
