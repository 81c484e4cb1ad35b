import APICore
import SandboxCore

/// The settings of the running club and its service.
public struct PointsSettings: Sendable {
  /// The seed of the club.
  public var seed: UInt64
  /// Active athletes of the team UA in xc's classes of ``year``.
  public var athletesUA = 45
  /// Active athletes of the team NU in the same classes.
  public var athletesNU = 30
  /// The year of the classes.
  public var year = 2024
  /// The form of answers.
  public var wire: WireForm = .live
  /// The coaches' token in `Authorization: Bearer …` for changing rewards; nil if none is required.
  public var coachToken: String?
  /// The SQLite file that keeps the state; nil for memory only.
  ///
  /// An existing file is used as it is: its club is not recreated.
  public var stateFile: String?
  /// The clock, until a call sets another time.
  public var clock: any APIClock = SystemClock()

  /// The allowed number of athletes in a team.
  public static let athletesAllowed = 0...5_000
  /// The allowed years of a club.
  public static let yearsAllowed = 1971...9_990

  /// Makes the settings of a club.
  public init(seed: UInt64 = 1) { self.seed = seed }
}
