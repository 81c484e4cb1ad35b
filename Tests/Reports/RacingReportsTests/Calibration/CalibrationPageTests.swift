import Foundation
import TestSupport
import Testing

/// `docs/calibration.md` shows what the command writes.
struct CalibrationPageTests {
  private let folder: TemporaryFolder
  private let page: String

  init() throws {
    folder = try TemporaryFolder()
    page = try String(
      contentsOfFile: RailbirdProcess.packageFolder + "/docs/calibration.md", encoding: .utf8)
  }

  private func run(_ arguments: [String]) throws {
    let done = try RailbirdProcess.run(arguments + ["--quiet"])
    try #require(done.exitCode == 0, "\(done.stderr)")
  }

  private func file(_ name: String) throws -> Substring {
    try String(contentsOfFile: folder.file("out/" + name), encoding: .utf8)[...]
  }

  @Test func `the page's rows are the sample's`() throws {
    let sample = RailbirdProcess.packageFolder + "/Datasets/sample/runners.csv"
    let store = folder.file("store")
    try run(["import", "--store", store, "--format", "railbird", sample])
    try run([
      "calibration", "--store", store, "--baseline", "multiplicative,shin", "--out",
      folder.file("out"),
    ])
    let shown = page.split(separator: "\n").filter { $0.contains(/^ {4}(basis|sp|bsp),/) }
      .map { $0.dropFirst(4) }
    #expect(shown.count == 1 + 4 + 1 + 10 + 1 + 8)
    let written = try ["total", "bins", "odds"].map { try file($0 + ".csv") }
      .flatMap { $0.split(separator: "\n") }
    for line in shown {
      let isThere = written.contains(line)
      #expect(isThere, "\(line)")
    }
  }

  @Test func `the page's probabilities are the command's`() throws {
    let runners = try folder.write(
      """
      race_id,date,horse,number,position,sp
      1,2024-05-01,Red,1,1,2.6
      1,2024-05-01,Green,2,2,2.4
      1,2024-05-01,Blue,3,3,4.3

      """, to: "runners.csv")
    let store = folder.file("store")
    try run(["import", "--store", store, "--format", "railbird", runners])
    let methods = ["multiplicative", "raw", "power", "shin", "odds_ratio"]
    var cells = methods.map { _ in [String]() }
    for number in 1...3 {
      try run([
        "calibration", "--store", store, "--basis", "sp", "--baseline",
        methods.joined(separator: ","), "--where", "number = \(number)", "--out",
        folder.file("out"),
      ])
      let rows = try file("total.csv").split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
      let column = try #require(rows[0].firstIndex(of: "expected"))
      for method in methods.indices { cells[method].append(String(rows[method + 1][column])) }
    }
    for (method, cells) in zip(methods, cells) {
      #expect(page.contains("| `\(method)` | \(cells.joined(separator: " | ")) |\n"), "\(cells)")
    }
  }
}
