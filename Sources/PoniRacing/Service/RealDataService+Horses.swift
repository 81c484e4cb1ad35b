import APICore
import Columns
import Foundation

extension RealDataService {
  /// How many horses a search without a query gives.
  public static let unfilteredHorseCount = 20
  /// How many horses a search gives at most.
  public static let largestHorseCount = 50

  /// The horses of today's races whose own, jockey's, trainer's, sire's or dam's name contains a
  /// text, without regard to case.
  ///
  /// Where the service lists races without runners, race after race is asked for until there are
  /// enough horses.
  ///
  /// - Parameter query: A part of a name; empty for the first 20 horses.
  /// - Returns: At most 50 horses, none twice; empty where none fits.
  /// - Throws: ``APIError``; `noData` where there are no races today.
  public func searchHorses(query: String) async throws(APIError) -> [APIHorseData] {
    try await searchHorses(query: query, on: today)
  }

  /// The same, for another day.
  public func searchHorses(
    query: String, on day: Day
  ) async throws(APIError) -> [APIHorseData] {
    let wanted = query.trimmingCharacters(in: .whitespaces)
    let limit = wanted.isEmpty ? Self.unfilteredHorseCount : Self.largestHorseCount
    var found: [APIHorseData] = []
    var known: Set<String> = []
    for card in try await fetchRaces(on: day) {
      for runner in try await withRunners(card).runners where runner.mentions(wanted) {
        let horse = APIHorseData(runner)
        if known.insert(horse.horse_id).inserted { found.append(horse) }
        if found.count == limit { return found }
      }
    }
    return found
  }

  /// A horse of today's races by its id or name; else what its past races say of it.
  ///
  /// - Parameter horseId: The id, or the name in letters of either case.
  /// - Returns: The horse.
  /// - Throws: ``APIError``; `noData` where nobody knows it.
  public func fetchHorseDetails(horseId: String) async throws(APIError) -> APIHorseData {
    try await fetchHorseDetails(horseId: horseId, on: today)
  }

  /// The same, for another day's races.
  public func fetchHorseDetails(
    horseId: String, on day: Day
  ) async throws(APIError) -> APIHorseData {
    let cards = try await orNothing { () async throws(APIError) in try await fetchRaces(on: day) }
    for card in cards {
      let runners = try await withRunners(card).runners
      if let runner = runners.first(where: { $0.isHorse(horseId) }) { return APIHorseData(runner) }
    }
    do {
      return try await object(APIHorseData.self, RacingAPI.horseStatsCall(horseId))
    } catch .serverError(404) {
      throw .noData
    }
  }

  /// A horse's past races, as `/horse-stats/{id}` tells them; nothing is added to them.
  ///
  /// - Parameter horseId: The horse's id.
  /// - Returns: The races, in the service's order.
  /// - Throws: ``APIError``; `noData` where there are none.
  public func fetchHorseResults(horseId: String) async throws(APIError) -> [APIRaceResult] {
    let call = RacingAPI.horseStatsCall(horseId)
    let results = try await list(
      APIRaceResult.self, under: ["results", "races", "runs"], call)
    for failure in results.flatMap(\.rejected) { report(failure, call) }
    return results
  }

  // MARK: - Implementation

  /// A race with its runners: itself, where the list told them, or where the service has no more
  /// to tell of it, which is reported unless it says so in an empty answer.
  func withRunners(
    _ card: APIRacecard, refreshing: Bool = false
  ) async throws(APIError) -> APIRacecard {
    guard card.runners.isEmpty, card.canceled != true else { return card }
    let found: String
    do {
      return try await fetchRaceDetails(raceId: card.race_id, refreshing: refreshing)
    } catch .noData {
      return card
    } catch .invalidResponse {
      found = "an answer that cannot be read"
    } catch .serverError(404) {
      found = "status 404"
    }
    report(
      JSONFailure(reason: "found \(found); expected the race's runners"),
      RacingAPI.raceCall(card.race_id))
    return card
  }

  /// A horse's past races, as far as the service tells them; an answer that cannot be read is reported.
  func knownResults(ofHorse horseId: String) async throws(APIError) -> [APIRaceResult] {
    do {
      return try await fetchHorseResults(horseId: horseId)
    } catch .noData {
      return []
    } catch .serverError(404) {
      return []
    } catch .invalidResponse {
      report(
        JSONFailure(reason: "found an answer that cannot be read; expected the horse's past races"),
        RacingAPI.horseStatsCall(horseId))
      return []
    }
  }

  /// No data as an empty list.
  func orNothing<Element: Sendable>(
    _ fetch: () async throws(APIError) -> [Element]
  ) async throws(APIError) -> [Element] {
    do {
      return try await fetch()
    } catch .noData {
      return []
    }
  }
}

extension APIRunner {
  /// Whether a name contains a text; every one contains the empty text.
  fileprivate func mentions(_ text: String) -> Bool {
    text.isEmpty
      || [horse, jockey, trainer, sire, dam].contains {
        $0?.range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil
      }
  }

  /// Whether an id or name is this horse's.
  fileprivate func isHorse(_ text: String) -> Bool {
    horse_id == text || horse.caseInsensitiveCompare(text) == .orderedSame
  }
}
