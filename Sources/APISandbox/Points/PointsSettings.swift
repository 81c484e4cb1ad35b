import APICore

/// Which running club the points sandbox serves, and how.
public struct PointsSettings: Sendable {
  /// The seed of the club.
  public var seed: UInt64
  /// Active athletes of the team UA in xc's classes of ``year``.
  public var athletesUA = 45
  /// Active athletes of the team NU in the same classes.
  public var athletesNU = 30
  /// The year that the classes are made for.
  public var year = 2024
  /// How answers are spelled.
  public var wire: WireForm = .live
  /// What coaches must send as `Authorization: Bearer …` to change rewards; nil where anyone may.
  public var coachToken: String?
  /// The SQLite file that keeps the state; nil for memory alone.
  ///
  /// A file that is there already stands: its club is not made anew.
  public var stateFile: String?
  /// The time, until a call sets another.
  public var clock: any APIClock = SystemClock()

  /// How many athletes a team may have.
  public static let athletesAllowed = 0...5_000
  /// The years that a club may be made for.
  public static let yearsAllowed = 1971...9_990

  /// Chooses a club.
  public init(seed: UInt64 = 1) { self.seed = seed }
}
