import Columns

extension DataSourceManager {
  /// Searches today's races for horses by part of their own or their people's names.
  ///
  /// - Parameter query: Part of a name, in either case; empty for any horse.
  /// - Returns: The first 20 for an empty query; otherwise at most 50 from the live service.
  /// - Throws: ``APIError``; `noData` if there are no races today.
  public func searchHorses(query: String) async throws(APIError) -> [Horse] {
    try await searchHorses(query: query, on: source.today)
  }

  /// Searches another day's races in the same way.
  public func searchHorses(query: String, on day: Day) async throws(APIError) -> [Horse] {
    let source = source
    return try await tracked { () async throws(APIError) in
      try await source.horses(matching: query, on: day)
    }
  }

  /// Fetches a horse by id or name, with the figures of its past races.
  ///
  /// - Throws: ``APIError``; `noData` if it is unknown.
  public func fetchHorseDetails(horseId: String) async throws(APIError) -> Horse {
    try await fetchHorseDetails(horseId: horseId, on: source.today)
  }

  /// Fetches a horse in the same way, from another day's runners.
  public func fetchHorseDetails(horseId: String, on day: Day) async throws(APIError) -> Horse {
    let source = source
    return try await tracked { () async throws(APIError) in
      try await source.horse(horseId, on: day)
    }
  }
}
