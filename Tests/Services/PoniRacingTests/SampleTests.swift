import Foundation
import PoniRacing
import TestSupport
import Testing

/// The live service's documented answers, where the data sets are.
@Suite(.enabled(if: RacingSamples.areThere, "the data sets are not here: set RAILBIRD_DATASETS"))
struct SampleTests {
  @Test func `the documented payloads are read and mapped`() throws {
    struct Payloads: Decodable {
      let racecards: [APIRacecard]
      let race: APIRacecard
      let uk_race_detail: APIRacecard
    }
    let data = try RacingSamples.data("documented_payloads.json")
    let payloads = try JSONDecoder().decode(Payloads.self, from: data)
    let mapping = DataMappingService()
    let races = payloads.racecards.map(mapping.mapAPIRacecardToRace)
    #expect(races.map(\.distance) == [1207.008, 2212.848])
    #expect(races.allSatisfy { $0.country == "USA" && $0.date != nil && $0.status == .finished })
    let race = mapping.mapAPIRacecardToRace(payloads.race)
    #expect(race.runners.map(\.position) == [1, nil] && race.runners.map(\.odds) == [2.1, nil])
    #expect(race.runners.map(\.isNonRunner) == [false, true] && race.distance == 1673.352)
    let british = mapping.mapAPIRacecardToRace(payloads.uk_race_detail)
    #expect(british.surface == .turf && british.purse == 2794 && british.raceClass == "5")
    #expect(british.name.contains("HANDICAP") && british.runners[0].weightPounds == 140)
  }

  @Test func `results decode from the same payloads`() throws {
    struct Payloads: Decodable { let racecards: [APIRaceResult] }
    let data = try RacingSamples.data("documented_payloads.json")
    let results = try JSONDecoder().decode(Payloads.self, from: data).racecards
    #expect(results.allSatisfy { $0.race_id != nil && $0.runners.isEmpty && $0.canceled == false })
  }

  @Test func `races of the service keep every runner, price and position`() throws {
    let data = try RacingSamples.data("races_63_reconstructed.json")
    let cards = try JSONDecoder().decode([APIRacecard].self, from: data)
    let races = cards.map(DataMappingService().mapAPIRacecardToRace)
    let runners = races.flatMap(\.runners)
    #expect(races.count == 63 && runners.count == 495)
    #expect(runners.count { $0.isNonRunner } == 56)
    #expect(runners.count { $0.odds != nil } == 439)
    #expect(races.allSatisfy { $0.distance != nil && !$0.winners.isEmpty })
    // The one dead heat has two winners.
    #expect(races.filter { $0.winners.count == 2 }.map(\.id) == ["144572"])
  }
}

private enum RacingSamples {
  static let folder = RailbirdProcess.datasets + "/rapidapi-usa-sample"
  static let areThere = FileManager.default.fileExists(atPath: folder)

  static func data(_ file: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file))
  }
}
