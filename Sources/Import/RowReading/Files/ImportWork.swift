/// Work that an import's step has done for the current file.
public struct ImportWork: Equatable, Sendable {
  /// A unit of work.
  public enum Unit: Sendable {
    /// Rows read; for a file that is read at once, also rows written.
    case rows
    /// Bytes unpacked, or bytes parsed of a CSV text with quotes.
    case bytes
    /// Members of an archive that were unpacked.
    case members
  }

  /// The work done so far.
  public let done: Int
  /// The approximate total; nil if it is not known.
  public let about: Int?
  /// The unit of both.
  public let unit: Unit

  /// The beginning of another step, whose work is not counted yet.
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
