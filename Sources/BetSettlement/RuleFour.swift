import Columns
import Racing

/// The bookmakers' deduction from winnings after a horse was withdrawn.
///
/// So many pence in each pound of winnings are kept; the stake is untouched. Several withdrawals
/// add up, at most 90 pence in all. Only those after a bet was struck concern it: the caller
/// passes these and no others.
@frozen
public struct RuleFour: Hashable, Sendable {
  /// The most that is deducted, in pence per pound.
  public static let capPence: Int64 = 90

  /// The deduction in pence per pound of winnings, from 0 to the cap.
  public let pence: Int64

  /// No deduction.
  @inlinable
  public static var none: RuleFour { RuleFour(deductions: []) }

  /// Adds the deductions of several withdrawals.
  ///
  /// - Parameter deductions: Pence per pound, each from 0 to 100.
  @inlinable
  public init(deductions: [Int64]) {
    precondition(
      deductions.allSatisfy { (0...100).contains($0) }, "a deduction is from 0 to 100 pence")
    pence = min(deductions.reduce(0, +), RuleFour.capPence)
  }

  /// The rest of each pound of winnings, in pence.
  @inlinable
  public var keptPence: Int64 { 100 - pence }

  /// Deducts from winnings.
  ///
  /// - Parameter micros: Winnings without the stake, in millionths.
  /// - Returns: The rest, rounded half to even.
  @inlinable
  public func applied(toWinnings micros: Int64) -> Int64 {
    Rounding.halfEven(micros, times: keptPence, dividedBy: 100)
  }
}

/// A bookmaker's scale of deductions by the withdrawn horse's odds.
///
/// Scales differ between firms and change over time, so a scale is data with a name.
public struct RuleFourScale: Hashable, Sendable {
  /// One step of a scale.
  public struct Step: Hashable, Sendable {
    /// The shortest odds of the step, in millionths; it ends where the next begins.
    public let fromMicros: Int64

    /// The deduction in pence per pound.
    public let pence: Int64

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - fromMicros: The shortest odds of the step, in millionths.
    ///   - pence: The deduction in pence per pound.
    public init(fromMicros: Int64, pence: Int64) {
      self.fromMicros = fromMicros
      self.pence = pence
    }
  }

  /// Who uses the scale.
  public let name: String

  /// The steps, by ascending odds, the first from zero.
  public let steps: [Step]

  /// Creates a scale.
  ///
  /// - Parameters:
  ///   - name: Who uses it, and since when if that is known.
  ///   - steps: By strictly ascending odds; the first begins at zero.
  public init(name: String, steps: [Step]) {
    precondition(steps.first?.fromMicros == 0, "the first step must begin at zero")
    precondition(
      zip(steps, steps.dropFirst()).allSatisfy { $0.fromMicros < $1.fromMicros },
      "the steps must ascend")
    self.name = name
    self.steps = steps
  }

  /// Finds the deduction for a horse withdrawn at given odds.
  ///
  /// - Parameter odds: The odds of the withdrawn horse at its withdrawal.
  /// - Returns: Pence per pound.
  public func pence(for odds: Odds) -> Int64 {
    var pence = steps[0].pence
    for step in steps where step.fromMicros <= odds.micros { pence = step.pence }
    return pence
  }
}

extension RuleFourScale {
  /// A gap-free scale in decimal odds; the bounds between its printed rows belong to the shorter.
  ///
  /// - Source: https://www.unibet.co.uk/help/products/sportsbook/horse-racing-win
  public static let unibet = RuleFourScale(
    name: "Unibet UK, decimal",
    steps: [
      (0, 90), (113, 85), (120, 80), (128, 75), (134, 70), (145, 65), (158, 60), (167, 55),
      (184, 50), (200, 45), (225, 40), (260, 35), (280, 30), (340, 25), (420, 20), (550, 15),
      (700, 10), (1_100, 0),
    ].map { Step(fromMicros: $0.0 * 10_000, pence: $0.1) })
}
