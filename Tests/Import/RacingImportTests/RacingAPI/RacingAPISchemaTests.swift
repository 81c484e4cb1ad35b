import Foundation
import Testing
@testable import Mappings

/// The built-in mapping and our pages against the API's own description of itself.
@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: RacingAPISchema.path),
    "the API's description is not here: set RAILBIRD_DATASETS"))
struct RacingAPISchemaTests {
  /// The schema of the document that each table reads.
  private static let documents = [
    "results": "ResultsPage", "result": "Result", "racecards": "RacecardsOddsProPage",
    "racecard": "RacecardOddsPro", "racecards_free": "RacecardsBasicPage", "australia": "Races",
    "australian_race": "Race", "entries": "EntriesResponse",
  ]
  /// Columns that older or newer answers have.
  private static let undocumented: [String: Set<String>] = [
    "results": ["bsp", "lbs", "ofr", "../race_class"],
    "result": ["bsp", "lbs", "ofr", "../race_class"],
  ]
  private static let pages = [
    ("ResultsPage", RacingAPIPages.results), ("Result", RacingAPIPages.result),
    ("RacecardsPage", RacingAPIPages.cards), ("RacecardsOddsProPage", RacingAPIPages.proCards),
    ("RacecardOdds", RacingAPIPages.card), ("RacecardsBasicPage", RacingAPIPages.freeCards),
    ("Races", RacingAPIPages.australia), ("Race", RacingAPIPages.australianRace),
    ("EntriesResponse", RacingAPIPages.entries),
    ("ResultsResponse", RacingAPIPages.americanResults),
  ]

  @Test func `every column that the mapping reads is one of the API's`() throws {
    let schema = try RacingAPISchema()
    let mapping = try Mapping(yaml: Mapping.builtInText("racing-api")!, file: "racing-api")
    #expect(Set(mapping.tables.keys) == Set(Self.documents.keys))
    for (name, table) in mapping.tables {
      let rows = try #require(table.rows)
      let around = try #require(schema.objects(along: rows, of: Self.documents[name]!))
      let mapped = Array(table.fields.values) + (table.pricePattern.map { [$0] } ?? [])
      let columns = mapped.flatMap { $0.sources.flatMap(\.columns) }
      let ofLists = table.lists.flatMap { list in
        [list.name, list.newest].compactMap { $0.map { "\(list.list)/*/\($0)" } }
      }
      for column in Set(columns + table.recognisedBy + ofLists) {
        let isKnown = schema.hasColumn(column, around)
        let isUndocumented = Self.undocumented[name]?.contains(column) ?? false
        #expect(isKnown != isUndocumented, "\(name): \(column)")
      }
    }
  }

  @Test(arguments: pages)
  func `our pages are complete and of the schema's types`(name: String, text: String) throws {
    let schema = try RacingAPISchema()
    let page = try JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect(schema.faults(in: page, as: schema.named(name), at: name) == [])
  }

  @Test func `a fault in a page is found`() throws {
    let schema = try RacingAPISchema()
    let page = try JSONSerialization.jsonObject(with: Data(#"{"races":[{"odds":1}]}"#.utf8))
    #expect(
      schema.faults(in: page, as: schema.named("Races"), at: "Races")
        == ["Races/races/odds: no such member"])
    let none = try JSONSerialization.jsonObject(with: Data(#"{"races":"x"}"#.utf8))
    #expect(
      schema.faults(in: none, as: schema.named("Races"), at: "Races")
        == ["Races/races: no array"])
  }
}
