import APICore
import ArgumentParser
import BetableSDK
import CommandTools
import DomainFeeds
import Foundation
import HTTPTransport

/// The address of Betable and the credentials of a command.
package struct BetableServiceOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The address of API and pages, such as a sandbox's (default: Betable's own hosts).",
      valueName: "url"))
  package var baseURL: String?

  @Flag(name: .long, help: "Accept plain http for other machines than this one.")
  var allowHTTP = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file that only you can read, with RAILBIRD_BETABLE_CLIENT_ID, …_CLIENT_SECRET, "
        + "…_ACCESS_TOKEN, …_SESSION_ID.",
      valueName: "file"), completion: .file())
  package var credentials: String?

  @Option(name: .long, help: .betableSession, completion: .file()) var sessionFile: String?

  package init() {}

  package func validate() throws {
    if let baseURL { try checkBaseURL(baseURL, allowsPlainHTTP: allowHTTP) }
  }

  /// Makes the settings of a client that is already logged in.
  package func settings() throws -> BetableServiceSettings {
    try settings(id: "", secret: Secret(""), BetableRedirectOptions.usual)
  }

  /// Makes the settings of a game.
  package func settings(
    id: String, secret: Secret, _ redirectURI: String
  ) throws -> BetableServiceSettings {
    // `validate` has checked address and redirect.
    var settings = BetableServiceSettings(
      clientID: id, clientSecret: secret, redirectURI: try RedirectURI(redirectURI))
    settings.allowsPlainHTTP = allowHTTP
    if let baseURL { try settings.use(baseURL: baseURL) }
    return settings
  }
}

/// The URI to which a login returns.
struct BetableRedirectOptions: ParsableArguments {
  /// The sandbox's registered redirect.
  static let usual = "betable+railbird+sandbox://authorize"

  @Option(
    name: .long, help: ArgumentHelp("The redirect URI that is registered.", valueName: "uri"))
  var redirectURI = BetableRedirectOptions.usual

  func validate() throws {
    do {
      _ = try RedirectURI(redirectURI)
    } catch {
      throw ValidationError("--" + "\(error)".replacing("redirect URI", with: "redirect-uri"))
    }
  }
}

/// The store whose journal receives bets, balances and session steps.
struct BetableJournalOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The store whose journal records this; made if absent.", valueName: "dir"),
    completion: .directory)
  var store: String?
}

/// The address and login of Betable's commands, and the output format.
struct BetableOptions: ParsableArguments {
  @OptionGroup var service: BetableServiceOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Maximum number of attempts of a request that changes nothing; bets are sent once.",
      valueName: "n"))
  var attempts = 4

  @Flag(name: .long, help: "Print JSON.") var json = false
  @Option(name: .long, help: .logFormat) var logFormat = LogFormat.text
  @Flag(name: .long, help: .verbose) var verbose = false

  var log: RequestLog { RequestLog(format: logFormat, isWanted: verbose) }

  func validate() throws { try checkAttempts(attempts) }

  /// The facts about the game that a command needs.
  enum Identity {
    /// None: the token is enough.
    case none
    /// Its id, for pages.
    case id
    /// Id and secret, for a token.
    case idAndSecret(redirectURI: String)
  }

  /// Runs a command's work with a client; prints an error with advice.
  ///
  /// - Parameters:
  ///   - identity: The facts about the game that the command needs.
  ///   - store: The store whose journal records the command's actions; nil for none.
  ///   - isBet: Whether the command places bets, which ends with 0 once they are placed.
  ///   - isLogin: Whether the command uses the kept login, even if the environment holds another.
  ///   - change: Changes the settings.
  ///   - before: Runs before the kept login is read.
  ///   - work: The work.
  /// - Throws: The exit code, after printing the error.
  func reporting(
    _ identity: Identity = .none, store: String? = nil, isBet: Bool = false, isLogin: Bool = false,
    _ change: (inout BetableServiceSettings) -> Void = { _ in },
    before: () throws -> Void = {}, _ work: (BetableWork) async throws -> Void
  ) async throws {
    try await reportingErrors {
      let login = try BetableLoginSource(service, keptOnly: isLogin)
      do {
        var settings = try settings(identity)
        settings.retries.attempts = attempts
        change(&settings)
        let betable = Betable(
          settings,
          surroundings: BetableSurroundings(
            transport: AsyncHTTPTransport(), log: log.logger(BetableServiceSettings.api),
            store: login.store(for: settings),
            journal: try store.map {
              try StoreBets.records(store: $0, service: settings.connection.baseURL)
            },
            reject: log.leftOut(BetableServiceSettings.api),
            waits: log.waiting(BetableServiceSettings.api)))
        betable.launch()
        try before()
        try login.begin(betable)
        try await work(BetableWork(betable: betable, json: json))
        await betable.finishPendingWork()
        if !isBet { try LeftOut.check() }
      } catch let error as BetableError {
        Console.fail("betable: \(error)")
        Console.hints(login.advice(error, store: store))
        if case .unreadable = error { throw ExitCode.unreadable }
        throw ExitCode(1)
      }
    }
  }

  // MARK: - Implementation

  private func settings(_ identity: Identity) throws -> BetableServiceSettings {
    switch identity {
    case .none: return try service.settings()
    case .id:
      return try service.settings(
        id: try named("CLIENT_ID", "the game's id").exposed, secret: Secret(""),
        BetableRedirectOptions.usual)
    case .idAndSecret(let redirectURI):
      return try service.settings(
        id: try named("CLIENT_ID", "the game's id").exposed,
        secret: try named("CLIENT_SECRET", "the game's secret"), redirectURI)
    }
  }

  private func named(_ name: String, _ meaning: String) throws -> Secret {
    let name = "RAILBIRD_BETABLE_" + name
    guard let secret = try KeptSecret.named(name, file: service.credentials) else {
      throw BetableError.invalid(
        "\(meaning): found none; expected \(name) in the environment or in a file of credentials")
    }
    return secret
  }
}

/// The client and the output of a command of Betable.
struct BetableWork: Sendable {
  let betable: Betable
  let json: Bool

  /// The service's address.
  var place: String { betable.settings.webURL.absoluteString }

  /// Removes the client's secrets from a text of the service.
  func redacted(_ text: String) -> String {
    Redactor(
      [
        betable.settings.clientSecret, betable.credentials?.accessToken,
        betable.credentials?.sessionID,
      ].compactMap { $0 }
    ).redacted(text)
  }
}
