/// An error in the content of a YAML file.
public struct YAMLError: Error, Equatable, Sendable {
  /// The file and line.
  public let place: String
  /// The content found.
  public let found: String
  /// The content expected.
  public let expected: String

  /// Makes an error.
  public init(place: String, found: String, expected: String) {
    self.place = place
    self.found = found
    self.expected = expected
  }
}

extension YAMLError: CustomStringConvertible {
  /// The message: place, what was found, and what was expected.
  public var description: String { "\(place): found \(found); expected \(expected)" }
}
