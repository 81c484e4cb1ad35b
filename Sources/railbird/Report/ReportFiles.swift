import RacingReports
import ReportSpecs
import ReportWriters

/// A run's files: one per report and format, and the summary.
struct ReportFiles {
  /// The reports' names, in order.
  let names: [String]
  let formats: Set<ReportFormat>
  let folder: OutputFolder
  let threads: Int

  /// The name of the file that people look at first: that of the first report, best as a page.
  var first: String? {
    let ending = ["html", "csv", "json"].first { ending in
      formats.contains { $0.rawValue == ending }
    }
    guard let name = names.first, let ending else { return nil }
    return "\(name).\(ending)"
  }

  func write(_ result: ReportResult, isSpec: Bool, sources: [SourceCounts]) throws {
    for (name, report) in zip(names, result.reports) {
      if formats.contains(.csv) {
        try folder.write(to: name + ".csv") {
          try CSVReportWriter.write(report, threads: threads, to: $0)
        }
      }
      if formats.contains(.json) {
        try folder.write(to: name + ".json") {
          try JSONReportWriter.write(report, threads: threads, to: $0)
        }
      }
    }
    let named = zip(names, result.answers).map { (name: $0, answer: $1) }
    let text = SummaryWriter.text(
      result.summary, reports: isSpec ? named : [], sources: sources, version: Version.engine)
    try folder.write(text, to: "summary.json")
  }
}
