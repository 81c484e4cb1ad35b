import ColumnStore
import Columns
import TestSupport
import Testing

@testable import EntityReports
@testable import Questions
@testable import RunnerKeys

/// Holds the engine's reports against the reference's, cell by cell, and the summary's counts.
func expectReference(
  _ snapshot: Snapshot, _ dimensions: [String], _ windows: [String],
  aliases: [String: [String: String]] = [:],
  request adjust: (inout ReportRequest) throws -> Void = { _ in },
  reference adjustReference: (inout ReferenceReport) -> Void = { _ in }
) throws {
  var request = ReportRequest(
    dimensions: try dimensions.map { try Dimension($0) },
    windows: try windows.map { try Window($0) })
  try adjust(&request)
  var reference = ReferenceReport(snapshot, aliases: aliases)
  adjustReference(&reference)
  let result = try ReportJob(request, from: snapshot).run()
  let expected = reference.rows(
    request.dimensions.map(\.keys), windows: request.windows.map(\.days))
  for (report, expected) in zip(result.reports, expected) {
    expectEqual(ReportTable(report), expected)
  }
  let summary = result.summary
  #expect(
    [summary.races, summary.starters, summary.nonRunners, summary.unresolved] == reference.counts)
}

private func expectEqual(_ table: ReportTable, _ expected: [[String]]) {
  let found = table.rows.elementsEqual(expected)
  guard !found else { return }
  let seed = "TEST_SEED=\(SeededGenerator.seed)"
  #expect(table.rows.count == expected.count, "\(table.header[0]), \(seed)")
  for (row, other) in zip(table.rows, expected) where row != other {
    let cells = zip(table.header, zip(row, other)).filter { $1.0 != $1.1 }
    Issue.record("\(seed) \(other.prefix(4)): \(cells)")
    return
  }
}
