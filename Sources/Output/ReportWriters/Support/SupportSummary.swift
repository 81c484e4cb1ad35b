import Questions
import Columns
import SupportFigures

/// `summary.json` of a report of tickets: the counts behind its numbers.
public enum SupportSummary {
  /// Returns the file's text.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - load: The days of the file `load`.
  ///   - sources: The fate of each source's rows.
  ///   - version: The engine's version.
  /// - Returns: JSON, members in the contract's order.
  public static func text(
    _ report: SupportReport, load: [LoadDay], sources: [SourceCounts], version: String
  ) -> String {
    let total = report.total
    let counts = [
      ("tickets", total.ticketCount), ("open", total.openCount), ("closed", total.closedCount),
      ("unanswered", total.unansweredCount), ("never_answered", total.neverAnsweredCount),
      ("messages", total.messageCount), ("answered", total.firstResponse.count),
      ("resolved", total.resolution.count),
    ]
    let windows = report.windows.map { JSONText.string($0.name) }.joined(separator: ",")
    let files =
      report.groups.map { ($0.grouping.fileName, $0.rows.count) } + [("load", load.count)]
    let rows = files.map { JSONText.string($0.0) + ":\($0.1)" }.joined(separator: ",")
    return SummaryWriter.document(
      [("as_of", JSONText.string(report.asOf.iso)), ("windows", "[\(windows)]")]
        + counts.map { (name: $0.0, value: "\($0.1)") } + [("rows", "{\(rows)}")],
      sources: sources, version: version)
  }
}
