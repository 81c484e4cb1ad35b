import ColumnStore
import StoreSupport
import TestSupport
import Testing

@testable import Cards

struct NameSearchTests {
  private static let names = [
    "Ann Archer", "Ann Archer", "Zoë Zimmer", "Seán O'Brien", "J. Moreira", "Joao Moreira",
    "潘頓", "潘頓", "潘明輝", "Søren Ødegård", "Ｆull Width", "Blue (T105)", "ann archer", "Bob Lee",
    "Strauß", "de la Cruz", "???",
  ]

  private static func search(_ aliases: NameAliases = NameAliases()) throws -> NameSearch {
    let rows = names.enumerated().map { "\($0),2026-01-01,1,\"\($1)\",1" }
    let snapshot = try StoreFixture.snapshot(
      csv: "race_id,date,number,jockey,position\n" + rows.joined(separator: "\n"))
    return try NameSearch(.jockey, in: snapshot, aliases: aliases)
  }

  private static func names(_ match: NameMatch) -> [String] {
    switch match {
    case .one(let found): [found.name]
    case .several(let found): ["several"] + found.map(\.name)
    case .none(let nearest): ["none"] + nearest.map(\.name)
    }
  }

  @Test(arguments: [
    // The exact name comes first: in other case it is another jockey.
    ("ann archer", ["ann archer"]), ("Ann Archer", ["Ann Archer"]),
    ("Zoe\u{308} Zimmer", ["Zoë Zimmer"]), ("潘頓", ["潘頓"]), ("???", ["???"]),
    // Without case, accents, apostrophes and dots.
    ("ANN ARCHER", ["several", "Ann Archer", "ann archer"]), ("zoe zimmer", ["Zoë Zimmer"]),
    ("sean obrien", ["Seán O'Brien"]), ("SEAN O’BRIEN", ["Seán O'Brien"]),
    ("j moreira", ["J. Moreira"]), ("soren odegard", ["Søren Ødegård"]),
    ("full width", ["Ｆull Width"]), ("STRAUSS", ["Strauß"]),
    // The beginning of the name or of a word.
    ("zo", ["Zoë Zimmer"]), ("obr", ["Seán O'Brien"]), ("øde", ["Søren Ødegård"]),
    ("t105", ["Blue (T105)"]), ("la cr", ["de la Cruz"]), ("sean  o'b", ["Seán O'Brien"]),
    ("潘", ["several", "潘頓", "潘明輝"]), ("mor", ["several", "J. Moreira", "Joao Moreira"]),
    // Unknown texts: names that contain them, similar names, and nothing if all are far.
    ("頓", ["none", "潘頓"]), ("rcher", ["none", "Ann Archer", "ann archer"]),
    ("Zimer", ["none", "Zoë Zimmer"]), ("Bbo Lee", ["none", "Bob Lee"]),
    ("xyzxyzxyz", ["none"]), ("", ["none"]), ("!", ["none"]),
  ])
  func `a name is found as people remember it`(text: String, found: [String]) throws {
    #expect(Self.names(try Self.search().find(text)) == found)
  }

  @Test func `names come with their runners, most first`() throws {
    #expect(
      try Self.search().find("潘")
        == .several([
          NameFound(name: "潘頓", runnerCount: 2), NameFound(name: "潘明輝", runnerCount: 1),
        ]))
  }

  @Test func `a spelling finds the name it stands for`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "role,spelling,name\njockey,J. Moreira,Joao Moreira\njockey,ann archer,Ann Archer\n"
        + "jockey,Nobody,Bob Lee\ntrainer,Bob Lee,Somebody\n", to: "aliases.csv")
    let search = try Self.search(NameAliases(contentsOf: file))
    #expect(search.find("J. Moreira") == .one(NameFound(name: "Joao Moreira", runnerCount: 2)))
    #expect(Self.names(search.find("mor")) == ["Joao Moreira"])
    #expect(Self.names(search.find("ANN ARCHER")) == ["Ann Archer"])
    #expect(Self.names(search.find("bob lee")) == ["Bob Lee"])
  }

  @Test func `a name that no runner has any more is not found`() throws {
    let head = "race_id,date,number,jockey,position\n"
    let snapshot = try StoreFixture.snapshot(
      csv: head + "1,2026-01-01,1,Old Name,1\n", head + "1,2026-01-01,1,New Name,1\n")
    let search = try NameSearch(.jockey, in: snapshot)
    #expect(Self.names(search.find("old name")) == ["none"])
    #expect(Self.names(search.find("new")) == ["New Name"])
    #expect(try Self.names(NameSearch(.trainer, in: snapshot).find("new")) == ["none"])
  }

  /// For any stored names and any text, a search ends with an answer, and finds each name by
  /// itself.
  @Test func `every name is found by itself`() throws {
    var random = SeededGenerator(31)
    let letters = Array("aAéÉøÆ潘 .'-🐎\u{301}ßİ한".unicodeScalars)
    func text() -> String {
      String(
        String.UnicodeScalarView(
          (0..<Int.random(in: 1...6, using: &random)).map { _ in
            letters[Int.random(in: 0..<letters.count, using: &random)]
          }))
    }
    let names = (0..<200).map { _ in "x" + text() + "y" }
    let rows = names.enumerated().map {
      "\($0),2026-01-01,1,\"\($1)\",1"
    }
    let search = try NameSearch(
      .jockey,
      in: StoreFixture.snapshot(
        csv: "race_id,date,number,jockey,position\n" + rows.joined(separator: "\n")))
    for name in names {
      guard case .one(let found) = search.find(name) else {
        Issue.record("\(name) is not found by itself, seed \(SeededGenerator.seed)")
        continue
      }
      #expect(found.name == name, "seed \(SeededGenerator.seed)")
    }
    for _ in 0..<300 { _ = search.find(text()) }
  }
}
