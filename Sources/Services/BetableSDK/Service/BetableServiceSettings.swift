import APICore
import Foundation

/// The kind of money that a game plays for.
public enum BetableEnvironment: String, Codable, CaseIterable, Sendable {
  /// Play money: the environment of every unreleased app.
  case sandbox
  /// Real money.
  case production

  /// The economy of bets in this environment: `sandbox` or `real`.
  public var economy: String { self == .sandbox ? "sandbox" : "real" }
}

/// The environment of released apps, by its name in the guide.
public let BetableEnvironmentProduction = BetableEnvironment.production

/// The environment of all other apps, by its name in the guide.
public let BetableEnvironmentSandbox = BetableEnvironment.sandbox

/// The addresses of Betable, the game that uses it, and the client's behaviour.
public struct BetableServiceSettings: Sendable {
  /// The game's id at Betable.
  public var clientID: String
  /// The game's secret.
  public var clientSecret: Secret
  /// The URI to which the authorize page sends the player back.
  public var redirectURI: RedirectURI
  /// The kind of money in bets that the client builds.
  public var environment = BetableEnvironment.sandbox
  /// Scheme, host and version of the API.
  public var apiURL = URL(string: "https://api.betable.com/1.0")!
  /// The host of the pages for deposits, the wallet and the like.
  public var webURL = URL(string: "https://prospecthallcasino.com")!
  /// The classic authorize page.
  public var authorizeURL = URL(string: "https://betable.com/authorize")!
  /// The form of the authorize page.
  public var authorizePage = AuthorizePage.Kind.precache
  /// The path of the user's list of bets, below ``apiURL``; nil if the service has none.
  ///
  /// Betable's guide documents no such list.
  public var statementPath: String? = "/account/bets"
  /// The device's name, sent to the pages; nil to send none.
  public var deviceIdentifier: String?
  /// The times of the session's heartbeats.
  public var heartbeats = HeartbeatSettings()
  /// Whether an accepted backed bet extends the session.
  public var keepsAliveAfterBets = true
  /// The minimum time between two requests, across all callers.
  public var interval = Duration.zero
  /// The limits of one exchange.
  public var limits = TransferLimits()
  /// The rule for repeating read-only calls; bets are never repeated.
  public var retries = RetryPolicy()
  /// Whether plain `http` is accepted for hosts other than loopback.
  public var allowsPlainHTTP = false
  /// The file that spaces requests across processes with the same token; nil for none.
  public var others: PaceFile?

  /// The service's name in records and logs.
  public static let api = "betable"
  /// The SDK version that pages receive.
  public static let sdkVersion = "1.0"

  /// Makes the settings of a game.
  ///
  /// - Parameters:
  ///   - clientID: The game's id.
  ///   - clientSecret: The game's secret.
  ///   - redirectURI: The URI to which the authorize page sends the player back.
  public init(clientID: String, clientSecret: Secret, redirectURI: RedirectURI) {
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.redirectURI = redirectURI
  }

  /// Uses one address for API and pages, such as a sandbox on this machine.
  ///
  /// - Parameter text: Scheme and host, such as `http://127.0.0.1:8080`.
  /// - Throws: ``BetableError`` `invalid` unless it is an https URL, or an http URL of this
  ///   machine.
  public mutating func use(baseURL text: String) throws(BetableError) {
    do throws(SettingsError) {
      let base = try BaseURL(text, allowsPlainHTTP: allowsPlainHTTP).url
      webURL = base
      apiURL = base.appending(path: "1.0")
      authorizeURL = base.appending(path: "authorize")
    } catch {
      throw .invalid("\(error)")
    }
  }

  /// Uses the hosts that a testing profile names.
  ///
  /// - Parameter profile: The hosts of a test.
  public mutating func apply(_ profile: TestingProfile) {
    apiURL = profile.apiURL ?? apiURL
    webURL = profile.webURL ?? webURL
    authorizeURL = profile.authorizeURL ?? authorizeURL
  }

  /// The settings in the form that all clients share.
  public var connection: APISettings {
    var connection = APISettings(
      api: Self.api, baseURL: apiURL, limits: limits, interval: interval, retries: retries,
      allowsPlainHTTP: allowsPlainHTTP)
    connection.others = others
    return connection
  }
}

/// Other hosts for a test of new features; the code that uses the client is unchanged.
public struct TestingProfile: Equatable, Sendable {
  /// The API's address; nil for the default.
  public var apiURL: URL?
  /// The pages' address; nil for the default.
  public var webURL: URL?
  /// The classic authorize page; nil for the default.
  public var authorizeURL: URL?

  /// Makes a profile from hosts.
  public init(apiURL: URL? = nil, webURL: URL? = nil, authorizeURL: URL? = nil) {
    self.apiURL = apiURL
    self.webURL = webURL
    self.authorizeURL = authorizeURL
  }
}

/// The times of heartbeats, and the failures they may have.
public struct HeartbeatSettings: Equatable, Sendable {
  /// The maximum time between two heartbeats.
  public var period = Duration.seconds(60)
  /// A reality check due within this time begins at once.
  public var lead = Duration.milliseconds(1_500)
  /// The number of consecutive failed heartbeats before the session counts as lost.
  public var grace = 0

  /// Makes the guide's times, with no grace.
  public init() {}

  /// Returns the time to the next heartbeat.
  ///
  /// ```
  /// min(remaining − lead, period)
  /// ```
  /// - Parameter remaining: Time to the next reality check; nil if there is none.
  /// - Returns: The time; zero if the reality check must begin now.
  public func next(remaining: Duration?) -> Duration {
    guard let remaining else { return period }
    return min(max(.zero, remaining - lead), period)
  }
}
