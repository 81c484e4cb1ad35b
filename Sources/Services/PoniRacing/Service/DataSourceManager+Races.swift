import Columns
import Foundation

extension DataSourceManager {
  /// Fetches today's races.
  ///
  /// - Throws: ``APIError``; `noData` if there are none.
  public func fetchTodaysRaces() async throws(APIError) -> [Race] {
    try await fetchRaces(on: source.today)
  }

  /// Fetches a day's races; the cache keeps them under `races_` and the day.
  public func fetchRaces(on day: Day) async throws(APIError) -> [Race] {
    let source = source
    return try await tracked { () async throws(APIError) in
      try await kept("races_\(day.iso)") { () async throws(APIError) in
        try await source.races(on: day, refreshing: false)
      }
    }
  }

  /// Fetches today's races that have not gone off yet.
  ///
  /// - Returns: The races, the next one first, without races that have no off time.
  /// - Throws: ``APIError``; `noData` if there are no races today at all.
  public func fetchUpcomingRaces() async throws(APIError) -> [Race] {
    try await fetchUpcomingRaces(on: source.today)
  }

  /// Fetches a day's races that have not gone off yet.
  public func fetchUpcomingRaces(on day: Day) async throws(APIError) -> [Race] {
    let races = try await fetchRaces(on: day)
    let time = Date(timeIntervalSince1970: Double(now) / 1e6)
    return races.filter { $0.status == .scheduled && ($0.date.map { $0 > time } ?? false) }
      .sorted { $0.date! < $1.date! }
  }

  /// Fetches today's finished races with their runners and positions.
  ///
  /// - Throws: ``APIError``; `noData` if there are none.
  public func fetchRaceResults() async throws(APIError) -> [Race] {
    try await fetchRaceResults(on: source.today)
  }

  /// Fetches a day's finished races with their runners and positions.
  public func fetchRaceResults(on day: Day) async throws(APIError) -> [Race] {
    let source = source
    return try await tracked { () async throws(APIError) in
      try await kept("results_\(day.iso)") { () async throws(APIError) in
        try await source.results(on: day, refreshing: false)
      }
    }
  }

  /// Fetches one race with its runners, past the cache of lists.
  ///
  /// - Parameters:
  ///   - raceId: The race's id.
  ///   - day: The racing day, which only a source without a service needs; nil for today.
  /// - Returns: The race.
  /// - Throws: ``APIError``; `noData` if it is unknown.
  public func fetchRaceDetails(
    raceId: String, on day: Day? = nil
  ) async throws(APIError) -> Race {
    let source = source
    return try await tracked { () async throws(APIError) in
      try await source.race(raceId, on: day ?? source.today)
    }
  }

  /// Fetches today's races again, past the cache; an error appears in the state.
  public func refreshData() async {
    let source = source
    let day = source.today
    _ = try? await tracked { () async throws(APIError) in
      let races = try await source.races(on: day, refreshing: true)
      cache.keep(races, for: "races_\(day.iso)", at: now)
      return races
    }
  }

  // MARK: - Implementation

  private func kept(
    _ key: String, _ fetch: () async throws(APIError) -> [Race]
  ) async throws(APIError) -> [Race] {
    if let races = cache.races(for: key, at: now) { return races }
    let races = try await fetch()
    cache.keep(races, for: key, at: now)
    return races
  }
}
