import ColumnStore
import Columns
import EntityReports
import Kernels
import Questions
import Racing
import RunnerKeys

/// Two names side by side: all their runs, and those in the races that both had a starter in.
public struct Comparison: Sendable {
  /// The names.
  public let names: [String]
  /// A row per name and window, of all runs.
  package let all: ReportAnswer
  /// Such rows of the races of both; nil without such a race.
  package let shared: ReportAnswer?
  /// The number of races of both.
  public let raceCount: Int
  /// Per name, the races of both in which its best finisher was ahead.
  public let aheadCounts: [Int]
  /// The probability that two equals are as far apart as ``aheadCounts``, by `SignTest`; nil if
  /// neither was ever ahead.
  public var aheadChance: Double? { SignTest(aheadCounts[0], aheadCounts[1]).p }
}

/// Compares two names from a snapshot.
public struct ComparisonJob: Sendable {
  private let request: RecordRequest
  private let names: [String]
  private let snapshot: Snapshot

  /// Prepares a comparison.
  ///
  /// - Parameters:
  ///   - request: The first name, and the scope of both; the numbers of runs and courses do not
  ///     count.
  ///   - other: The other name, as ``NameSearch`` gives it.
  ///   - snapshot: The store's state to compute from.
  public init(_ request: RecordRequest, and other: String, from snapshot: Snapshot) {
    self.request = request
    names = [request.name, other]
    self.snapshot = snapshot
  }

  /// Computes the comparison; its figures equal the reports' on the same runs.
  ///
  /// - Returns: The comparison.
  /// - Throws: `ReportError` `.noRaces` when no race is before the as-of date, `.store` when races
  ///   or runners are damaged.
  public func run() throws(ReportError) -> Comparison {
    let (races, ahead) = try meetings()
    let field = FilterField.named(request.role.rawValue)!
    var parts = [FilterExpression.test(field, .among(names.map { .text($0) }))]
    if let filter = request.filter { parts.append(filter.expression) }
    var questions = [try question(parts)]
    if !races.isEmpty {
      let id = FilterField.named(RacingTables.raceID.name)!
      questions.append(
        try question(parts + [.test(id, .among(races.map { .text($0) }))]))
    }
    var batch = ReportBatch(questions, scope: questions[0].scope)
    batch.aliases = request.aliases
    batch.facts = request.facts
    batch.threads = request.threads
    let answers = try ReportJob(batch, from: snapshot).run().answers
    return Comparison(
      names: names, all: answers[0], shared: answers.count > 1 ? answers[1] : nil,
      raceCount: races.count, aheadCounts: ahead)
  }

  // MARK: - Implementation

  private func question(_ parts: [FilterExpression]) throws(ReportError) -> ReportQuestion {
    var scope = ReportScope(windows: request.windows)
    scope.filter = Filter(parts.count > 1 ? .and(parts) : parts[0])
    scope.asOf = request.asOf
    scope.figures = request.figures
    return ReportQuestion(try Dimension(request.role.rawValue), scope: scope)
  }

  /// Returns the keys of the races of both, and per name the races in which it was ahead.
  private func meetings() throws(ReportError) -> (races: [String], ahead: [Int]) {
    let months = try snapshot.monthViews(threads: request.threads)
    var columns = KeyColumns(
      months: months, snapshot: snapshot, aliases: request.aliases,
      rules: try snapshot.priced(request.facts))
    let masks =
      try FilterMasks(
        [request.filter].compactMap { $0 }, &columns, threads: request.threads)[request.filter]
    let roles = columns.namedColumn(request.role.rawValue)
    guard columns.areSound else { throw .store(snapshot.damage(in: ReportJob.tables)) }
    let own = names.map { name in (0..<roles.names.count).map { roles.names[$0] == name } }
    var races: [String] = []
    var ahead = [0, 0]
    for (place, month) in months.enumerated() {
      let codes = roles.months[place]
      let end = request.asOf.map { month.raceCount(before: $0) } ?? month.races.rowCount
      for race in 0..<end {
        var best: [Int16?] = [nil, nil]
        for row in month.rows(ofRace: race)
        where codes[row] >= 0 && masks?[place][row] ?? true
          && Outcome.isStarter(code: month.outcomes[row])
        {
          for name in own.indices where own[name][Int(codes[row])] {
            let position = month.positions[row] > 0 ? month.positions[row] : .max
            best[name] = min(best[name] ?? .max, position)
          }
        }
        guard let first = best[0], let second = best[1] else { continue }
        races.append(month.races[RacingTables.raceID.name]!.texts[race])
        if first != second { ahead[first < second ? 0 : 1] += 1 }
      }
    }
    try snapshot.confirmReports()
    return (races, ahead)
  }
}
