import APICore
import Foundation

/// Which kind of money a game plays for.
public enum BetableEnvironment: String, Codable, CaseIterable, Sendable {
  /// Play money: the environment of every app that is not released.
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

/// Where Betable is, which game asks, and how.
public struct BetableServiceSettings: Sendable {
  /// The game's id at Betable.
  public var clientID: String
  /// The game's secret.
  public var clientSecret: Secret
  /// Where the authorize page sends the player back to.
  public var redirectURI: RedirectURI
  /// Which kind of money is played for where a bet is built here.
  public var environment = BetableEnvironment.sandbox
  /// Scheme, host and version of the API.
  public var apiURL = URL(string: "https://api.betable.com/1.0")!
  /// The host of the pages for deposits, the wallet and the like.
  public var webURL = URL(string: "https://prospecthallcasino.com")!
  /// The classic authorize page.
  public var authorizeURL = URL(string: "https://betable.com/authorize")!
  /// Which of the two authorize pages is shown.
  public var authorizePage = AuthorizePage.Kind.precache
  /// The list of the user's bets, below ``apiURL``; nil where the service has none.
  ///
  /// Betable's guide knows no such list.
  public var statementPath: String? = "/account/bets"
  /// A name of the device, sent along to the pages; nil to send none.
  public var deviceIdentifier: String?
  /// When the session is asked for.
  public var heartbeats = HeartbeatSettings()
  /// Whether a backed bet that was accepted keeps the session alive.
  public var keepsAliveAfterBets = true
  /// The least time between two requests of all callers.
  public var interval = Duration.zero
  /// What one exchange may take.
  public var limits = TransferLimits()
  /// When a call that changes nothing is made again; bets are never.
  public var retries = RetryPolicy()
  /// Whether plain `http` is accepted for hosts other than loopback.
  public var allowsPlainHTTP = false
  /// What keeps the interval together with other processes that send the same token; nil for nothing.
  public var others: PaceFile?

  /// What the service is called in records and logs.
  public static let api = "betable"
  /// The version that pages are told.
  public static let sdkVersion = "1.0"

  /// The settings of a game.
  ///
  /// - Parameters:
  ///   - clientID: The game's id.
  ///   - clientSecret: The game's secret.
  ///   - redirectURI: Where the authorize page sends the player back to.
  public init(clientID: String, clientSecret: Secret, redirectURI: RedirectURI) {
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.redirectURI = redirectURI
  }

  /// Puts API and pages at one place, such as a sandbox on this machine.
  ///
  /// - Parameter text: Scheme and host, such as `http://127.0.0.1:8080`.
  /// - Throws: ``BetableError`` `invalid` for anything but an https URL, or an http URL of this
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

  /// Takes the hosts of a testing profile, where it names them.
  ///
  /// - Parameter profile: Hosts of a test.
  public mutating func apply(_ profile: TestingProfile) {
    apiURL = profile.apiURL ?? apiURL
    webURL = profile.webURL ?? webURL
    authorizeURL = profile.authorizeURL ?? authorizeURL
  }

  /// The settings as every client has them.
  public var connection: APISettings {
    var connection = APISettings(
      api: Self.api, baseURL: apiURL, limits: limits, interval: interval, retries: retries,
      allowsPlainHTTP: allowsPlainHTTP)
    connection.others = others
    return connection
  }
}

/// Other hosts for a test of new features; the code that uses the client stays as it is.
public struct TestingProfile: Equatable, Sendable {
  /// The API's place; nil for the usual one.
  public var apiURL: URL?
  /// The pages' place; nil for the usual one.
  public var webURL: URL?
  /// The classic authorize page; nil for the usual one.
  public var authorizeURL: URL?

  /// Names hosts.
  public init(apiURL: URL? = nil, webURL: URL? = nil, authorizeURL: URL? = nil) {
    self.apiURL = apiURL
    self.webURL = webURL
    self.authorizeURL = authorizeURL
  }
}

/// When the session is asked for, and how much trouble it may have.
public struct HeartbeatSettings: Equatable, Sendable {
  /// The longest time between two heartbeats.
  public var period = Duration.seconds(60)
  /// A reality check that is due within this time begins at once.
  public var lead = Duration.milliseconds(1_500)
  /// How many heartbeats in a row may fail before the session counts as lost.
  public var grace = 0

  /// The guide's times, and no grace.
  public init() {}

  /// The time to the next heartbeat.
  ///
  /// ```
  /// min(remaining − lead, period)
  /// ```
  /// - Parameter remaining: Time to the next reality check; nil where there is none.
  /// - Returns: The time; zero where the reality check is to begin now.
  public func next(remaining: Duration?) -> Duration {
    guard let remaining else { return period }
    return min(max(.zero, remaining - lead), period)
  }
}
