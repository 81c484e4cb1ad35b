extension RunSequence {
  /// One run.
  public struct Run: Equatable, Sendable {
    /// The day it took place on.
    public var day: Int32
    /// Whether it was won; a dead heat for first counts.
    public var won: Bool
    /// Profit of a level stake in 10⁻⁶, nil without a price.
    public var profit: Int64?
    /// Its character in a line of form, an ASCII code.
    public var form: UInt8

    /// Creates a run from its day, result, profit and form character.
    @inlinable
    public init(day: Int32, won: Bool, profit: Int64?, form: UInt8) {
      self.day = day
      self.won = won
      self.profit = profit
      self.form = form
    }
  }
}
