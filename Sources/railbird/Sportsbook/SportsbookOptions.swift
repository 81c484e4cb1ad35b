import APICore
import ArgumentParser
import Foundation
import HTTPTransport
import SportsbookAPI

extension Platform: ExpressibleByArgument {}

/// Where the sportsbook is, and who asks it.
struct SportsbookServiceOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("The service's address.", valueName: "url"))
  var baseURL: String

  @Flag(name: .long, help: "Accept plain http for other machines than this one.")
  var allowHTTP = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file that only you can read, with RAILBIRD_SPORTSBOOK_USERNAME and …_PASSWORD.",
      valueName: "file"))
  var credentials: String?

  @OptionGroup var kept: SportsbookSessionOptions

  func validate() throws { try checkBaseURL(baseURL, allowsPlainHTTP: allowHTTP) }

  /// Host and manners as every client has them.
  func settings() throws -> SportsbookServiceSettings {
    // Checked by `validate`.
    try SportsbookServiceSettings(baseURL: baseURL, allowsPlainHTTP: allowHTTP)
  }
}

/// Where the sportsbook's commands ask, as whom, and how they tell.
struct SportsbookOptions: ParsableArguments {
  @OptionGroup var service: SportsbookServiceOptions

  @Option(
    name: .long,
    help: ArgumentHelp("How often a request is tried before it has failed.", valueName: "n"))
  var attempts = 4

  @OptionGroup var log: LogOptions

  func validate() throws {
    guard (1...10).contains(attempts) else {
      throw ValidationError("--attempts: found \(attempts); expected 1 to 10")
    }
  }

  /// A client, logged in where a login was kept.
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
        reject: log.leftOut(SportsbookEndpoint.api)),
      credentials: secrets.credentials, token: secrets.token)
  }

  /// Does a command's work with a client that is logged in; an error of the service becomes its
  /// text.
  func reporting(
    for audience: PromotionAudience = PromotionAudience(),
    _ work: (SportsbookClient) async throws -> Void
  ) async throws {
    try await reportingErrors {
      try await telling {
        let secrets = try SportsbookSecrets(service)
        let client = try client(for: audience, secrets)
        if secrets.token == nil { try await client.login() }
        try await work(client)
        try secrets.keep(client.session.token)
      }
    }
  }

  /// Does a piece of work; an error of the service becomes its text.
  func telling(_ work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch SportsbookError.notAuthenticated {
      Console.fail(
        "sportsbook: found no login; expected RAILBIRD_SPORTSBOOK_USERNAME and "
          + "RAILBIRD_SPORTSBOOK_PASSWORD in the environment or in a file of credentials")
      throw ExitCode(1)
    } catch let error as SportsbookError {
      Console.fail("sportsbook: \(error)")
      throw ExitCode(1)
    }
  }
}

/// Whom promotions are asked for.
struct SportsbookReaderOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("The client application's number.", valueName: "n"))
  var clientID: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "web, ios, android or mobile (the home screen: ios).", valueName: "platform"))
  var platform: Platform?

  @Option(name: .long, help: ArgumentHelp("The type of user.", valueName: "type"))
  var userType: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The language, which the live service knows.", valueName: "language"))
  var language: String?

  var audience: PromotionAudience {
    PromotionAudience(
      clientId: clientID, platform: platform, userType: userType, language: language)
  }
}

/// Whom promotions are asked for, and which of them are shown.
struct SportsbookAudienceOptions: ParsableArguments {
  @OptionGroup var reader: SportsbookReaderOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The moment whose promotions are shown, such as 2024-05-15T12:00:00Z (default: now).",
      valueName: "moment"))
  var at: String?

  @Flag(name: .long, help: "Show also what is not active.") var all = false
  @Flag(name: .long, help: "Print JSON.") var json = false

  func validate() throws {
    if let at, APIDate(at) == nil {
      throw ValidationError("--at: found \(at); expected a moment such as 2024-05-15T12:00:00Z")
    }
  }

  var audience: PromotionAudience { reader.audience }

  /// What of a section's content is shown.
  func shown(
    _ content: SectionContent, _ client: SportsbookClient, limit: Int? = nil
  ) -> SectionContent {
    // Checked by `validate`.
    let moment = at.flatMap { APIDate($0) }.map { Date($0) } ?? client.now
    return all ? content : content.shown(at: moment, limit: limit)
  }
}
