import Foundation
import TestSupport
import Testing

/// `--format html` of the commands that write pages.
struct PageCommandTests {
  private let folder: TemporaryFolder
  private var store: String { folder.file("store") }

  init() throws {
    folder = try TemporaryFolder()
    let csv = """
      race_id,date,number,jockey,position,sp
      1,2026-01-01,1,Ann,1,3
      1,2026-01-01,2,Bob,2,2
      2,2026-01-02,1,Ann,2,4
      2,2026-01-02,2,Bob,1,1.5
      """
    let path = try folder.write(csv, to: "runners.csv")
    try Self.run(["import", "--store", store, "--format", "railbird", path])
  }

  @Test func `a report's page comes with the figures of luck and its command`() throws {
    let out = folder.file("out")
    try Self.run([
      "report", "--store", store, "--by", "jockey", "--where", "sp > 1", "--format", "csv,html",
      "--out", out,
    ])
    let page = try PageReader(Self.text(out + "/report.html"))
    #expect(page.names == ["jockey"])
    let csv = try Self.text(out + "/jockey.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(csv[0].contains("luck_sd") && csv[0].contains("q"))
    #expect(try page.rows() == Array(csv.dropFirst()))
    let facts = try #require(page.data["facts"] as? [String: Any])
    #expect(
      facts["command"] as? String
        == "railbird report --store \(store) --by jockey --where 'sp > 1' --format csv,html "
        + "--out \(out) --as-of 2026-01-03")
    let files = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
    #expect(files == ["jockey.csv", "report.html", "summary.json"])
  }

  @Test func `duplicates by month add up to those of the summary's sources`() throws {
    let again = """
      race_id,date,number,jockey,position,sp
      1,2026-01-01,1,Ann,1,3
      1,2026-01-01,2,Bob,2,2
      3,2026-02-03,1,Ann,2,4
      3,2026-02-03,1,Ann,2,4
      4,2026-03-04,1,Ann,2,4
      """
    let path = try folder.write(again, to: "again.csv")
    try Self.run(["import", "--store", store, "--format", "railbird", path])
    let out = folder.file("out")
    try Self.run([
      "report", "--store", store, "--by", "jockey", "--where", "sp < 4", "--as-of", "2026-02-01",
      "--format", "csv,html", "--out", out,
    ])
    let page = try PageReader(Self.text(out + "/report.html"))
    let months = try page.quality("Coverage by month").rows
    let counts = months.map { [$0[0], $0[2], $0[8]] }
    #expect(counts == [["2026-01", "3", "2"], ["2026-02", "0", "1"]])
    let summary = try #require(
      try JSONSerialization.jsonObject(with: Data(Self.text(out + "/summary.json").utf8))
        as? [String: Any])
    let sources = try #require(summary["sources"] as? [[String: Any]])
    #expect(sources.compactMap { $0["duplicates"] as? Int } == [0, 3])
    #expect(try page.quality("Sources").rows.map { $0[3] } == ["0", "3"])
  }

  @Test func `without a word about it no page is written`() throws {
    let out = folder.file("out")
    try Self.run(["report", "--store", store, "--by", "jockey", "--out", out])
    let files = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
    #expect(files == ["jockey.csv", "jockey.json", "summary.json"])
    #expect(try !Self.text(out + "/jockey.csv").contains("luck_sd"))
  }

  @Test func `a spec may ask for pages`() throws {
    let spec = try folder.write("format: html\nreports:\n  - by: jockey\n", to: "q.yaml")
    let out = folder.file("out")
    try Self.run(["report", "--store", store, "--spec", spec, "--out", out])
    #expect(try PageReader(Self.text(out + "/report.html")).rows().count == 10)
  }

  @Test func `a card is a page, also on standard output`() throws {
    let card = ["card", "--store", store, "--date", "2026-01-02", "--format", "html"]
    let shown = try Self.run(card).stdout
    #expect(shown.hasPrefix("<!doctype html>") && shown.contains("Card of 2026-01-02"))
    let out = folder.file("out")
    try Self.run(card + ["--out", out])
    #expect(try Self.text(out + "/card-2026-01-02.html") == shown)
  }

  @Test(arguments: [
    String(repeating: "x", count: 300), String(repeating: "\u{1F40E}", count: 300),
    String(String(repeating: "\u{5E1}\u{5D5}\u{5E1} \"'<script>", count: 30).prefix(299)) + "!",
  ])
  func `a name of 300 characters is on pages, cards, terminals and in files`(
    name: String
  ) throws {
    let cell = "\"" + name.replacing("\"", with: "\"\"") + "\""
    let path = try folder.write(
      "race_id,date,number,jockey,horse,position,sp\n9,2026-01-09,1,\(cell),\(cell),1,3\n",
      to: "long.csv")
    try Self.run(["import", "--store", store, "--format", "railbird", path])
    let out = folder.file("out")
    let shown = try Self.run([
      "report", "--store", store, "--by", "jockey", "--windows", "1d", "--min-runs", "1", "--show",
      "--format", "csv,html", "--out", out,
    ]).stdout
    #expect(shown.contains(name.prefix(30)) && shown.contains("… "))
    let written = name.contains("\"") ? cell : name
    #expect(try Self.text(out + "/jockey.csv").contains("\n\(written),1d,"))
    #expect(try PageReader(Self.text(out + "/report.html")).rows().map { $0[0] } == [name])
    let card = ["card", "--store", store, "--date", "2026-01-09"]
    #expect(try Self.run(card).stdout.contains(name.prefix(9)))
    #expect(try Self.run(card + ["--format", "csv"]).stdout.contains(",\(written),"))
    let escaped = name.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    #expect(try Self.run(card + ["--format", "html"]).stdout.contains(">\(escaped)</"))
  }

  @Test(arguments: [
    (["report", "--by", "jockey"], "csv, json, html, xlsx or several of them"),
    (["card"], "text, csv, json or html"), (["season"], "csv, json, html or several of them"),
  ])
  func `an unknown format is bad usage`(command: [String], expected: String) throws {
    let result = try RailbirdProcess.run(
      command + ["--store", store, "--format", "pdf", "--out", folder.file("out")])
    #expect(result.exitCode == 64)
    #expect(result.stderr.contains("--format: found pdf; expected \(expected)"))
  }

  // MARK: - Implementation

  @discardableResult
  private static func run(_ arguments: [String]) throws -> ProcessResult {
    let result = try RailbirdProcess.run(arguments)
    try #require(result.exitCode == 0, "\(result.stderr)")
    return result
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }
}
