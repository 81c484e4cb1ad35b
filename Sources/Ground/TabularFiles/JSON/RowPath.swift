import CSimdJSON

/// The place of the rows in a JSON document, written like a file path.
///
/// A name steps into an object's member; `*` visits all elements of an array or all members of an
/// object: `racecards/*/runners/*`, or `*` for the elements of a document that is an array. The
/// empty path makes the document itself the row, as in NDJSON. `[]` visits the elements of an array
/// and, without an array, stays in place: `[]/horses/*` finds the horses of one race and those of a
/// list of races. `horses|runners` steps into the members with either name.
///
/// Columns of a row are written alike: `draw`; `trainer_14_days/runs` inside a nested object;
/// `../course` in the object around the row, with one `../` per enclosing object (arrays do not
/// count); and `@key` or `../@key` for the name under which a `*` found the row or that object. A
/// ``NamedList`` called `odds` has the columns `odds/Bet365/decimal` and so on.
///
/// - Edge cases: in names, `/` is written `~1` and `~` is written `~0`; `~2` is empty, so members
///   called `*`, `[]`, `..`, `@key` or the empty name are written `~2*` and so on; in a row path
///   `|` is written `~3`. A member that is absent or null, and a `*` on a scalar, lead to no row.
///   One exception: if a member should hold the rows but holds a text or number, and no other
///   member has rows, that value is a row without columns of its own, so that it is not lost
///   unnoticed; `false` and an empty text mean no rows. A list's elements are always rows: an
///   element that is no object has no value in any column of its own. If a last `*` visits members,
///   only objects are rows. Members on the path are not columns of the enclosing object.
public struct RowPath: Hashable, Sendable, CustomStringConvertible {
  /// A list in the rows that is read as an object: each element is a member with its own name.
  public struct NamedList: Hashable, Sendable {
    /// The row's member that holds the list.
    public let list: String
    /// The element's member whose text names it; elements without one are left out.
    public let name: String
    /// The element's member whose greatest text marks the newest of one name; nil: the last counts.
    public let newest: String?

    /// Names a list and its elements' members.
    public init(_ list: String, name: String, newest: String? = nil) {
      (self.list, self.name, self.newest) = (list, name, newest)
    }
  }

  /// The path as given.
  public let text: String
  /// The lists in the rows whose elements have names.
  public let lists: [NamedList]

  /// The document itself is the row.
  public static let document = RowPath("")!

  /// Reads a path; nil if a part is empty, `..` or `@key`, has a stray `~`, or there are more than
  /// 64 parts.
  public init?(_ text: String, lists: [NamedList] = []) {
    var text = text
    let isPath = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        rb_json_is_row_path($0.baseAddress, Int64($0.count)) != 0
      }
    }
    guard isPath else { return nil }
    self.text = text
    self.lists = lists
  }

  /// The lists as the wall takes them.
  var listTexts: [String] { lists.flatMap { [$0.list, $0.name, $0.newest ?? ""] } }

  /// The path as given.
  public var description: String { text }

  /// Returns a name as its document writes it.
  ///
  /// - Parameter part: A part of a path, or of its name.
  /// - Returns: The text without the escapes of paths.
  public static func unescaped(_ part: some StringProtocol) -> String {
    // `~0` comes last, so that the `~` that it leaves begins no escape.
    [("~1", "/"), ("~2", ""), ("~3", "|"), ("~0", "~")].reduce(String(part)) {
      $0.replacing($1.0, with: $1.1)
    }
  }
}

/// A path that leads to rows of an unknown JSON file.
public struct RowPathCandidate: Equatable, Sendable {
  /// The rows' path.
  public let path: RowPath
  /// The number of rows.
  public let rowCount: Int
  /// The number of the rows' own columns.
  public let columnCount: Int
}
