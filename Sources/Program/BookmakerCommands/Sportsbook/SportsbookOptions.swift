import APICore
import ArgumentParser
import CommandTools
import Foundation
import HTTPTransport
import SportsbookAPI

extension Platform: ExpressibleByArgument {}

/// The sportsbook's address, and its user.
package struct SportsbookServiceOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("The service's address.", valueName: "url"))
  package var baseURL: String

  @Flag(name: .long, help: "Accept plain http for other machines than this one.")
  var allowHTTP = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file that only you can read, with RAILBIRD_SPORTSBOOK_USERNAME and …_PASSWORD.",
      valueName: "file"), completion: .file())
  package var credentials: String?

  @Option(name: .long, help: .sportsbookSession, completion: .file()) package var session: String?

  package init() {}

  package func validate() throws { try checkBaseURL(baseURL, allowsPlainHTTP: allowHTTP) }

  /// Makes the client's settings.
  package func settings() throws -> SportsbookServiceSettings {
    // `validate` has checked it.
    try SportsbookServiceSettings(baseURL: baseURL, allowsPlainHTTP: allowHTTP)
  }
}

/// The address, the user and the output format of the sportsbook's commands.
struct SportsbookOptions: ParsableArguments {
  @OptionGroup var service: SportsbookServiceOptions

  @Option(
    name: .long,
    help: ArgumentHelp("Maximum number of attempts of a request.", valueName: "n"))
  var attempts = 4

  @Option(name: .long, help: .logFormat) var logFormat = LogFormat.text
  @Flag(name: .long, help: .verbose) var verbose = false

  var log: RequestLog { RequestLog(format: logFormat, isWanted: verbose) }

  func validate() throws { try checkAttempts(attempts) }

  /// Makes a client, logged in if a login was kept.
  func client(
    for audience: PromotionAudience = PromotionAudience(), _ secrets: SportsbookSecrets
  ) throws -> SportsbookClient {
    var settings = try service.settings()
    settings.retries.attempts = attempts
    settings.audience = audience
    return SportsbookClient(
      settings,
      surroundings: SportsbookSurroundings(
        transport: AsyncHTTPTransport(), log: log.logger(SportsbookEndpoint.api),
        reject: log.leftOut(SportsbookEndpoint.api), waits: log.waiting(SportsbookEndpoint.api)),
      credentials: secrets.credentials, token: secrets.token)
  }

  /// Runs a command's work with a logged-in client; prints an error of the service.
  func reporting(
    for audience: PromotionAudience = PromotionAudience(),
    _ work: (SportsbookClient) async throws -> Void
  ) async throws {
    try await reportingErrors {
      try await printingErrors {
        let secrets = try SportsbookSecrets(service)
        let client = try client(for: audience, secrets)
        if secrets.token == nil { try await client.login() }
        try await work(client)
        try secrets.keep(client.session.token)
        try LeftOut.check()
      }
    }
  }

  /// Runs a piece of work; prints an error of the service.
  func printingErrors(_ work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch SportsbookError.notAuthenticated {
      Console.fail(
        "sportsbook: found no login; expected RAILBIRD_SPORTSBOOK_USERNAME and "
          + "RAILBIRD_SPORTSBOOK_PASSWORD in the environment or in a file of credentials")
      throw ExitCode(1)
    } catch let error as SportsbookError {
      Console.fail("sportsbook: \(error)")
      if case .decoding = error { throw ExitCode.unreadable }
      throw ExitCode(1)
    }
  }
}

/// The audience of promotions.
package struct SportsbookReaderOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("The client application's number.", valueName: "n"))
  var clientID: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "web, ios, android or mobile (the home screen: ios).", valueName: "platform"))
  package var platform: Platform?

  @Option(name: .long, help: ArgumentHelp("The type of user.", valueName: "type"))
  var userType: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The language, which the live service knows.", valueName: "language"))
  var language: String?

  package init() {}

  package var audience: PromotionAudience {
    PromotionAudience(
      clientId: clientID, platform: platform, userType: userType, language: language)
  }
}

/// The audience of promotions, and the filter of those shown.
struct SportsbookAudienceOptions: ParsableArguments {
  @OptionGroup var reader: SportsbookReaderOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The moment whose promotions are shown, such as 2024-05-15T12:00:00Z (default: now).",
      valueName: "moment"))
  var at: String?

  @Flag(name: .long, help: "Also show inactive elements.") var all = false
  @Flag(name: .long, help: "Print JSON.") var json = false

  func validate() throws {
    if let at, APIDate(at) == nil {
      throw ValidationError("--at: found \(at); expected a moment such as 2024-05-15T12:00:00Z")
    }
  }

  var audience: PromotionAudience { reader.audience }

  /// Returns the elements to show of a section's content.
  func shown(
    _ content: SectionContent, _ client: SportsbookClient, limit: Int? = nil
  ) -> SectionContent {
    // `validate` has checked it.
    let moment = at.flatMap { APIDate($0) }.map { Date($0) } ?? client.now
    return all ? content : content.shown(at: moment, limit: limit)
  }
}
