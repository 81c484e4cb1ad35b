/// Why a YAML file does not say what it should.
public struct YAMLError: Error, Equatable, Sendable {
  /// The file and line.
  public let place: String
  /// What was found there.
  public let found: String
  /// What was expected.
  public let expected: String

  /// Describes a mistake.
  public init(place: String, found: String, expected: String) {
    self.place = place
    self.found = found
    self.expected = expected
  }
}

extension YAMLError: CustomStringConvertible {
  /// Where, what was found, what was expected.
  public var description: String { "\(place): found \(found); expected \(expected)" }
}
