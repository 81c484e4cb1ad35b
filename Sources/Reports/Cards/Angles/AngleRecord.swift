import ColumnStore
import Columns
import EntityReports
import Questions
import Racing
import RunnerKeys

/// An angle's record over some days: the row of `railbird report --by none` with its condition.
public struct AngleRecord: Sendable {
  /// The angle.
  public let angle: Angle
  /// The report, with a row if a runner counts; nil if no race is within the days.
  public let answer: ReportAnswer?

  /// The report's row; nil without a run.
  public var row: EntityReport.Row? { answer?.report.rows.first }

  /// Returns the columns of a record with some bets.
  ///
  /// - Parameters:
  ///   - bets: The bets; see ``AngleRecord/bets(of:)``.
  ///   - market: The market.
  /// - Returns: The columns, the figures of luck included.
  package static func columns(_ bets: [BetGroup], at market: Market = .sp) -> ReportColumns {
    var choice = FigureChoice(bets: bets)
    choice.luck = .bh
    return ReportColumns(choice.priced(by: market))
  }

  /// Lists the bets that records of several angles show side by side: the bets of all angles, and
  /// those at the starting price.
  ///
  /// - Parameter angles: The angles.
  /// - Returns: The bets, in the order of their columns.
  package static func bets(of angles: [Angle]) -> [BetGroup] {
    BetGroup.fixed.filter { group in
      group == .sp || angles.contains { $0.figures.bets.contains(group) }
    }
  }

  /// Returns the cells of some columns, as the report prints them; `q` is adjusted for all angles.
  ///
  /// - Parameter columns: Names out of ``AngleRecord/columns(_:at:)``.
  /// - Returns: A cell per column; without a run, 0 for counts and nothing else.
  package func cells(_ columns: [String]) -> [ReportCell] {
    CardFigures(isNamed: true, rows: [row]).cells(columns, window: 0)
  }
}

/// Computes the records of several angles.
struct AngleRecords: Sendable {
  /// The days of a record.
  struct Days: Sendable {
    let window: Window
    /// Only races before this day count.
    let asOf: Day
  }

  let angles: [Angle]
  let aliases: NameAliases
  let threads: Int

  /// Computes each angle's record; `q` is adjusted for all angles together.
  ///
  /// - Parameters:
  ///   - days: The days of each angle's record; nil for no record.
  ///   - snapshot: The store's state to compute from.
  ///   - counting: Takes the number of runners to visit, and returns a function that takes the
  ///     number of runners added, from any thread.
  /// - Returns: A record per angle, and the counts of all runners before the first one's day.
  /// - Throws: ``ReportError`` `.store` when runners have values that no import writes.
  func records(
    _ days: [Days?], from snapshot: Snapshot, counting: (Int) -> @Sendable (Int) -> Void
  ) throws(ReportError) -> (records: [AngleRecord], all: ReportSummary?) {
    let first = try snapshot.raceDays()?.lowerBound
    var jobs: [(own: [Int], job: ReportJob)] = []
    let bets = AngleRecord.bets(of: angles)
    // All facts of one job use the same settings.
    for facts in angles.map(\.facts).uniqued() {
      let own = angles.indices.filter { index in
        guard let first, let days = days[index] else { return false }
        return angles[index].facts == facts && first < days.asOf
      }
      guard !own.isEmpty else { continue }
      let scopes = own.map { index in
        angles[index].scope(days[index]!.window, asOf: days[index]!.asOf, bets: bets)
      }
      var population = scopes[0]
      population.filter = nil
      var batch = ReportBatch(
        scopes.map { ReportQuestion(.ofEveryone, scope: $0) }, scope: population)
      batch.aliases = aliases
      batch.facts = facts
      batch.threads = threads
      jobs.append((own, try ReportJob(batch, from: snapshot)))
    }
    let progress = counting(jobs.reduce(0) { $0 + $1.job.runnerCount })
    var answers = [ReportAnswer?](repeating: nil, count: angles.count)
    var all: ReportSummary?
    for (own, job) in jobs {
      let result = try job.run(progress: progress)
      for (index, answer) in zip(own, result.answers) { answers[index] = answer }
      all = all ?? result.summary
    }
    return (compared(answers), all)
  }

  // MARK: - Implementation

  /// Adjusts the angles' p-values for all angles, as a report does for its rows.
  private func compared(_ answers: [ReportAnswer?]) -> [AngleRecord] {
    let found = answers.compactMap { $0 }
    let compared = ReportRows.compared(
      found.map(\.report.rows), minRuns: 0, threads: threads)
    var next = 0
    return zip(angles, answers).map { angle, answer in
      guard let answer else { return AngleRecord(angle: angle, answer: nil) }
      let report = EntityReport(dimension: answer.report.dimension, rows: compared[next])
      next += 1
      return AngleRecord(
        angle: angle,
        answer: ReportAnswer(
          question: answer.question, report: report, summary: answer.summary,
          absences: answer.absences))
    }
  }
}

extension Array where Element: Hashable {
  /// Returns the elements, each once, in the order of first appearance.
  fileprivate func uniqued() -> [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
