import Columns

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

  /// What is left of each pound of winnings, in pence.
  @inlinable
  public var keptPence: Int64 { 100 - pence }

  /// The winnings after the deduction.
  ///
  /// - Parameter micros: Winnings without the stake, in millionths.
  /// - Returns: What is left, rounded half to even.
  @inlinable
  public func applied(toWinnings micros: Int64) -> Int64 {
    Rounding.halfEven(micros, times: keptPence, dividedBy: 100)
  }
}
