import Foundation
import MappingProposals
import Mappings
import StoreImport
import TestSupport
import Testing

/// docs/mapping.md is the source of its examples, which are run here.
struct MappingDocTests {
  private static let docs = URL(filePath: RailbirdProcess.packageFolder)
    .appending(path: "docs")

  private struct Block {
    /// The language and the rest of the line, such as `csv races.csv`.
    let info: String
    let text: String
  }

  private static func blocks() throws -> [Block] {
    let text = try String(contentsOf: docs.appending(path: "mapping.md"), encoding: .utf8)
    var blocks: [Block] = []
    var open: (info: String, lines: [Substring])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let block = open, line == "```" {
        blocks.append(Block(info: block.info, text: block.lines.joined(separator: "\n") + "\n"))
        open = nil
      } else if open != nil {
        open!.lines.append(line)
      } else if line.hasPrefix("```") {
        open = (String(line.dropFirst(3)), [])
      }
    }
    return blocks
  }

  private static func block(_ info: String) throws -> String {
    try #require(try blocks().first { $0.info == info }, "a block \(info)").text
  }

  /// Writes a block under the name given after its language.
  private static func file(_ name: String, _ store: TestStore) throws -> String {
    let path = store.folder + "/" + name
    try block("csv " + name).write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private static func line(_ file: ImportedFile) -> String {
    "\(file.name): \(file.rowsRead) rows read = \(file.stored) stored + \(file.duplicates) "
      + "duplicates + \(file.rejected) rejected"
  }

  @Test func `every mapping shown is one`() throws {
    let mappings = try Self.blocks().filter { $0.info.hasPrefix("yaml") }
    #expect(mappings.count >= 2)
    for block in mappings { _ = try Mapping(yaml: block.text, file: block.info) }
  }

  @Test(arguments: ["races.csv", "runs.csv"])
  func `what is quoted of an explanation is in it`(name: String) throws {
    let store = TestStore()
    let page = try FileExplanation(file: Self.file(name, store)).text.split(separator: "\n")
    for line in try Self.block("text explained " + name).split(separator: "\n") {
      #expect(page.contains(line))
    }
  }

  @Test func `the example is imported as described`() throws {
    let store = TestStore()
    let yaml = try Self.block("yaml mine.yaml")
    let files = try ["races.csv", "runs.csv"].map { try Self.file($0, store) }
    let imported = try store.add(files, yaml: yaml)
    #expect(try imported.map(Self.line) == Self.lines("text imported"))
    let rejects = try store.rejects().map { "\($0.line): \($0.reason): \($0.detail)" }
    #expect(
      try zip(files, rejects).map { URL(filePath: $0).lastPathComponent + ":" + $1 }
        == Self.lines("text rejected"))
    let rows = try store.rows()
    #expect(rows.map { $0["horse"]! }.count == 10)
    let first = try #require(rows.first { $0["horse"] == "Grey Lantern (IRE)" })
    #expect(first["off_time"] == "2024-05-02 13:05:00.000000Z")
    #expect(first["distance_m"] == "2012")
    #expect(first["weight_lb"] == "133")
    #expect(first["sp"] == "2.75")
    let last = try #require(rows.first { $0["horse"] == "Second Cousin" })
    #expect(last["outcome"] == "did_not_finish")
    #expect(last["position"] == "")
  }

  @Test func `the example's mistake is reported with its line`() throws {
    let yaml = try Self.block("yaml mine.yaml").replacing("jockey:", with: "jocky:")
    let shown = try String(contentsOf: Self.docs.appending(path: "mapping.md"), encoding: .utf8)
    do {
      _ = try Mapping(yaml: yaml, file: "mine.yaml")
      Issue.record("a misspelt field passes")
    } catch {
      let text = "\(error)"
      let isShown = shown.contains(text.prefix { $0 != ";" })
      #expect(isShown, "\(text)")
      #expect(text.hasSuffix("(nearest: jockey)"))
    }
  }

  @Test func `the mapping of the worked example parses`() throws { _ = try Self.example() }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: sample), "the data sets are not here"))
  func `the worked example is imported as described`() throws {
    let store = TestStore()
    let yaml = try Self.example() + "\ndefaults:\n  date: 2022-01-18\n"
    let file = try store.add([Self.sample], yaml: yaml)[0]
    let shown = try Self.lines("text imported rapidapi-usa")
    #expect(shown == [Self.line(file) + "; \(file.unresolved) without a known outcome"])
    #expect(file.counts == [495, 495, 0, 0])
    #expect(try store.values("outcome").count { $0 == "non_runner" } == 56)
    #expect(try store.values("sp").count { !$0.isEmpty } == 439)
    #expect(try Set(store.values("race_id")).count == 63)
    #expect(try store.values("course").allSatisfy { !$0.contains("USA") })
  }

  // MARK: - Implementation

  private static let sample =
    RailbirdProcess.datasets + "/rapidapi-usa-sample/races_63_reconstructed.json"

  private static func example() throws -> String {
    let path = docs.appending(path: "examples/rapidapi-usa.yaml")
    let text = try String(contentsOf: path, encoding: .utf8)
    _ = try Mapping(yaml: text, file: "rapidapi-usa.yaml")
    return text
  }

  private static func lines(_ info: String) throws -> [String] {
    try block(info).split(separator: "\n").map(String.init)
  }
}
