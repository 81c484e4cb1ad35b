import Columns
import Foundation
import TabularFiles
import TestSupport
import Testing

/// Real JSON files, which the repository does not hold.
@Suite(.enabled(if: JSONSamples.areThere, "the data sets are not here: set RAILBIRD_DATASETS"))
struct JSONSampleTests {
  @Test(arguments: [
    ("uk-racecards-sample/racecards_2026-01-01.json.zst", "*/*/*/runners/*", 372),
    ("uk-racecards-sample/racecards_2026-01-17.json.zst", "*/*/*/runners/*", 348),
    ("racing-api-samples/racecards_sample.json", "racecards/*/runners/*", 118),
    ("rapidapi-usa-sample/races_63_reconstructed.json", "*/horses/*", 495),
  ])
  func `the runners are the first rows proposed`(file: String, path: String, count: Int) throws {
    let source = try SourceFile(path: JSONSamples.folder + "/" + file)
    let best = try #require(try source.rowPaths().first)
    #expect(best.path.text == path && best.rowCount == count)
    let columns = try source.columnNames(rows: best.path)
    #expect(try source.read(columns: columns, rows: best.path, threads: 2).rowCount == count)
    #expect(columns.filter { !$0.hasPrefix("../") && $0 != "@key" }.count == best.columnCount)
  }

  @Test(arguments: [
    ("racing-api-samples/racecards_sample.json", "racecards/*", 7),
    ("rapidapi-usa-sample/races_63_reconstructed.json", "*", 63),
  ])
  func `races are rows too`(file: String, path: String, count: Int) throws {
    let source = try SourceFile(path: JSONSamples.folder + "/" + file)
    #expect(try source.rowPaths().contains { $0.path.text == path && $0.rowCount == count })
  }
}

private enum JSONSamples {
  static let folder = RailbirdProcess.datasets
  static let areThere = FileManager.default.fileExists(atPath: folder + "/rapidapi-usa-sample")
}
