/// The end of a runner's race.
///
/// The raw values are stored; never renumber them.
@frozen
public enum Outcome: UInt8, CaseIterable, Sendable {
  /// Finished, with a position.
  case finished = 0
  /// Pulled up by its rider.
  case pulledUp = 1
  /// Fell.
  case fell = 2
  /// Lost its rider.
  case unseated = 3
  /// Brought down by another horse.
  case broughtDown = 4
  /// Refused an obstacle or to race.
  case refused = 5
  /// Ran out, off the course.
  case ranOut = 6
  /// Slipped up on the flat.
  case slippedUp = 7
  /// Carried out by another horse.
  case carriedOut = 8
  /// Disqualified.
  case disqualified = 9
  /// Did not finish, the source gives no reason.
  case didNotFinish = 10
  /// Withdrawn before the start.
  case nonRunner = 11
  /// The race or the runner's part in it was declared void.
  case void = 12
  /// The source gives neither a position nor a known code.
  case unresolved = 13
  /// Ran and did not win; the source gives neither its position nor how its race ended.
  case lost = 14
}

extension Outcome {
  /// Whether the runner came under starter's orders in a race that counts.
  @inlinable
  public var isStarter: Bool { Outcome.isStarter(code: Int32(rawValue)) }

  /// The codes of starters' outcomes, a bit for each.
  @inlinable
  public static var starterCodes: UInt32 { 1 << 14 | (1 << 11 - 1) }

  /// Whether a stored code is a starter's outcome.
  ///
  /// - Parameter code: A raw value; for other numbers the answer means nothing.
  /// - Returns: Whether runners of this outcome are starters.
  @inlinable
  public static func isStarter(code: Int32) -> Bool {
    starterCodes &>> UInt32(truncatingIfNeeded: code) & 1 == 1
  }

  /// The word used in reports and in the store.
  public var name: String {
    switch self {
    case .finished: "finished"
    case .pulledUp: "pulled_up"
    case .fell: "fell"
    case .unseated: "unseated"
    case .broughtDown: "brought_down"
    case .refused: "refused"
    case .ranOut: "ran_out"
    case .slippedUp: "slipped_up"
    case .carriedOut: "carried_out"
    case .disqualified: "disqualified"
    case .didNotFinish: "did_not_finish"
    case .nonRunner: "non_runner"
    case .void: "void"
    case .unresolved: "unresolved"
    case .lost: "lost"
    }
  }

  /// Finds the outcome of a word in reports.
  ///
  /// - Parameter name: A word as ``name`` gives it.
  public init?(name: String) {
    guard let outcome = Outcome.allCases.first(where: { $0.name == name }) else { return nil }
    self = outcome
  }
}

extension Outcome {
  /// The sign of a starter without a position in a form string, as ASCII; nil for all others.
  @inlinable
  public var formLetter: UInt8? {
    switch self {
    case .pulledUp: UInt8(ascii: "P")
    case .fell: UInt8(ascii: "F")
    case .unseated: UInt8(ascii: "U")
    case .broughtDown: UInt8(ascii: "B")
    case .refused: UInt8(ascii: "R")
    case .ranOut: UInt8(ascii: "O")
    case .slippedUp: UInt8(ascii: "S")
    case .carriedOut: UInt8(ascii: "C")
    case .disqualified: UInt8(ascii: "D")
    case .didNotFinish: UInt8(ascii: "-")
    case .lost: UInt8(ascii: "?")
    case .finished, .nonRunner, .void, .unresolved: nil
    }
  }

  /// The character of one run in a form string, as ASCII.
  ///
  /// - Edge cases: a finisher whose position is unknown (zero) reads `0`, like one placed tenth or
  ///   worse; a non-starter has no character.
  ///
  /// - Parameters:
  ///   - position: The position printed by the source, used for finishers only.
  ///   - outcome: The end of the run.
  /// - Returns: `1`–`9`, `0` for tenth or worse, a letter or sign, or nil.
  @inlinable
  public static func formCharacter(position: Int, outcome: Outcome) -> UInt8? {
    guard outcome == .finished else { return outcome.formLetter }
    return (1...9).contains(position) ? UInt8(ascii: "0") + UInt8(position) : UInt8(ascii: "0")
  }
}
