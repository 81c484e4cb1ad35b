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
/// count); and `@key` or `../@key` for the name under which a `*` found the row or that object.
///
/// - Edge cases: in names, `/` is written `~1` and `~` is written `~0`; `~2` stands for nothing, so
///   members called `*`, `[]`, `..`, `@key` or the empty name are written `~2*` and so on; in a row
///   path `|` is written `~3`. A member that is absent or null, and a `*` on a scalar, lead to no
///   row. One exception: if a member should hold the rows but holds a text or number, and no other
///   member has rows, that value is a row without columns of its own, so that it is not lost
///   unnoticed; `false` and an empty text mean no rows. A list's elements are always rows: an
///   element that is no object has no value in any column of its own. Of the members that a last
///   `*` visits, only objects are rows. Members on the path are not columns of the enclosing
///   object.
public struct RowPath: Hashable, Sendable, CustomStringConvertible {
  /// The path as given.
  public let text: String

  /// The document itself is the row.
  public static let document = RowPath("")!

  /// Reads a path; nil if a part is empty, `..` or `@key`, has a stray `~`, or there are more than
  /// 64 parts.
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
  /// The rows' path.
  public let path: RowPath
  /// The number of rows.
  public let rowCount: Int
  /// The number of the rows' own columns.
  public let columnCount: Int
}
