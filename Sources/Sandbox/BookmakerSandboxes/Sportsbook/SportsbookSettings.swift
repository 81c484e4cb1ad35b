import APICore
import SandboxCore

/// The settings of the sportsbook: its users and options.
public struct SportsbookSettings: Sendable {
  /// A user who may log in.
  public struct User: Sendable {
    /// The user's id.
    public var id: Int
    /// The login name.
    public var username: String
    /// The password; it opens only the sandbox.
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

  /// The default user.
  public static let standardUser = User(
    id: 1, username: "user@example.test", password: "railbirdsandboxpassword", name: "User Name")
  /// The allowed minutes of a token's lifetime.
  public static let minutesAllowed = 1...525_600

  /// The seed of events, odds and promotions.
  public var seed: UInt64
  /// The users who may log in.
  public var users = [SportsbookSettings.standardUser]
  /// The existing client applications; others are refused with 403.
  public var clients = 1...3
  /// The form of answers; the live form has no odds and no tipsters.
  public var wire: WireForm = .seed
  /// The lifetime of a token, by the sandbox's clock.
  public var tokenLifetime = Duration.seconds(3_600)
  /// The moment at which the clock is stopped from the start, µs since 1970 UTC; nil for ``clock``.
  public var now: Int64?
  /// The clock, until a call sets another time.
  public var clock: any APIClock = SystemClock()

  /// Makes the settings of a sportsbook.
  public init(seed: UInt64 = 1) { self.seed = seed }
}
