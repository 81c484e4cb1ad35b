import APICore
import Columns
import Foundation

/// One run of all checks; later checks reuse the data of earlier ones.
struct APICheckRun {
  /// The outcome of a check.
  struct Finding {
    var status: APITestStatus
    var message: String
    var details: [String] = []
  }

  let service: RealDataService
  let day: Day
  private let mapping = DataMappingService()
  private var cards: [APIRacecard] = []
  private var runners: [APIRunner] = []

  init(_ service: RealDataService, on day: Day) {
    self.service = service
    self.day = day
  }

  /// Runs a check.
  mutating func finding(of check: APICheck) async -> Finding {
    do throws(APIError) {
      return try await run(check)
    } catch .noData {
      return Finding(status: .warning, message: "the service has no data for it now")
    } catch {
      return failed(error)
    }
  }

  // MARK: - Implementation

  private mutating func run(_ check: APICheck) async throws(APIError) -> Finding {
    switch check {
    case .keyFormat: return keyFormat()
    case .connection:
      let isThere = await service.checkConnection()
      return isThere
        ? passed("the service answers")
        : Finding(
          status: .failed, message: "no answer with 200",
          details: [service.lastFailure].compactMap { $0 })
    case .todaysRaces:
      cards = try await service.fetchRaces(on: day)
      return passed("\(cards.count) races")
    case .raceDetails:
      guard let card = cards.first(where: { $0.canceled != true }) else { throw .noData }
      runners = try await service.fetchRaceDetails(raceId: card.race_id).runners
      guard !runners.isEmpty else { throw .noData }
      return passed("race \(card.race_id) has \(runners.count) runners")
    case .raceResults:
      return passed("\(try await service.fetchRaceResults(on: day).count) results")
    case .horseSearch:
      let found = try await service.searchHorses(
        query: runners.first?.horse ?? "", on: day)
      guard !found.isEmpty else { throw .noData }
      return passed("\(found.count) horses found")
    case .horseDetails:
      guard let runner = runners.first else { throw .noData }
      let horse = try await service.fetchHorseDetails(
        horseId: runner.horse_id ?? runner.horse, on: day)
      return passed("found \(horse.horse)")
    case .horseResults:
      guard let id = runners.lazy.compactMap(\.horse_id).first else { throw .noData }
      return passed("\(try await service.fetchHorseResults(horseId: id).count) past races")
    case .jockeyStatistics:
      guard let name = runners.lazy.compactMap(\.jockey).first else { throw .noData }
      let stats = try await service.fetchJockeyStats(jockeyId: name)
      return passed("\(stats.wins) wins of \(stats.runs)")
    case .trainerStatistics:
      guard let name = runners.lazy.compactMap(\.trainer).first else { throw .noData }
      let stats = try await service.fetchTrainerStats(trainerId: name)
      return passed("\(stats.wins) wins of \(stats.runs)")
    case .dataMapping: return try dataMapping()
    case .errorHandling: return await errorHandling()
    case .rateLimiting: return await rateLimiting()
    }
  }

  private func passed(_ message: String) -> Finding { Finding(status: .passed, message: message) }

  private func failed(_ error: APIError) -> Finding {
    Finding(
      status: .failed, message: error.localizedDescription,
      details: [error.lacksCause ? service.lastFailure : nil].compactMap { $0 } + error.advice)
  }

  private func keyFormat() -> Finding {
    guard service.hasAPIKey else {
      return Finding(
        status: .failed, message: "no key is set", details: APIError.invalidAPIKey.advice)
    }
    return service.hasValidAPIKey
      ? passed("the key has the form of one")
      : Finding(
        status: .failed, message: "found a key of another form; expected 32 letters and digits",
        details: APIError.invalidAPIKey.advice)
  }

  private func dataMapping() throws(APIError) -> Finding {
    guard !cards.isEmpty else { throw .noData }
    let races = cards.map(mapping.mapAPIRacecardToRace)
    let undated = races.filter { $0.date == nil }.map(\.id)
    let unmeasured = races.filter { $0.distance == nil }.map {
      "\($0.id): distance \($0.distanceText ?? "absent")"
    }
    guard undated.isEmpty && unmeasured.isEmpty else {
      return Finding(
        status: .warning, message: "some races have fields that cannot be read",
        details: undated.map { "\($0): off time" } + unmeasured)
    }
    return passed("\(races.count) races mapped, each with off time and distance")
  }

  /// Checks that a race that does not exist gives an error of the service, and no other failure.
  private func errorHandling() async -> Finding {
    do throws(APIError) {
      let card = try await service.fetchRaceDetails(raceId: "no-such-race", refreshing: true)
      return Finding(
        status: .warning, message: "the service knows a race that should not exist",
        details: ["race \(card.race_id)"])
    } catch .noData {
      return passed("a race that does not exist has no data")
    } catch .serverError(let code) {
      return passed("a race that does not exist gives status \(code.status)")
    } catch {
      return failed(error)
    }
  }

  /// Checks that two successive requests keep the configured interval.
  private func rateLimiting() async -> Finding {
    _ = await service.checkConnection()
    let first = service.limiter.status.lastRequest
    _ = await service.checkConnection()
    let status = service.limiter.status
    guard let first, let second = status.lastRequest, second > first else {
      return Finding(status: .failed, message: "no two requests could be sent")
    }
    let gap = Duration.microseconds(second - first)
    let milliseconds = Int(gap / .milliseconds(1))
    // Request times come from the wall clock, which may be set back a little in between.
    let isKept = gap >= status.configuredInterval - .milliseconds(20)
    var finding = Finding(
      status: isKept ? .passed : .failed, message: "two requests were \(milliseconds) ms apart")
    if status.warnings > 0 {
      if isKept { finding.status = .warning }
      finding.details.append(
        "the service reported too many requests \(status.warnings) times")
    }
    return finding
  }
}
