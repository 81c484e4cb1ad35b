import APICore
import ArgumentParser
import CommandTools
import Foundation
import HTTPTransport
import SeasonalRewards
import Seasons

/// The service's address and the output format of the seasonal commands.
struct SeasonalOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("The service's address.", valueName: "url"))
  var baseURL: String

  @Flag(name: .long, help: "Accept plain http for other machines than this one.")
  var allowHTTP = false

  @Option(name: .long, help: SeasonalToken.help, completion: .file()) var credentials: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Maximum number of attempts of a request.", valueName: "n"))
  var attempts = 4

  @Option(
    name: .long,
    help: ArgumentHelp("The club's time zone (default: this machine's).", valueName: "zone"))
  var zone: String?

  @Flag(name: .long, help: "You are a coach: rewards may be changed.") var coach = false
  @Flag(name: .long, help: "Print JSON.") var json = false
  @Option(name: .long, help: .logFormat) var logFormat = LogFormat.text
  @Flag(name: .long, help: .verbose) var verbose = false

  var log: RequestLog { RequestLog(format: logFormat, isWanted: verbose) }

  func validate() throws {
    try checkBaseURL(baseURL, allowsPlainHTTP: allowHTTP)
    try checkAttempts(attempts)
    if let zone, TimeZone(identifier: zone) == nil {
      throw ValidationError("--zone: found \(zone); expected a time zone such as America/New_York")
    }
  }

  /// The calendar, whose time zone decides the day.
  var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    // `validate` has checked it.
    calendar.timeZone = zone.flatMap { TimeZone(identifier: $0) } ?? .current
    return calendar
  }

  /// Makes the commands' service.
  func service(namesRewards: Bool = false) throws -> DataService {
    // `validate` has checked it.
    let base = try BaseURL(baseURL, allowsPlainHTTP: allowHTTP)
    var settings = SeasonalServiceSettings(baseURL: base.url)
    settings.allowsPlainHTTP = allowHTTP
    settings.retries.attempts = attempts
    let logger = log.logger("seasonal")
    settings.interval = FetchClubOptions.usualInterval
    settings.others = .ofUser { logger.warning("\($0)") }
    settings.namesRewardsByDescription = namesRewards
    let headers = try SeasonalToken.headers(file: credentials)
    return DataService(
      settings,
      surroundings: SeasonalSurroundings(
        transport: AsyncHTTPTransport(), calendar: calendar, log: logger,
        authHeaders: { headers }, reject: log.leftOut("seasonal"),
        waits: log.waiting("seasonal")))
  }

  /// Runs a command's work; prints an error of the service with advice.
  ///
  /// - Parameters:
  ///   - isChange: Whether the work changes something; then the exit code is 0 once the change is
  ///     made.
  ///   - hints: Further advice after an error.
  ///   - work: The work.
  /// - Throws: The exit code, after printing the error.
  func reporting(
    isChange: Bool = false, hints: [String] = [], _ work: () async throws -> Void
  ) async throws {
    try await reportingErrors {
      do {
        try await work()
        if !isChange { try LeftOut.check() }
      } catch let error as SeasonalRewardsError {
        Console.fail("seasonal: \(error)")
        Console.hints(advice(error) + hints)
        if case .unreadable = error { throw ExitCode.unreadable }
        throw ExitCode(1)
      }
    }
  }

  // MARK: - Implementation

  /// Returns advice after a refusal of the user.
  private func advice(_ error: SeasonalRewardsError) -> [String] {
    guard let status = error.statusCode, [401, 403].contains(status) else { return [] }
    if case .notCoach(nil) = error { return ["Add --coach if you are one."] }
    let headers = try? SeasonalToken.headers(file: credentials)
    return headers?.fields.isEmpty ?? true
      ? [
        "No token was sent: set \(SeasonalToken.name), or give --credentials FILE with such a line."
      ]
      : ["The token of \(SeasonalToken.name), or of the --credentials file, was refused."]
  }
}

/// The season of a command.
struct SeasonOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("xc or track (default: the current season).", valueName: "season"),
    completion: .list(["xc", "track"]))
  var season: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The year in which the season began (default: that of the latest such season).",
      valueName: "year"))
  var year: String?

  func validate() throws {
    if let season, Season(rawValue: season) == nil {
      throw ValidationError("--season: found \(season); expected xc or track")
    }
    if let year, !year.contains(/^[0-9]{4}$/) || !SeasonYear.knownYears.contains(Int(year)!) {
      throw ValidationError("--year: found \(year); expected 1900 to 2200, such as 2024")
    }
  }

  /// Returns the season, relative to the current one.
  func season(current: SeasonYear) -> SeasonYear {
    let kind = season.flatMap(Season.init(rawValue:)) ?? current.season
    if let year = year.flatMap({ Int($0) }) { return SeasonYear(kind, year) }
    let latest = SeasonPicker.seasons(upTo: current, count: 2)
    return latest.first { $0.season == kind } ?? current
  }
}

extension SeasonYear {
  /// Season and year, for readers.
  package var text: String { "\(season.rawValue) \(year)" }
}
