extension Outcome {
  /// The letter of a non-finisher in a form string, as ASCII; nil for finishers and non-starters.
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
    case .finished, .nonRunner, .void, .unresolved: nil
    }
  }

  /// The character of one run in a form string, as ASCII.
  ///
  /// - Edge cases: a finisher whose position is unknown (zero) reads `0`, as one placed tenth or
  ///   worse; whoever did not start has no character.
  ///
  /// - Parameters:
  ///   - position: The position printed by the source, used for finishers only.
  ///   - outcome: How the run ended.
  /// - Returns: `1`–`9`, `0` for tenth or worse, a letter, or nil.
  @inlinable
  public static func formCharacter(position: Int, outcome: Outcome) -> UInt8? {
    guard outcome == .finished else { return outcome.formLetter }
    return (1...9).contains(position) ? UInt8(ascii: "0") + UInt8(position) : UInt8(ascii: "0")
  }
}
