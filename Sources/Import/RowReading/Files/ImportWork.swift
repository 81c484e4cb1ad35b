/// Work that an import's step has done, of the current file.
public struct ImportWork: Equatable, Sendable {
  /// A unit of work.
  public enum Unit: Sendable {
    /// Rows read, or, of a file that is read at once, also rows written.
    case rows
    /// Bytes unpacked, or parsed of a CSV text with quotes.
    case bytes
    /// Members of an archive that were unpacked.
    case members
  }

  /// The work done so far.
  public let done: Int
  /// About all work; nil where that is not known.
  public let about: Int?
  /// The unit of both.
  public let unit: Unit

  /// Another step begins, whose work is not counted yet.
  public static let uncounted = ImportWork(rows: 0, of: nil)

  package init(rows done: Int, of about: Int?) {
    (self.done, self.about, unit) = (done, about, .rows)
  }

  package init(bytes done: Int, of about: Int) {
    (self.done, self.about, unit) = (done, about, .bytes)
  }

  init(members done: Int, of about: Int) {
    (self.done, self.about, unit) = (done, about, .members)
  }
}
