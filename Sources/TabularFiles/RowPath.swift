import CSimdJSON

/// Where the rows stand in a JSON document, written like a file path.
///
/// A name steps into an object's member; `*` goes over all elements of an array or all members of
/// an object: `racecards/*/runners/*`, or `*` for the elements of a document that is an array. The
/// empty path makes the document itself the row, as in NDJSON. `[]` goes over the elements of an
/// array and, where there is none, stays where it is: `[]/horses/*` finds the horses of one race and
/// those of a list of races. `horses|runners` steps into the members that have one of these names.
///
/// Columns of a row are written alike: `draw`, `trainer_14_days/runs` inside a nested object,
/// `../course` in the object around the row, with one `../` per enclosing object (arrays don't
/// count), and `@key` or `../@key` for the name under which a `*` found the row or that object.
///
/// - Edge cases: in names, `/` is written `~1` and `~` is written `~0`; `~2` stands for nothing, so
///   that members called `*`, `[]`, `..`, `@key` or nothing at all are reached as `~2*` and so on; in
///   a row path `|` is written `~3`. A member
///   that is absent or null, and a `*` on a scalar, lead to no row, but for a text or number in a
///   member whose elements would be the rows and that no other member has: it is a row without any
///   column of its own, lest it be lost unseen; `false` and an empty text mean no rows. A list's elements are rows
///   whatever they are: one that is no object has no value in any column of its own. Of the members
///   that a last `*` goes over, only objects are rows. What the path goes through is no column of
///   the object around.
public struct RowPath: Hashable, Sendable, CustomStringConvertible {
  /// The path as given.
  public let text: String

  /// The document itself is the row.
  public static let document = RowPath("")!

  /// Reads a path; nil where a part is empty, `..` or `@key`, has a stray `~`, or there are more
  /// than 64 parts.
  public init?(_ text: String) {
    var text = text
    let isPath = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        rb_json_is_row_path($0.baseAddress, Int64($0.count)) != 0
      }
    }
    guard isPath else { return nil }
    self.text = text
  }

  /// The path as given.
  public var description: String { text }
}

/// A path that leads to rows of an unknown JSON file.
public struct RowPathCandidate: Equatable, Sendable {
  /// Where the rows stand.
  public let path: RowPath
  /// How many there are.
  public let rowCount: Int
  /// How many columns of their own they have.
  public let columnCount: Int
}
