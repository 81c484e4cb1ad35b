import PoniRacing

/// An app's use of the racing client, from today's races to the jockeys' ROI.
///
/// docs/racing-api.md refers to it; the tests compile and run it.
struct APIUsageExamples {
  let manager: DataSourceManager
  let print: @Sendable (String) -> Void

  func run() async throws(APIError) {
    try await todaysRaces()
    try await winners()
    try await horses(named: "lantern")
    await bestJockeys()
    try await racesInBatches()
  }

  /// Today's races, each with its runners as far as the list has them.
  private func todaysRaces() async throws(APIError) {
    for race in try await manager.fetchTodaysRaces() {
      print("\(race.name) at \(race.track): \(race.runners.count) runners")
    }
  }

  /// A day without results is no error here.
  private func winners() async throws(APIError) {
    do {
      for race in try await manager.fetchRaceResults() {
        for winner in race.winners { print("\(race.track): \(winner.horse) won") }
      }
    } catch .noData {
      print("no results yet")
    }
  }

  private func horses(named part: String) async throws(APIError) {
    for horse in try await manager.searchHorses(query: part) {
      let details = try await manager.fetchHorseDetails(horseId: horse.id)
      print("\(details.name): \(details.wins ?? 0) wins of \(details.starts ?? 0)")
    }
  }

  /// Needs stored results; without them the error handler says so.
  private func bestJockeys() async {
    await manager.withErrorHandling { () throws(APIError) in
      let jockeys = try await manager.fetchJockeyROIData()
        .sorted { $0.roi30Days > $1.roi30Days }
      for jockey in jockeys.prefix(3) {
        guard let roi = jockey.exactROI30Days else { continue }
        print("\(jockey.name): ROI \(roi) from \(jockey.sampleSize) starts in a year")
      }
    } onError: { error in
      print(error.localizedDescription)
    }
  }

  /// Groups of five with a pause between them, beside the pace that the service keeps anyway.
  private func racesInBatches() async throws(APIError) {
    let races = try await manager.fetchTodaysRaces()
    let details = try await Batches(of: 5, gap: .seconds(5)).run(races.map(\.id)) {
      (id) throws(APIError) in
      try await manager.realDataService.fetchRaceDetails(raceId: id)
    }
    print("\(details.count) races with \(details.reduce(0) { $0 + $1.runners.count }) runners")
  }
}
