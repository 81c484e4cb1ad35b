import APICore
import Columns
import Foundation

extension RealDataService {
  /// Fetches a jockey's runs and wins: the service's counts if it has them; otherwise counts from
  /// today's results, marked `is_derived`.
  ///
  /// - Parameters:
  ///   - jockeyId: The jockey's name, in either case; the service has no ids.
  ///   - lastDays: The number of days that the service counts.
  /// - Returns: The counts.
  /// - Throws: ``APIError``; `noData` if the jockey is unknown.
  public func fetchJockeyStats(
    jockeyId: String, lastDays: Int = 30
  ) async throws(APIError) -> APIJockeyStats {
    let call = RacingAPI.jockeysWinRateCall(lastDays: lastDays)
    let all = try await counts(of: call) { () async throws(APIError) in
      try await list(APIJockeyStats.self, under: ["jockeys", "results"], call)
    }
    if let found = all.first(where: { $0.jockey.isName(jockeyId) }) { return found }
    let (runs, wins) = try await todaysRecord { $0.jockey?.isName(jockeyId) == true }
    var stats = APIJockeyStats(
      jockey: jockeyId, wins: wins, runs: runs, win_percentage: 100 * Double(wins) / Double(runs))
    stats.is_derived = true
    return stats
  }

  /// Fetches a trainer's runs and wins, as for a jockey.
  ///
  /// - Parameters:
  ///   - trainerId: The trainer's name, in either case; the service has no ids.
  ///   - lastDays: The number of days that the service counts.
  /// - Returns: The counts.
  /// - Throws: ``APIError``; `noData` if the trainer is unknown.
  public func fetchTrainerStats(
    trainerId: String, lastDays: Int = 30
  ) async throws(APIError) -> APITrainerStats {
    let call = RacingAPI.trainersWinRateCall(lastDays: lastDays)
    let all = try await counts(of: call) { () async throws(APIError) in
      try await list(APITrainerStats.self, under: ["trainers", "results"], call)
    }
    if let found = all.first(where: { $0.trainer.isName(trainerId) }) { return found }
    let (runs, wins) = try await todaysRecord { $0.trainer?.isName(trainerId) == true }
    var stats = APITrainerStats(
      trainer: trainerId, wins: wins, runs: runs,
      win_percentage: 100 * Double(wins) / Double(runs))
    stats.is_derived = true
    return stats
  }

  // MARK: - Implementation

  /// Fetches the service's counts; none if the endpoint is missing, or if its answer is unreadable,
  /// which is reported.
  private func counts<Stats: Sendable>(
    of call: APICall, _ fetch: () async throws(APIError) -> [Stats]
  ) async throws(APIError) -> [Stats] {
    do {
      return try await fetch()
    } catch .noData {
      return []
    } catch .invalidResponse {
      report(
        JSONFailure(reason: "found an answer that cannot be read; expected runs and wins"), call)
      return []
    } catch .serverError(404) {
      return []
    }
  }

  /// Counts starts and wins in today's finished races.
  private func todaysRecord(
    where isTheirs: (APIRunner) -> Bool
  ) async throws(APIError) -> (runs: Int, wins: Int) {
    let mapping = DataMappingService()
    var (runs, wins) = (0, 0)
    var reading = RaceReading()
    for result in try await fetchRaceResults() where result.canceled != true {
      guard let card = mapping.mapAPIRaceResultToRacecard(result) else { continue }
      for runner in try await withRunners(card, &reading).runners where isTheirs(runner) {
        runs += runner.finish?.outcome.isStarter == true ? 1 : 0
        wins += runner.finish?.position == 1 ? 1 : 0
      }
    }
    guard runs > 0 else { throw .noData }
    return (runs, wins)
  }
}

extension String {
  /// Whether two names are equal, apart from case.
  fileprivate func isName(_ other: String) -> Bool {
    caseInsensitiveCompare(other) == .orderedSame
  }
}
