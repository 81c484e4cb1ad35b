import Columns

extension DataSourceManager {
  /// Horses of today's races by a part of their own or their people's names.
  ///
  /// - Parameter query: The part of a name, in letters of either case; empty for any horse.
  /// - Returns: The first 20 for an empty query, else at most 50 of the live service.
  /// - Throws: ``APIError``; `noData` where there are no races today.
  public func searchHorses(query: String) async throws(APIError) -> [Horse] {
    try await searchHorses(query: query, on: source.today)
  }

  /// The same, for another day's races.
  public func searchHorses(query: String, on day: Day) async throws(APIError) -> [Horse] {
    let source = source
    return try await tracked { () async throws(APIError) in
      try await source.horses(matching: query, on: day)
    }
  }

  /// A horse by id or name, with what its past races say.
  ///
  /// - Throws: ``APIError``; `noData` where nobody knows it.
  public func fetchHorseDetails(horseId: String) async throws(APIError) -> Horse {
    try await fetchHorseDetails(horseId: horseId, on: source.today)
  }

  /// The same, looked for among another day's runners.
  public func fetchHorseDetails(horseId: String, on day: Day) async throws(APIError) -> Horse {
    let source = source
    return try await tracked { () async throws(APIError) in
      try await source.horse(horseId, on: day)
    }
  }
}
