import Foundation
import TestSupport
import Testing

/// `docs/acceptance/` names a test, or a reason, for each row of a client's guide.
struct AcceptanceTests {
  private struct Row {
    let id: String
    let shownBy: String

    /// `FileStem.sentence` of each test that is named.
    var tests: [(file: String, sentence: String)] {
      shownBy.matches(of: /`(\w+Tests)\.([^`]+)`/).map { (String($0.1), String($0.2)) }
    }
  }

  /// Returns the rows of a document: its ids and last cells.
  private static func rows(_ document: String) throws -> [Row] {
    let path = RailbirdProcess.packageFolder + "/docs/acceptance/" + document
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      // A bar inside a cell has a backslash before it.
      let cells = line.replacing("\\|", with: "/").split(separator: "|").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard cells.count == 6, cells[0].contains(/^(\d{3}|X)-\d{3}$/) else { return nil }
      return Row(id: cells[0], shownBy: cells[5])
    }
  }

  /// Returns the sentences of the tests in each file of `Tests/`, by the file's name without
  /// `.swift`.
  private static func sentences() throws -> [String: Set<String>] {
    let folder = RailbirdProcess.packageFolder + "/Tests"
    var found: [String: Set<String>] = [:]
    for file in files(below: folder) where file.hasSuffix("Tests.swift") {
      let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
      let stem = ((file as NSString).lastPathComponent as NSString).deletingPathExtension
      for match in text.matches(of: /func `([^`]+)`/) {
        found[stem, default: []].insert(String(match.1))
      }
    }
    return found
  }

  /// Ids from 1 on, with three digits.
  private static func ids(_ prefix: String, _ count: Int) -> [String] {
    (1...count).map { "\(prefix)-" + String(repeating: "0", count: 3 - "\($0)".count) + "\($0)" }
  }

  @Test func `the racing client's document has each row of its guide once`() throws {
    let ids = try Self.rows("004-poni-racing.md").map(\.id)
    #expect(ids == Self.ids("004", 126))
  }

  @Test func `the rewards client's document has each row of its guide once`() throws {
    let ids = try Self.rows("001-seasonal-rewards.md").map(\.id)
    #expect(ids == Self.ids("001", 120))
  }

  @Test func `the sportsbook client's document has each row of its guide once`() throws {
    let ids = try Self.rows("000-sportsbook-promotions.md").map(\.id)
    #expect(ids == Self.ids("000", 103))
  }

  @Test func `the betting client's document has each row of its guide once`() throws {
    let ids = try Self.rows("002-betable-sdk.md").map(\.id)
    #expect(ids == Self.ids("002", 127))
  }

  @Test func `the support client's document has each row of its guide once`() throws {
    let ids = try Self.rows("003-chatist-apiclient.md").map(\.id)
    #expect(ids == Self.ids("003", 76))
  }

  @Test func `the document of all clients has each of their common rows once`() throws {
    let ids = try Self.rows("cross-seed.md").map(\.id)
    #expect(ids == Self.ids("X", 10))
  }

  @Test func `every test that a document names is there`() throws {
    let folder = RailbirdProcess.packageFolder + "/docs/acceptance"
    let documents = files(below: folder).filter { $0.hasSuffix(".md") }
    let sentences = try Self.sentences()
    #expect(!documents.isEmpty)
    for document in documents {
      for row in try Self.rows(document) {
        #expect(!row.shownBy.isEmpty, "\(document), \(row.id): found no test and no reason")
        for test in row.tests {
          #expect(
            sentences[test.file]?.contains(test.sentence) == true,
            "\(document), \(row.id): found no test \(test.file).\(test.sentence)")
        }
      }
    }
  }
}
