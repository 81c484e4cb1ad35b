/// The damage of one file of a store.
public struct Damage: Equatable, Sendable, CustomStringConvertible {
  /// The file, relative to the store.
  public let file: String
  /// The content found.
  public let found: String
  /// The content recorded in the manifest.
  public internal(set) var expected: String
  /// Whether the system refused to read it: it is missing, or its content is unknown.
  public private(set) var isUnread = false

  /// The message: file, what was found, and what was expected.
  public var description: String { "\(file): found \(found); expected \(expected)" }
}

extension Damage {
  /// Makes a damage from the error of reading a file.
  package init(_ file: String, _ error: StoreError, expected: String) {
    switch error {
    case .corrupt(_, let found, let expected):
      self.init(file: file, found: found, expected: expected)
    case .notFound: self.init(file: file, found: "no file", expected: expected)
    case .io(_, let reason), .stored(_, let reason):
      self.init(file: file, found: reason, expected: expected)
      isUnread = true
    default: self.init(file: file, found: "\(error)", expected: expected)
    }
  }
}
