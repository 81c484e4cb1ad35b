import APICore

/// Which sportsbook the sandbox serves, and to whom.
public struct SportsbookSettings: Sendable {
  /// Someone who may log in.
  public struct User: Sendable {
    /// The user's id.
    public var id: Int
    /// The name that the user logs in with.
    public var username: String
    /// The password; it opens nothing but the sandbox.
    public var password: String
    /// The name.
    public var name: String

    /// Makes a user.
    public init(id: Int, username: String, password: String, name: String) {
      self.id = id
      self.username = username
      self.password = password
      self.name = name
    }
  }

  /// The user of a sandbox that is given none.
  public static let standardUser = User(
    id: 1, username: "user@example.test", password: "railbirdsandboxpassword", name: "User Name")
  /// The minutes for which a token may be good.
  public static let minutesAllowed = 1...525_600

  /// The seed of events, odds and promotions.
  public var seed: UInt64
  /// Those who may log in.
  public var users = [SportsbookSettings.standardUser]
  /// The client applications that there are; another one is refused with 403.
  public var clients = 1...3
  /// The form of answers; the live service's hold no odds and no tipsters.
  public var wire: WireForm = .seed
  /// The time for which a token is good, by the sandbox's clock.
  public var tokenLifetime = Duration.seconds(3_600)
  /// A moment at which the clock stands from the start, µs since 1970 UTC; nil for ``clock``.
  public var now: Int64?
  /// The time, until a call sets another.
  public var clock: any APIClock = SystemClock()

  /// Chooses a sportsbook.
  public init(seed: UInt64 = 1) { self.seed = seed }
}
