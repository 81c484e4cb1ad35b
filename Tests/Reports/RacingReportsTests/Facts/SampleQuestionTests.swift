import Foundation
import TestSupport
import Testing

/// Questions about money and chances, asked of the sample and of DuckDB.
struct SampleQuestionTests {
  /// Adds what the sample lacks: the exchange's place prices, a quarter of the win odds, and the
  /// tote's place dividends of two races in three, a few of them missing.
  private static let script = """
    import csv, sys
    with open(sys.argv[1], newline='') as source, open(sys.argv[2], 'w', newline='') as file, \
        open(sys.argv[3], 'w', newline='') as other:
      rows, out, dividends = csv.reader(source), csv.writer(file), csv.writer(other)
      names = next(rows)
      out.writerow(names + ['place_bsp'])
      dividends.writerow(['race_id', 'date', 'pool', 'combination', 'dividend'])
      for index, row in enumerate(rows):
        cells = dict(zip(names, row))
        odds = cells['bsp']
        out.writerow(row + [round(1 + (float(odds) - 1) / 4, 2) if odds else ''])
        if (int(cells['race_id']) % 3 and cells['position'] in ('1', '2', '3', '4') and index % 29):
          dividends.writerow([cells['race_id'], cells['date'], 'place', cells['number'],
                              1 + index % 700 / 100])
    """

  @Test(.enabled(if: Python.hasPackages, "\(Python.absence)"))
  func `what people ask of the sample is what duckdb answers`() throws {
    let folder = try TemporaryFolder()
    let (runners, store) = (folder.file("runners.csv"), folder.file("store"))
    let dividends = folder.file("dividends.csv")
    let package = RailbirdProcess.packageFolder
    let made = try Python.run(
      Self.script, package + "/Datasets/sample/runners.csv", runners, dividends)
    try #require(made.exitCode == 0, "\(made.stderr)")
    for (mapping, file) in [
      (["--format", "railbird"], runners),
      (["--mapping", package + "/Tests/Oracle/dividends.yaml"], dividends),
    ] {
      let imported = try RailbirdProcess.run(
        ["import", "--store", store, "--no-archive"] + mapping + [file])
      try #require(imported.exitCode == 0, "\(imported.stderr)")
    }
    try MoneyQuestions(store: store, folder: folder, day: "2024-05-30", jockey: "Zoë Gosack")
      .expectSame(hasPlaceBets: true)
  }
}
