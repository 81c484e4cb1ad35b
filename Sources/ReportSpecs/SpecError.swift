import RacingReports

/// A line of a spec.
public struct SpecPlace: Equatable, Sendable {
  /// The file's name.
  public let file: String
  /// The line, from 1; nil for the file as a whole.
  public let line: Int?

  init(_ file: String, line: Int? = nil) {
    self.file = file
    self.line = line
  }
}

/// What keeps a file from being a spec.
public enum SpecError: Error, Equatable, Sendable {
  /// The file cannot be read.
  case unreadable(file: String, reason: String)
  /// The text is no YAML.
  case notYAML(SpecPlace, problem: String)
  /// A key is none that its place knows.
  case unknownKey(SpecPlace, found: String, known: [String])
  /// A key's value is of the wrong type, or none that makes sense.
  case badValue(SpecPlace, key: String, found: String, expected: String)
  /// A filter cannot be read.
  case badFilter(SpecPlace, FilterError)
  /// Something that a spec needs is missing.
  case missing(SpecPlace, what: String)
  /// Two reports would be written to files of one name.
  case repeatedName(SpecPlace, name: String)
}
