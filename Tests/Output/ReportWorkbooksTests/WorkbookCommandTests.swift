import Foundation
import TestSupport
import Testing

/// `railbird report --format xlsx`.
struct WorkbookCommandTests {
  private let folder: TemporaryFolder
  private var store: String { folder.file("store") }
  private var out: String { folder.file("out") }

  init() throws {
    folder = try TemporaryFolder()
    let rows = (0..<40).map { "\($0),2026-01-01,1,Jockey \($0),=cmd \($0 % 7),1,3" }
    let csv = "race_id,date,number,jockey,trainer,position,sp\n" + rows.joined(separator: "\n")
    let path = try folder.write(csv, to: "runners.csv")
    try Self.run(["import", "--store", store, "--format", "railbird", path])
  }

  private var report: [String] {
    ["report", "--store", store, "--by", "jockey,trainer", "--windows", "all", "--out", out]
  }

  private var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: out).sorted()) ?? []
  }

  @discardableResult
  private static func run(_ arguments: [String]) throws -> ProcessResult {
    let result = try RailbirdProcess.run(arguments)
    try #require(result.exitCode == 0, "\(result.stderr)")
    return result
  }

  @Test func `a run has one workbook with a sheet per report, beside the other formats`() throws {
    try Self.run(report + ["--format", "csv,xlsx"])
    #expect(files == ["jockey.csv", "report.xlsx", "summary.json", "trainer.csv"])
    let book = try WorkbookReader(out + "/report.xlsx")
    #expect(book.sheets.map(\.name) == ["jockey", "trainer", "About"])
    for sheet in book.sheets.dropLast() {
      let text = try String(contentsOfFile: "\(out)/\(sheet.name).csv", encoding: .utf8)
      let rows = try csvRows(text)
      #expect(Set(sheet.cells.keys.map { $0.prefix { $0 != "," } }).count == rows.count)
      #expect(rows[0].indices.map { sheet[0, $0]?.text } == rows[0])
      #expect(sheet[1, 4]?.number == Double(rows[1][4]))
    }
    // A spreadsheet needs the guard of CSV files nowhere in a workbook.
    #expect(book.sheets[1][1, 0]?.text?.hasPrefix("=cmd ") == true)
    let command = book.sheets[2].cells.values.compactMap(\.text).first {
      $0.hasPrefix("railbird report")
    }
    #expect(command?.hasSuffix("--format csv,xlsx --as-of 2026-01-02") == true)
  }

  @Test func `a spec may ask for a workbook, whose sheets have its names`() throws {
    let spec = try folder.write(
      "format: xlsx\nreports:\n  - name: riders\n    by: jockey\n  - by: trainer\n", to: "q.yaml")
    try Self.run(["report", "--store", store, "--spec", spec, "--out", out])
    let names = try WorkbookReader(out + "/report.xlsx").sheets.map(\.name)
    #expect(names == ["riders", "trainer", "About"])
    #expect(files == ["report.xlsx", "summary.json"])
  }

  /// A file's limit of bytes imitates a full disk: the library's temporary files meet it first.
  @Test func `a disk that takes no more leaves the old workbook, or has the whole new one`() throws
  {
    let asked = report + ["--format", "xlsx", "--quiet"]
    try Self.run(asked)
    let path = out + "/report.xlsx"
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let script = """
      import os, resource, sys
      resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
      os.execv(sys.argv[2], sys.argv[2:])
      """
    var outcomes: [Int32: Int] = [:]
    // The sheets have some 70 kB, the library writes 4 kB at a time.
    for index in LongForm.indices(280, "limits of a file's bytes") {
      let limit = 1000 + 500 * index
      try Data("old".utf8).write(to: URL(fileURLWithPath: path))
      let result = try RailbirdProcess.run(
        program: "python3", ["-c", script, "\(limit)", RailbirdProcess.executable] + asked)
      let found = try Data(contentsOf: URL(fileURLWithPath: path))
      outcomes[result.exitCode, default: 0] += 1
      if result.exitCode == 0 {
        #expect(found == whole, "\(limit)")
      } else {
        #expect(result.exitCode == 1 && found == Data("old".utf8), "\(limit): \(result.stderr)")
        #expect(result.stderr.contains("\(path): cannot be written ("), "\(result.stderr)")
      }
      #expect(files == ["report.xlsx", "summary.json"], "\(limit)")
    }
    #expect(outcomes[0, default: 0] > 1 && outcomes[1, default: 0] > 10)
  }
}
