import APICore
import SandboxCore

/// The settings of the betting service: its players and options.
public struct BetableSettings: Sendable {
  /// A player who bets with money.
  public struct Player: Equatable, Sendable {
    /// The account's id.
    public var id: String
    /// The first name.
    public var firstName: String
    /// The last name.
    public var lastName: String
    /// The currency of the player's money, such as `GBP`.
    public var currency: String

    /// Makes a player.
    public init(id: String, firstName: String, lastName: String, currency: String = "GBP") {
      self.id = id
      self.firstName = firstName
      self.lastName = lastName
      self.currency = currency
    }
  }

  /// The default client id; it opens only the sandbox.
  public static let standardClientID = "railbirdsandboxclient"
  /// The secret of ``standardClientID``.
  public static let standardClientSecret = "railbirdsandboxclientsecret"
  /// The default redirect.
  public static let standardRedirect = "betable+railbird+sandbox://authorize"
  /// The allowed number of players.
  public static let playersAllowed = 1...1_000
  /// The allowed minutes of a session, or between reality checks.
  public static let minutesAllowed = 1...525_600

  /// The seed of outcomes, tokens and codes.
  public var seed: UInt64
  /// The id of the client that may request tokens.
  public var clientID = BetableSettings.standardClientID
  /// The client's secret.
  public var clientSecret = BetableSettings.standardClientSecret
  /// The only addresses to which the authorize page redirects, compared as texts.
  public var redirectURIs = [BetableSettings.standardRedirect]
  /// The players, numbered from 1.
  public var players: [Player]
  /// Each player's initial money in either economy, in minor units.
  public var deposit: Int64 = 100_000
  /// The lifetime of a session without a keep-alive, by the sandbox's clock.
  public var sessionLifetime = Duration.seconds(1_800)
  /// The time from one reality check to the next; nil for none.
  public var realityCheckPeriod: Duration? = .seconds(3_600)
  /// The time during which a code may be exchanged.
  public var codeLifetime = Duration.seconds(600)
  /// The SQLite file that keeps the state; nil for memory only.
  ///
  /// An existing file is used as it is: its players are not recreated.
  public var stateFile: String?
  /// The clock, until a call sets another time.
  public var clock: any APIClock = SystemClock()

  /// Makes settings with some players.
  ///
  /// - Parameters:
  ///   - seed: The seed of outcomes, tokens and codes.
  ///   - playerCount: The number of players.
  public init(seed: UInt64 = 1, playerCount: Int = 8) {
    self.seed = seed
    let names = ["Charles Fey", "Ada Moss", "Tom Liberty", "Mary Bell", "Gus Card", "Ruth Plum"]
    players = (1...max(1, playerCount)).map { number in
      let name = names[(number - 1) % names.count].split(separator: " ").map { String($0) }
      return Player(
        id: SeededDraw(seed, 20, number).word(16), firstName: name[0], lastName: name[1])
    }
  }
}

extension Duration {
  /// The duration in whole microseconds.
  var micros: Int64 { Int64(self / .microseconds(1)) }
}
