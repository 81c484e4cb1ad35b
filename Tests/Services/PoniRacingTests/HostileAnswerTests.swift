import FeedContract
import Foundation
import PoniRacing
import TestSupport
import Testing

struct HostileAnswerTests {
  /// JSON of any shape, with the service's names in it.
  private static func value(_ random: inout SeededGenerator, depth: Int = 0) -> String {
    let names = [
      "id_race", "race_id", "horses", "runners", "date", "horse", "position", "age", "sp",
    ]
    switch Int.random(in: 0..<(depth > 3 ? 6 : 8), using: &random) {
    case 0: return "null"
    case 1:
      return
        "\(Int.random(in: -9...9, using: &random))e\(Int.random(in: -40...400, using: &random))"
    case 2: return "\(UInt64.random(in: 0 ... .max, using: &random))"
    case 3: return Bool.random(using: &random) ? "true" : "false"
    case 4: return #""\u0000é 1/0 99999999999999999999 2020-13-45""#
    case 5: return #""\#(Int.random(in: -5...5, using: &random))""#
    case 6:
      let elements = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        value(&random, depth: depth + 1)
      }
      return "[\(elements.joined(separator: ","))]"
    default:
      let members = names.shuffled(using: &random).prefix(5).map {
        "\"\($0)\": \(value(&random, depth: depth + 1))"
      }
      return "{\(members.joined(separator: ","))}"
    }
  }

  @Test func `no answer makes the models or the mapping trap`() {
    var random = SeededGenerator(404)
    let mapping = DataMappingService()
    var readCount = 0
    for _ in 0..<3000 {
      let text =
        "{\"race_id\": 1, \"horse\": 2, \"runners\": [\(Self.value(&random))], "
        + "\"date\": \(Self.value(&random)), \"position\": \(Self.value(&random)), "
        + "\"age\": \(Self.value(&random)), \"jockey\": 3, \"wins\": \(Self.value(&random))}"
      let data = Data(text.utf8)
      if let card = try? JSONDecoder().decode(APIRacecard.self, from: data) {
        readCount += 1
        _ = mapping.mapAPIRacecardToRace(card)
      }
      let result = try? JSONDecoder().decode(APIRaceResult.self, from: data)
      if let horse = try? JSONDecoder().decode(APIHorseData.self, from: data) {
        _ = mapping.mapAPIHorseDataToHorse(horse, with: result.map { [$0] } ?? [])
      }
      _ = try? JSONDecoder().decode(APIJockeyStats.self, from: data)
      _ = try? JSONDecoder().decode(APITrainerStats.self, from: data)
    }
    #expect(readCount > 1000)
  }

  @Test func `every call takes any answer as data or as an error`() async throws {
    var random = SeededGenerator(406)
    let bodies = (0..<240).map { _ in Self.value(&random) }
    let served = try ServedRacing { .json(bodies[$0.index % bodies.count]) }
    let service = served.service { $0.interval = .zero }
    func ask(_ call: Int, _ id: String) async throws(APIError) {
      switch call {
      case 0: _ = try await service.fetchRaces(on: service.today)
      case 1: _ = try await service.fetchRaceResults(on: service.today)
      case 2: _ = try await service.fetchRaceDetails(raceId: id)
      case 3: _ = try await service.fetchHorseDetails(horseId: id)
      case 4: _ = try await service.fetchHorseResults(horseId: id)
      case 5: _ = try await service.fetchJockeyStats(jockeyId: id)
      case 6: _ = try await service.fetchTrainerStats(trainerId: id)
      default: _ = try await service.searchHorses(query: id)
      }
    }
    for number in 0..<160 {
      // What an earlier call kept is too old.
      served.clock.advance(by: .seconds(301))
      do throws(APIError) {
        try await ask(number % 8, "\(number)")
      } catch {
        #expect([.invalidResponse, .noData].contains(error), "\(error)")
      }
    }
    #expect(served.targets.count > 100)
  }

  @Test func `bytes of any kind give an error or data, never a crash`() async throws {
    var random = SeededGenerator(405)
    let bodies = (0..<40).map { _ -> [UInt8] in
      var bytes = Array(Samples.seedCards.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      return bytes
    }
    let served = try ServedRacing { .whole(bodies[$0.index]) }
    let service = served.service { $0.interval = .zero }
    for _ in bodies {
      do throws(APIError) {
        _ = try await service.fetchRaces(on: service.today, refreshing: true)
      } catch {
        #expect([.invalidResponse, .noData].contains(error))
      }
    }
    #expect(served.targets.count == bodies.count)
  }
}
