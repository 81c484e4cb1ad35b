import Foundation
import PoniRacing
import Testing

struct WireModelTests {
  private func decoded<Value: Decodable>(_ text: String, as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  @Test func `a race card is read in the guide's spelling`() throws {
    let card = try decoded(Samples.seedCards, as: [APIRacecard].self)[0]
    #expect(card.race_id == "r1" && card.race_name == "The Lantern Stakes")
    #expect(card.course == "Willow Bend" && card.race_time == "2020-11-08T16:50:00Z")
    #expect(card.finished == true && card.canceled == nil)
    #expect(card.runners.map(\.odds) == ["5/2", "evens"])
    #expect(card.runners[0].age == 2 && card.runners[0].position == "1")
  }

  @Test func `a race card is read in the live service's spelling`() throws {
    let cards = try decoded(Samples.liveCards, as: [APIRacecard].self)
    #expect(cards.map(\.race_id) == ["901", "902", "903"])
    #expect(cards.map(\.race_name) == ["", "", ""] && cards[0].runners.isEmpty)
    #expect(cards.map(\.canceled) == [false, false, true])
    let race = try decoded(Samples.liveRace901, as: APIRacecard.self)
    #expect(race.runners.map(\.horse_id) == ["51", "52", "53"])
    #expect(race.runners.map(\.odds) == ["3.5", "2.88", nil])
    #expect(race.runners.map(\.non_runner) == [false, false, true])
  }

  @Test func `everything of a runner but its name may be absent`() throws {
    let runner = try decoded(#"{"horse": "Quiet Tide"}"#, as: APIRunner.self)
    #expect(runner.horse_id == nil && runner.jockey == nil && runner.trainer == nil)
    #expect(runner.weight == nil && runner.odds == nil)
    #expect(throws: DecodingError.self) {
      try decoded(#"{"horse_id": "4"}"#, as: APIRunner.self)
    }
  }

  @Test(arguments: [
    (#"{"horse_id": "h", "horse": "H", "age": 4}"#, 4),
    (#"{"horse_id": 7, "horse": "H", "age": "4"}"#, 4),
    (#"{"id_horse": "h", "horse": "H", "age": "4yo"}"#, 4),
    (#"{"id_horse": "h", "horse": "H", "age": "old"}"#, nil),
    (#"{"horse": "H", "age": null, "sex": "f"}"#, nil),
  ])
  func `a horse's age is a number, a text or absent`(text: String, age: Int?) throws {
    let horse = try decoded(text, as: APIHorseData.self)
    #expect(horse.age == age && horse.horse == "H")
  }

  @Test func `win rates are read in any of their spellings, and form defaults to none`() throws {
    let stats = try decoded(Samples.jockeyRates, as: [APIJockeyStats].self)
    #expect(stats.map(\.jockey) == ["Ada Moss", "Cy Lorne"])
    #expect(stats.map(\.wins) == [4, 1] && stats.map(\.runs) == [16, 8])
    #expect(stats.map(\.win_percentage) == [25, 12.5])
    #expect(stats.map(\.recent_form) == [["1", "3"], []])
    let trainer = try decoded(Samples.trainerRates, as: [APITrainerStats].self)[0]
    #expect(trainer.trainer == "Ben Quill" && trainer.win_percentage == 25)
    #expect(throws: DecodingError.self) {
      try decoded(#"{"jockey": "A", "wins": 1}"#, as: APIJockeyStats.self)
    }
  }

  @Test func `a result's position is a number where the horse was placed`() throws {
    struct History: Decodable { let results: [APIRaceResult] }
    let results = try decoded(Samples.horseStats51, as: History.self).results
    #expect(results.map(\.position) == [1, 2, 1, nil, 1, 3])
    #expect(results.map(\.position_text) == ["1", "2/9", "1", "PU", "1", "3"])
    #expect(results.map(\.odds) == ["3.5", "4", "2.5", nil, nil, nil])
  }

  @Test func `a result without race and time is none`() {
    #expect(throws: DecodingError.self) {
      try decoded(#"{"position": "1"}"#, as: APIRaceResult.self)
    }
  }

  @Test func `payloads are written in the guide's spelling and read back`() throws {
    for text in [Samples.liveRace901, Samples.liveRace902] {
      let card = try decoded(text, as: APIRacecard.self)
      let data = try JSONEncoder().encode(card)
      #expect(try JSONDecoder().decode(APIRacecard.self, from: data) == card)
      #expect(String(decoding: data, as: UTF8.self).contains(#""race_id":""#))
    }
  }
}
