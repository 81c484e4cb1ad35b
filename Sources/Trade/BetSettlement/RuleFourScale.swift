import Columns
import Racing

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
