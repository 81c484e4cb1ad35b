import APICore
import ArgumentParser
import Columns
import CommandTools
import DomainFeeds
import HTTPTransport
import PoniRacing

/// The data source and the day of the racing commands.
struct RacingOptions: ParsableArguments {
  @OptionGroup var service: RacingServiceOptions
  @Option(name: .long, help: .logFormat) var logFormat = LogFormat.text
  @Flag(name: .long, help: .verbose) var verbose = false

  @Option(
    name: .long,
    help: ArgumentHelp("The racing day (default: today in New York).", valueName: "day"))
  var date: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Maximum number of attempts of a request.", valueName: "n"))
  var attempts = 4

  @Flag(name: .long, help: "Answer from the store, without network and key.") var offline = false

  @Option(
    name: .long, help: ArgumentHelp("The store with the results.", valueName: "dir"),
    completion: .directory)
  var store: String?

  @Flag(name: .long, help: "Print JSON.") var json = false

  var log: RequestLog { RequestLog(format: logFormat, isWanted: verbose) }

  func validate() throws {
    if let date { try DayArgument.check(date, "--date") }
    try checkAttempts(attempts)
    if offline, store == nil {
      throw ValidationError("--offline: found no --store; expected the store to answer from")
    }
  }

  /// The requested day; nil for today.
  var day: Day? { date.flatMap { Day(iso: $0) } }

  /// Makes the commands' data source manager.
  func manager() throws -> DataSourceManager {
    let source = offline ? store.map { StoredRaces(store: $0) } : nil
    return DataSourceManager(
      service: try dataService(), source: source,
      statistics: store.map { StoreStatistics(store: $0) })
  }

  /// Makes the live service.
  private func dataService() throws -> RealDataService {
    let logger = log.logger("racing")
    let connection = try service.settings { logger.warning("\($0)") }
    var settings = RacingServiceSettings(baseURL: connection.baseURL)
    settings.interval = connection.interval
    settings.retries.attempts = attempts
    settings.allowsPlainHTTP = connection.allowsPlainHTTP
    settings.others = connection.others
    let key = offline ? nil : try service.key()
    return RealDataService(
      settings, key: key?.exposed,
      surroundings: RacingSurroundings(
        transport: AsyncHTTPTransport(), log: logger,
        reject: log.leftOut("racing"), waits: log.waiting("racing")))
  }

  /// Runs a command's work; prints an error of the service with advice.
  ///
  /// - Parameters:
  ///   - isCheck: Whether the work is a check, which ends with 0 or 1.
  ///   - work: The work.
  /// - Throws: The exit code, after printing the error.
  func reporting(
    isCheck: Bool = false, _ work: (DataSourceManager) async throws -> Void
  ) async throws {
    try await reportingErrors {
      let manager = try manager()
      do {
        try await work(manager)
        if !isCheck { try LeftOut.check() }
      } catch APIError.invalidAPIKey where !manager.realDataService.hasAPIKey {
        Console.fail("racing: \(RacingFetch.missingKey)")
        throw ExitCode(1)
      } catch let error as APIError {
        let cause = error.lacksCause ? manager.realDataService.lastFailure : nil
        Console.fail("racing: \(error)" + (cause.map { " (\($0))" } ?? ""))
        Console.hints(error.advice + Self.keySource(error))
        throw error == .invalidResponse ? ExitCode.unreadable : ExitCode(1)
      }
    }
  }

  // MARK: - Implementation

  private static func keySource(_ error: APIError) -> [String] {
    guard error == .invalidAPIKey else { return [] }
    return [
      "The key comes from RAILBIRD_RACING_API_KEY, or from the file that --credentials names."
    ]
  }
}
