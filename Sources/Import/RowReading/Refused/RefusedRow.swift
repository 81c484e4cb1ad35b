/// A refused row: the reason, and, once it is located, its place and text in the file.
public struct RefusedRow: Equatable, Sendable, Encodable {
  /// The number of the import that refused it.
  public var importID = 0
  /// The file's name.
  public var file = ""
  /// Its line in a CSV file, the header being 1; its number from 1 in any other.
  ///
  /// Before it is located, its place among the rows that were read.
  public var line = 0
  /// The reason in one word: the field that cannot be read, or the fault of the row as a whole.
  public var reason: String
  /// The value found and the one expected.
  public var detail: String
  /// The record's text; its race's key where the file has no text.
  public var raw = ""
  /// Its race and its runner or dividend, by which a later import brings it; empty where they
  /// cannot be read.
  package var key = ""

  enum CodingKeys: String, CodingKey {
    case importID = "import_id"
    case file
    case line
    case reason
    case detail
    case raw
  }
}

extension RefusedRow {
  /// The reason of a record with more or fewer cells than the header.
  package static let otherWidth = "width"

  /// The reason of a stream's line that is no JSON.
  package static let brokenLine = "broken_line"

  /// The reason of a row that is kept without cells that cannot be read.
  package static let unreadCell = "cell"

  /// Refuses one of the rows that were read.
  package init(row: Int, reason: String, detail: String) {
    self.init(line: row, reason: reason, detail: detail)
  }

  /// Its place among the rows of the header's width, before it is located.
  package var row: Int { line }
}
