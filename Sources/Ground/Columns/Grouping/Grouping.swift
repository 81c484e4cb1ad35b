/// A key by which things are grouped, such as a game or a month.
public protocol GroupKey: RawRepresentable<String>, Hashable, Sendable {
  /// The keys of every row: things that differ in one of them are never grouped together.
  static var required: [Self] { get }
}

extension GroupKey {
  /// No key.
  public static var required: [Self] { [] }
}

/// The keys by which a file's rows are grouped: one or several together.
public struct Grouping<Key: GroupKey>: Hashable, Sendable {
  /// The requested keys, in order.
  public let asked: [Key]

  /// Makes a grouping by keys.
  ///
  /// - Parameters:
  ///   - text: One to four different keys joined by `+`, such as `game+month`.
  ///   - known: All keys.
  /// - Throws: ``GroupingError`` for any other text.
  public init(_ text: String, of known: [Key]) throws(GroupingError) {
    let names = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    asked = names.compactMap { name in known.first { $0.rawValue == name } }
    guard asked.count == names.count, (1...4).contains(names.count),
      Set(names).count == names.count
    else { throw GroupingError(found: text, known: known.map(\.rawValue)) }
  }

  /// Makes a grouping by one key.
  public init(_ key: Key) { asked = [key] }

  /// The keys of the rows: the requested ones, then the remaining ``GroupKey/required``.
  public var keys: [Key] { asked + Key.required.filter { !asked.contains($0) } }

  /// The file's name without its extension; a column's name may contain `/`.
  public var fileName: String {
    asked.map(\.rawValue).joined(separator: "-").replacing("/", with: "_")
  }
}

extension Grouping where Key: CaseIterable {
  /// Makes a grouping by keys.
  ///
  /// - Parameter text: One to four different keys joined by `+`, such as `game+month`.
  /// - Throws: ``GroupingError`` for any other text.
  public init(_ text: String) throws(GroupingError) {
    try self.init(text, of: Array(Key.allCases))
  }
}

/// An unknown key, a key twice, or too many keys.
public struct GroupingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text of a grouping.
  public let found: String
  /// The names of all keys.
  public let known: [String]

  /// Describes the text.
  public init(found: String, known: [String]) {
    self.found = found
    self.known = known
  }

  /// The message: option, what was found, and what was expected.
  public var description: String {
    "--by: found \(found); expected one to four different keys joined by +, out of "
      + known.joined(separator: ", ")
  }
}
