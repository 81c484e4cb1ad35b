import APICore

/// Which betting service the sandbox serves, and to whom.
public struct BetableSettings: Sendable {
  /// Someone who bets with money.
  public struct Player: Equatable, Sendable {
    /// The id that the account has.
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

  /// The client that a sandbox knows if it is told no other; it opens nothing but the sandbox.
  public static let standardClientID = "railbirdsandboxclient"
  /// The secret of ``standardClientID``.
  public static let standardClientSecret = "railbirdsandboxclientsecret"
  /// The redirect that a sandbox knows if it is told no other.
  public static let standardRedirect = "betable+railbird+sandbox://authorize"
  /// How many players a sandbox may have.
  public static let playersAllowed = 1...1_000
  /// The minutes that a session, or the time to a reality check, may last.
  public static let minutesAllowed = 1...525_600

  /// The seed of outcomes, tokens and codes.
  public var seed: UInt64
  /// The id of the client that may ask for tokens.
  public var clientID = BetableSettings.standardClientID
  /// The client's secret.
  public var clientSecret = BetableSettings.standardClientSecret
  /// The only places that the authorize page redirects to, compared as texts.
  public var redirectURIs = [BetableSettings.standardRedirect]
  /// The players, by number from 1 on.
  public var players: [Player]
  /// Money that each player begins with in either economy, in minor units.
  public var deposit: Int64 = 100_000
  /// The time after which a session without a keep-alive is over, by the sandbox's clock.
  public var sessionLifetime = Duration.seconds(1_800)
  /// The time from one reality check to the next; nil for none.
  public var realityCheckPeriod: Duration? = .seconds(3_600)
  /// The time for which a code may be exchanged.
  public var codeLifetime = Duration.seconds(600)
  /// The SQLite file that keeps the state; nil for memory alone.
  ///
  /// A file that is there already stands: its players are not made anew.
  public var stateFile: String?
  /// The time, until a call sets another.
  public var clock: any APIClock = SystemClock()

  /// Chooses a service with some players.
  ///
  /// - Parameters:
  ///   - seed: The seed of outcomes, tokens and codes.
  ///   - playerCount: How many players there are.
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
  /// Whole microseconds.
  var micros: Int64 { Int64(self / .microseconds(1)) }
}
