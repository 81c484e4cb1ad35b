import ColumnStore
import Columns
import EntityReports
import Mappings
import Questions
import ReportWriters
import RunnerKeys
import StoreImport
import StoreSupport
import TestSupport

/// A store in a separate folder, and its reports as the CSV writer prints them.
struct StoredSeason {
  let folder: TemporaryFolder

  var store: String { folder.file("store") }

  var snapshot: Snapshot { get throws { try Snapshot(store: store) } }

  /// Makes a synthetic season.
  init(runners: Int, seed: UInt64) throws {
    folder = try TemporaryFolder()
    let path = folder.file("season.csv")
    try StoreFixture.writeSeason(runners: runners, seed: seed, to: path)
    try add(path)
  }

  /// Makes the runners of a text in Railbird's own layout.
  init(csv: String) throws {
    folder = try TemporaryFolder()
    try add(csv: csv, named: "runners.csv")
  }

  /// Imports more runners.
  func add(csv: String, named name: String) throws { try add(folder.write(csv, to: name)) }

  /// Rows of a CSV report as of a day, by column name.
  func report(by dimension: String, asOf: Day) throws -> [[String: String]] {
    var request = ReportRequest(
      dimensions: [try Dimension(dimension)], windows: try Window.list(["30d", "90d", "365d"]))
    request.asOf = asOf
    let text = CSVReportWriter.text(try ReportJob(request, from: snapshot).run().reports[0])
    // Synthetic names have neither commas nor quotes.
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }

  private func add(_ path: String) throws {
    let text = Mapping.builtInText("railbird")!
    let job = ImportJob(
      store: store, mapping: try Mapping(yaml: text, file: "railbird"), mappingText: text,
      now: 1_767_225_600_000_000)
    _ = try job.run([path])
  }
}
