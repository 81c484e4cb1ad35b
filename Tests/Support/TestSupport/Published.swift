import Testing

/// A worked number printed by an independent source, with the inputs it was printed for.
public struct Published<Inputs: Sendable, Expected: Sendable>: Sendable, CustomTestStringConvertible
{
  /// The example's number.
  public let id: String
  /// The inputs it was printed for.
  public let inputs: Inputs
  /// The printed result.
  public let expected: Expected
  private let tolerance: Double
  private let source: String

  /// The example's number.
  public var testDescription: String { id }

  /// Takes an example down.
  public init(
    _ id: String, _ inputs: Inputs, _ expected: Expected, within tolerance: Double = 1e-9,
    _ source: String
  ) {
    self.id = id
    self.inputs = inputs
    self.expected = expected
    self.tolerance = tolerance
    self.source = source
  }
}

extension Published {
  /// Checks one printed number; the slack covers the rounding of decimal literals to binary.
  public func check(
    _ actual: Double?, _ expected: Double, at location: SourceLocation = #_sourceLocation
  ) {
    guard let actual else {
      Issue.record("\(id): undefined; expected \(expected)", sourceLocation: location)
      return
    }
    let slack = expected.magnitude * 1e-15
    #expect(
      (actual - expected).magnitude <= tolerance + slack, "\(id): \(actual), \(source)",
      sourceLocation: location)
  }
}

/// Counts the millionths of a decimal literal.
public func micros(_ value: Double) -> Int64 { Int64((value * 1_000_000).rounded()) }

/// Divides millionths into a floating-point number.
public func units(_ micros: Int64) -> Double { Double(micros) / 1_000_000 }
