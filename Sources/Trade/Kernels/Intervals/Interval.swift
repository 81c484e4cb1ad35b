/// The two ends of a 95 % interval around an estimate.
public struct Interval: Equatable, Sendable {
  /// The 97.5 % point of the standard normal distribution.
  public static let normalQuantile = 1.959963984540054

  /// The lower end.
  public var low: Double
  /// The upper end.
  public var high: Double

  /// Creates an interval from its ends.
  public init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }
}
