import Foundation
import TestSupport
import Testing

/// Questions about money and chances, asked of the sample and of DuckDB.
struct SampleQuestionTests {
  /// Adds the exchange's place prices, which the sample lacks: a quarter of the win odds.
  private static let script = """
    import csv, sys
    with open(sys.argv[1], newline='') as source, open(sys.argv[2], 'w', newline='') as file:
      rows, out = csv.reader(source), csv.writer(file)
      names = next(rows)
      out.writerow(names + ['place_bsp'])
      for row in rows:
        odds = row[names.index('bsp')]
        out.writerow(row + [round(1 + (float(odds) - 1) / 4, 2) if odds else ''])
    """

  @Test(.enabled(if: Python.hasPackages, "\(Python.absence)"))
  func `what people ask of the sample is what duckdb answers`() throws {
    let folder = try TemporaryFolder()
    let (runners, store) = (folder.file("runners.csv"), folder.file("store"))
    let made = try Python.run(
      Self.script, RailbirdProcess.packageFolder + "/Datasets/sample/runners.csv", runners)
    try #require(made.exitCode == 0, "\(made.stderr)")
    let imported = try RailbirdProcess.run([
      "import", "--store", store, "--format", "railbird", "--no-archive", runners,
    ])
    try #require(imported.exitCode == 0, "\(imported.stderr)")
    try MoneyQuestions(store: store, folder: folder, day: "2024-05-30", jockey: "Zoë Gosack")
      .expectSame(hasPlacePrices: true)
  }
}
