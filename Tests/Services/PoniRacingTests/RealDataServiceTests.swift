import APICore
import FeedContract
import Foundation
import PoniRacing
import Testing

struct RealDataServiceTests {
  @Test func `today's races are asked for by the racing day`() async throws {
    let served = try ServedRacing.live()
    let cards = try await served.service().fetchTodaysRaces()
    #expect(cards.map(\.race_id) == ["901", "902", "903"])
    #expect(served.targets == ["/racecards?date=2020-11-08"])
  }

  @Test func `in the evening the racing day is not yet the next one`() async throws {
    let served = try ServedRacing(
      now: "2020-11-09 03:00:00", ["/racecards?date=2020-11-08": Samples.liveCards])
    #expect(try await served.service().fetchTodaysRaces().count == 3)
  }

  @Test func `a race is asked for by its id, encoded as one part of the path`() async throws {
    let served = try ServedRacing.live()
    let service = served.service()
    #expect(try await service.fetchRaceDetails(raceId: "901").runners.count == 3)
    await #expect(throws: APIError.serverError(404)) {
      try await service.fetchRaceDetails(raceId: "a/b?c")
    }
    #expect(served.targets == ["/race/901", "/race/a%2Fb%3Fc"])
  }

  @Test func `results are those of the racing day`() async throws {
    let served = try ServedRacing.live()
    #expect(try await served.service().fetchRaceResults().map(\.race_id) == ["901"])
    #expect(served.targets == ["/results?date=2020-11-08"])
  }

  @Test func `a search asks race by race, but for a race called off`() async throws {
    let served = try ServedRacing.live()
    let service = served.service()
    #expect(
      try await service.searchHorses(query: "").map(\.horse_id) == ["51", "52", "53", "61", "62"])
    #expect(try await service.searchHorses(query: "ada MOSS").map(\.horse_id) == ["51", "61"])
    #expect(try await service.searchHorses(query: "tide").map(\.horse) == ["QUIET TIDE"])
    #expect(try await service.searchHorses(query: "nobody") == [])
    // The later searches were answered from the cache.
    #expect(served.targets == ["/racecards?date=2020-11-08", "/race/901", "/race/902"])
  }

  @Test(arguments: [("", 20), ("horse", 50)])
  func `a search stops at its bound`(query: String, bound: Int) async throws {
    let runners = (1...60).map { #"{"horse_id": "\#($0)", "horse": "Horse \#($0)"}"# }
    let cards = #"[{"race_id": "1", "runners": [\#(runners.joined(separator: ","))]}]"#
    let served = try ServedRacing(["/racecards?date=2020-11-08": cards])
    #expect(try await served.service().searchHorses(query: query).count == bound)
  }

  @Test(arguments: ["61", "north gable"])
  func `a horse is found by id or name`(id: String) async throws {
    let horse = try await ServedRacing.live().service().fetchHorseDetails(horseId: id)
    #expect(horse.horse_id == "61" && horse.age == 5 && horse.trainer == "Dee Marsh")
  }

  @Test func `a horse that does not run today is known by its past races, or not at all`()
    async throws
  {
    let served = try ServedRacing([
      "/racecards?date=2020-11-08": "[]", "/horse-stats/51": Samples.horseStats51,
    ])
    let service = served.service()
    #expect(try await service.fetchHorseDetails(horseId: "51").horse == "COPPER LANTERN")
    await #expect(throws: APIError.noData) { try await service.fetchHorseDetails(horseId: "77") }
  }

  @Test func `a horse's results are the service's, and no others`() async throws {
    let served = try ServedRacing.live()
    let service = served.service()
    let results = try await service.fetchHorseResults(horseId: "51")
    #expect(results.prefix(5).count { $0.position == 1 } == 3)
    #expect(results.count == 6 && results[3].position == nil && results[4].prize == nil)
    await #expect(throws: APIError.serverError(404)) {
      try await service.fetchHorseResults(horseId: "77")
    }
  }

  @Test func `win rates are the service's own where it has them`() async throws {
    let service = try ServedRacing.live().service()
    let jockey = try await service.fetchJockeyStats(jockeyId: "ada moss")
    #expect(jockey.wins == 4 && jockey.runs == 16 && !jockey.is_derived)
    let trainer = try await service.fetchTrainerStats(trainerId: "Ben Quill")
    #expect(trainer.runs == 12 && !trainer.is_derived)
  }

  @Test func `win rates are else counted from today's results, and say so`() async throws {
    let served = try ServedRacing([
      "/results?date=2020-11-08": Samples.liveResults, "/race/901": Samples.liveRace901,
      "/trainers-win-rate?last_days=30": #"{"unheard": "of"}"#,
    ])
    let service = served.service()
    let jockey = try await service.fetchJockeyStats(jockeyId: "Ada Moss")
    #expect(jockey.wins == 1 && jockey.runs == 1 && jockey.is_derived)
    let trainer = try await service.fetchTrainerStats(trainerId: "Ben Quill")
    #expect(trainer.wins == 1 && trainer.runs == 2 && trainer.win_percentage == 50)
    #expect(trainer.is_derived)
    await #expect(throws: APIError.noData) {
      // Dee Marsh's only horse did not start.
      try await service.fetchTrainerStats(trainerId: "Dee Marsh")
    }
  }

  @Test func `counted from today's results, a run is one with a position or a code`() async throws {
    let runners = [#""position": "1""#, #""position": """#, #""position": "PU""#, #""sp": "4""#]
      .map { #"{"horse": "H", "jockey": "Ada Moss", \#($0)}"# }.joined(separator: ", ")
    let race = #"{"id_race": "901", "finished": "1", "horses": [\#(runners)]}"#
    let served = try ServedRacing([
      "/results?date=2020-11-08": Samples.liveResults, "/race/901": race,
    ])
    let jockey = try await served.service().fetchJockeyStats(jockeyId: "Ada Moss")
    #expect(jockey.runs == 2 && jockey.wins == 1 && jockey.is_derived)
  }

  @Test func `each request carries key and host, and the key may change`() async throws {
    let served = try ServedRacing.live()
    let service = served.service()
    _ = try await service.fetchTodaysRaces()
    let other = String(ServedRacing.key.reversed())
    service.updateAPIKey(other)
    _ = try await service.fetchRaceDetails(raceId: "901")
    let requests = served.server.requests
    #expect(requests.map { $0.header("X-RapidAPI-Key") } == [ServedRacing.key, other])
    #expect(
      requests.allSatisfy { $0.header("X-RapidAPI-Host") == "horse-racing-usa.p.rapidapi.com" })
  }

  @Test(arguments: [
    ("racing.example/v2", "horse-racing-usa.p.rapidapi.com"),
    ("127.0.0.1:8080", "horse-racing-usa.p.rapidapi.com"),
    ("Other-Racing.P.RapidAPI.com", "other-racing.p.rapidapi.com"),
    ("rapidapi.com.example", "horse-racing-usa.p.rapidapi.com"),
  ])
  func `RapidAPI's host is the standard one, wherever it is asked, but for another of its own`(
    place: String, host: String
  ) throws {
    #expect(RapidAPIKey.serviceHost(at: try #require(URL(string: "https://\(place)"))) == host)
  }

  @Test func `the connection is there when the service answers with 200`() async throws {
    #expect(await (try ServedRacing.live()).service().checkConnection())
    #expect(
      await (try ServedRacing(["/racecards?date=2020-11-08": "[]"])).service().checkConnection())
    let none = try ServedRacing { _ in ScriptedAnswer([.send(ScriptedAnswer.head(204, []))]) }
    #expect(await !none.service().checkConnection())
    #expect(await !(try ServedRacing([:])).service().checkConnection())
    #expect(await !(try ServedRacing.live()).service(key: nil).checkConnection())
  }

  @Test func `one bad runner among good ones is reported, and the others survive`() async throws {
    let race = #"{"race_id": "1", "runners": [{"horse": "A"}, {"jockey": "J"}, {"horse": "B"}]}"#
    let served = try ServedRacing(["/race/1": race])
    let card = try await served.service().fetchRaceDetails(raceId: "1")
    #expect(card.runners.map(\.horse) == ["A", "B"])
    #expect(served.rejected.withLock { $0.map { $0.path.prefix(10) } } == ["runners[1]"])
    #expect(served.log.lines.contains { $0.contains("warning /race/{id}: left out runners[1]") })
  }

  @Test func `a result without an id is left out and reported, as a race card is`() async throws {
    let list =
      #"[{"id_race": "901", "date": "2020-11-08 16:50:00"}, {"date": "2020-11-08 17:20:00"}]"#
    let served = try ServedRacing([
      "/racecards?date=2020-11-08": list, "/results?date=2020-11-08": list,
      "/race/901": Samples.liveRace901,
    ])
    let manager = served.manager()
    #expect(try await manager.fetchRaceResults().map(\.id) == ["901"])
    #expect(try await manager.fetchTodaysRaces().map(\.id) == ["901"])
    #expect(
      served.rejected.withLock { $0.map(\.description) }
        == ["/results", "/racecards"].map {
          "GET \($0), [1]: found no race_id or id_race; expected a text or number"
        })
    await #expect(throws: APIError.invalidResponse) {
      let none = try ServedRacing(["/results?date=2020-11-08": #"[{"date": "2020-11-08"}]"#])
      _ = try await none.service().fetchRaceResults()
    }
  }

  @Test(arguments: [
    (200, "<html>", "an answer that cannot be read"), (200, "", "an answer that cannot be read"),
    (404, "{}", "status 404"), (500, #"{"message": "busy"}"#, "status 500: busy"),
    (200, "null", "no data"),
  ])
  func `a race whose runners cannot be had stays in the list and is reported`(
    status: Int, body: String, found: String
  ) async throws {
    let served = try ServedRacing { request in
      request.target.hasPrefix("/race/")
        ? .json(body, status: status) : .json(Samples.liveResults)
    }
    let races = try await served.manager().fetchRaceResults()
    #expect(races.map(\.id) == ["901"] && races[0].runners.isEmpty)
    let reports = served.rejected.withLock { $0.map(\.description) }
    #expect(reports.count == 1 && reports[0].hasPrefix("GET /race/901: found \(found)"))
    #expect(reports[0].hasSuffix("; expected the race's runners"))
  }

  @Test func `a horse whose past races are refused is an error, not a horse without races`()
    async throws
  {
    let served = try ServedRacing { request in
      request.target.hasPrefix("/horse-stats")
        ? .json(#"{"message": "too deep"}"#, status: 403)
        : .json(request.target.hasPrefix("/race/") ? Samples.liveRace901 : Samples.liveCards)
    }
    let manager = served.manager()
    await #expect(throws: APIError.invalidAPIKey) {
      try await manager.fetchHorseDetails(horseId: "51")
    }
    await #expect(throws: APIError.invalidAPIKey) {
      try await manager.fetchHorseDetails(horseId: "77")
    }
  }

  @Test(arguments: ["[]", "{}", "", "<html>"])
  func `a horse whose past races are not told has no record`(body: String) async throws {
    let served = try ServedRacing([
      "/racecards?date=2020-11-08": Samples.liveCards, "/race/901": Samples.liveRace901,
      "/horse-stats/51": body,
    ])
    let horse = try await served.manager().fetchHorseDetails(horseId: "51")
    #expect(horse.name == "COPPER LANTERN" && horse.starts == nil)
    #expect(
      served.rejected.withLock { $0.map(\.description) }
        == (body == "[]"
          ? []
          : [
            "GET /horse-stats/51: found an answer that cannot be read; expected the horse's "
              + "past races"
          ]))
  }

  @Test func `a race with a date that cannot be read is kept without it, and reported`()
    async throws
  {
    let cards =
      #"[{"id_race": "1", "date": "2020-13-08 16:50:00"}, {"race_id": "2", "race_time": ""}]"#
    let served = try ServedRacing([
      "/racecards?date=2020-11-08": cards, "/results?date=2020-11-08": cards,
      "/horse-stats/51": #"{"results": [{"id_race": "1", "date": "soon", "position": "1"}]}"#,
    ])
    let service = served.service()
    #expect(try await service.fetchTodaysRaces().map(\.race_id) == ["1", "2"])
    #expect(try await service.fetchRaceResults().map(\.race_id) == ["1", "2"])
    #expect(try await service.fetchHorseResults(horseId: "51").map(\.position) == [1])
    let odd = served.rejected.withLock { $0 }
    #expect(odd.map(\.path) == ["[0].date", "[0].date", "results[0].date"])
    #expect(
      odd.map(\.reason)
        == ["2020-13-08 16:50:00", "2020-13-08 16:50:00", "soon"].map {
          "found “\($0)” as the time of race 1; expected one such as 2020-11-08 16:50:00"
        })
    #expect(
      served.log.lines.contains {
        $0.contains("warning /racecards: left out [0].date: found “2020-13")
      })
  }

  @Test func `the standard host is the guide's, and another may be set`() {
    #expect(
      RacingServiceSettings().baseURL.absoluteString == "https://horse-racing-usa.p.rapidapi.com")
    #expect(RacingServiceSettings().interval == .seconds(1))
    let url = URL(string: "https://racing.example/v2")!
    #expect(RealDataService(RacingServiceSettings(baseURL: url)).settings.baseURL == url)
  }
}
