import Columns

/// The live service as a source: ``RealDataService`` fetches, ``DataMappingService`` maps.
public struct LiveRacingSource: RacingDataSource {
  private let service: RealDataService
  private let mapping = DataMappingService()

  /// Takes a service.
  public init(_ service: RealDataService) { self.service = service }

  /// `live`.
  public var sourceName: String { "live" }
  /// True: the live service needs a key.
  public var needsAPIKey: Bool { true }
  /// The racing day by the service's clock.
  public var today: Day { service.today }

  /// Fetches the races of a day, in the service's order.
  public func races(on day: Day, refreshing: Bool) async throws(APIError) -> [Race] {
    try await service.fetchRaces(on: day, refreshing: refreshing)
      .map(mapping.mapAPIRacecardToRace)
  }

  /// Fetches the finished races of a day; a race listed without runners is fetched by itself.
  public func results(on day: Day, refreshing: Bool) async throws(APIError) -> [Race] {
    var races: [Race] = []
    var reading = RaceReading()
    for result in try await service.fetchRaceResults(on: day, refreshing: refreshing) {
      guard let listed = mapping.mapAPIRaceResultToRacecard(result) else { continue }
      var card = try await service.withRunners(listed, refreshing: refreshing, &reading)
      // A race in the list of results is finished, even if the card does not say so.
      card.finished = card.finished ?? listed.finished
      races.append(mapping.mapAPIRacecardToRace(card))
    }
    guard !races.isEmpty else { throw .noData }
    return races
  }

  /// Fetches one race with its runners.
  public func race(_ id: String, on day: Day) async throws(APIError) -> Race {
    do throws(APIError) {
      return mapping.mapAPIRacecardToRace(try await service.fetchRaceDetails(raceId: id))
    } catch .serverError(404) {
      throw .noData
    }
  }

  /// Searches the horses of that day's races.
  public func horses(matching query: String, on day: Day) async throws(APIError) -> [Horse] {
    try await service.searchHorses(query: query, on: day).map {
      mapping.mapAPIHorseDataToHorse($0, with: [])
    }
  }

  /// Fetches a horse and its past races, if the service has any.
  public func horse(_ id: String, on day: Day) async throws(APIError) -> Horse {
    let horse = try await service.fetchHorseDetails(horseId: id, on: day)
    let results = try await service.knownResults(ofHorse: horse.horse_id)
    return mapping.mapAPIHorseDataToHorse(horse, with: results)
  }
}
