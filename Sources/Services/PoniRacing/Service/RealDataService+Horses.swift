import APICore
import Columns
import Foundation

extension RealDataService {
  /// The number of horses from a search without a query.
  public static let unfilteredHorseCount = Limits.unfilteredHorses
  /// The maximum number of horses from a search.
  public static let largestHorseCount = Limits.foundHorses

  /// Searches today's horses whose own, jockey's, trainer's, sire's or dam's name contains a text,
  /// in either case.
  ///
  /// If the service lists races without runners, races are fetched one by one until there are
  /// enough horses.
  ///
  /// - Parameter query: Part of a name; empty for the first 20 horses.
  /// - Returns: At most 50 distinct horses; empty if none matches.
  /// - Throws: ``APIError``; `noData` if there are no races today.
  public func searchHorses(query: String) async throws(APIError) -> [APIHorseData] {
    try await searchHorses(query: query, on: today)
  }

  /// Searches another day's horses in the same way.
  public func searchHorses(
    query: String, on day: Day
  ) async throws(APIError) -> [APIHorseData] {
    let wanted = query.trimmingCharacters(in: .whitespaces)
    let limit = wanted.isEmpty ? Self.unfilteredHorseCount : Self.largestHorseCount
    var found: [APIHorseData] = []
    var known: Set<String> = []
    var reading = RaceReading()
    for card in try await fetchRaces(on: day) {
      for runner in try await withRunners(card, &reading).runners where runner.mentions(wanted) {
        let horse = APIHorseData(runner)
        if known.insert(horse.horse_id).inserted { found.append(horse) }
        if found.count == limit { return found }
      }
    }
    return found
  }

  /// Finds a horse in today's races by id or name; otherwise in its past races.
  ///
  /// - Parameter horseId: The id, or the name in either case.
  /// - Returns: The horse.
  /// - Throws: ``APIError``; `noData` if it is unknown.
  public func fetchHorseDetails(horseId: String) async throws(APIError) -> APIHorseData {
    try await fetchHorseDetails(horseId: horseId, on: today)
  }

  /// Finds a horse in the same way, in another day's races.
  public func fetchHorseDetails(
    horseId: String, on day: Day
  ) async throws(APIError) -> APIHorseData {
    let cards = try await orNothing { () async throws(APIError) in try await fetchRaces(on: day) }
    var reading = RaceReading()
    for card in cards {
      let runners = try await withRunners(card, &reading).runners
      if let runner = runners.first(where: { $0.isHorse(horseId) }) { return APIHorseData(runner) }
    }
    do {
      return try await object(APIHorseData.self, RacingAPI.horseStatsCall(horseId))
    } catch .serverError(404) {
      throw .noData
    }
  }

  /// Fetches a horse's past races from `/horse-stats/{id}`, unchanged.
  ///
  /// - Parameter horseId: The horse's id.
  /// - Returns: The races, in the service's order.
  /// - Throws: ``APIError``; `noData` if there are none.
  public func fetchHorseResults(horseId: String) async throws(APIError) -> [APIRaceResult] {
    try await list(
      APIRaceResult.self, under: ["results", "races", "runs"], RacingAPI.horseStatsCall(horseId))
  }

  // MARK: - Implementation

  /// Returns a race with its runners: the card itself if the list had them, or if they cannot be
  /// fetched, which is reported: one bad race must not hide the others.
  ///
  /// - Throws: ``APIError`` if the next race would fail too: a refused key, too many requests, a
  ///   cancelled call, or the third race in a row without an answer.
  func withRunners(
    _ card: APIRacecard, refreshing: Bool = false, _ reading: inout RaceReading
  ) async throws(APIError) -> APIRacecard {
    guard card.runners.isEmpty, card.canceled != true else { return card }
    let found: String
    do {
      let race = try await fetchRaceDetails(raceId: card.race_id, refreshing: refreshing)
      reading.lostCount = 0
      let isFinished = race.finished ?? card.finished
      guard race.runners.isEmpty, race.canceled != true, isFinished == true else { return race }
      report(
        JSONFailure(path: "horses", reason: "found none; expected a finished race's runners"),
        RacingAPI.raceCall(card.race_id))
      return race
    } catch {
      switch error {
      case .noData where card.finished != true: return card
      case .noData: found = "no data"
      case .invalidResponse: found = "an answer that cannot be read"
      case .serverError(let refusal):
        found = "status \(refusal.status)" + (refusal.message.map { ": " + $0 } ?? "")
      case .networkError(let reason) where error != .cancelled:
        reading.lostCount += 1
        guard reading.lostCount < Limits.lostRaces else { throw error }
        found = "no answer (\(reason))"
      case .networkError, .invalidAPIKey, .rateLimitExceeded: throw error
      }
    }
    report(
      JSONFailure(reason: "found \(found); expected the race's runners"),
      RacingAPI.raceCall(card.race_id))
    return card
  }

  /// Fetches a horse's known past races; an unreadable answer is reported.
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

  /// Turns `noData` into an empty list.
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

/// The progress of reading races one by one.
struct RaceReading {
  /// The number of races in a row without an answer.
  var lostCount = 0
}

extension APIRunner {
  /// Whether a name contains a text; every name contains the empty text.
  fileprivate func mentions(_ text: String) -> Bool {
    text.isEmpty
      || [horse, jockey, trainer, sire, dam].contains {
        $0?.range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil
      }
  }

  /// Whether an id or name belongs to this horse.
  fileprivate func isHorse(_ text: String) -> Bool {
    horse_id == text || horse.caseInsensitiveCompare(text) == .orderedSame
  }
}
