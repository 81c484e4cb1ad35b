import Columns
import Racing

/// The bookmakers' deduction from winnings after a horse was withdrawn.
///
/// The bookmaker keeps a number of pence of each pound of winnings; the stake is untouched. Several
/// withdrawals add up, at most 90 pence in all. Only withdrawals after a bet was struck reduce it:
/// the caller passes no others.
@frozen
public struct RuleFour: Hashable, Sendable {
  /// The maximum deduction, in pence per pound.
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
/// Its limits are the trade's fractions, kept exact: 4/6 begins a step although it is below the
/// 1.67 that decimal pages print. For prices printed in hundredths, the column of such a page
/// decides.
public struct RuleFourScale: Hashable, Sendable {
  /// One step of a scale; it ends where the next begins.
  public struct Step: Hashable, Sendable {
    /// The shortest odds of the step as the rules state them: `4/6`, or `>14/1` for longer ones.
    public let text: String

    /// The deduction in pence per pound.
    public let pence: Int64

    let from: Ratio
    let isLonger: Bool

    /// Reads a step, or nil if the text is no price.
    ///
    /// - Parameters:
    ///   - text: A fraction, or decimal odds with a point; with `>` in front for longer odds only;
    ///     `0` for all.
    ///   - pence: The deduction in pence per pound.
    public init?(_ text: String, pence: Int64) {
      let price = text.hasPrefix(">") ? String(text.dropFirst()) : text
      let limit = try? PrintedOdds.parse(price).ratio
      guard let from = price == "0" ? Ratio.one : limit else { return nil }
      (self.text, self.pence, self.from) = (text, pence, from)
      isLonger = text.hasPrefix(">")
    }

    func holds(for odds: Ratio) -> Bool {
      isLonger ? from.isBelow(odds) : !odds.isBelow(from)
    }
  }

  /// The steps, by ascending odds, the first for all.
  public let steps: [Step]

  /// The steps for prices that are printed in hundredths; empty if ``steps`` hold for them.
  public let hundredths: [Step]

  /// Creates a scale.
  ///
  /// - Parameters:
  ///   - steps: By strictly ascending odds; the first begins at `0`.
  ///   - hundredths: The same for prices printed in hundredths; may be empty.
  public init(steps: [Step], hundredths: [Step] = []) {
    precondition(!steps.isEmpty, "a scale has a step")
    for steps in [steps, hundredths] {
      precondition(steps.first.map { $0.text == "0" } ?? true, "the first step begins at 0")
      precondition(
        zip(steps, steps.dropFirst()).allSatisfy { $0.from.isBelow($1.from) }, "steps ascend")
    }
    self.steps = steps
    self.hundredths = hundredths
  }

  /// Finds the deduction for a horse withdrawn at given odds.
  ///
  /// - Edge cases: decimals of three digits and more are compared as the fraction that they round,
  ///   as `PrintedOdds.unrounded` finds it.
  ///
  /// - Parameter odds: The odds of the withdrawn horse at its withdrawal.
  /// - Returns: Pence per pound.
  public func pence(for odds: PrintedOdds) -> Int64 {
    let isShort = odds.decimals.map { $0 <= 2 } ?? false
    let steps = isShort && !hundredths.isEmpty ? hundredths : steps
    let exact = odds.unrounded.ratio
    return steps.last { $0.holds(for: exact) }!.pence
  }
}
