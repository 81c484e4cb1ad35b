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
  /// The reason in one word: the field that cannot be read, or a ``RejectReason``.
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
  /// Refuses one of the rows that were read, as a whole.
  package init(row: Int, _ reason: RejectReason, detail: String) {
    self.init(line: row, reason: reason.rawValue, detail: detail)
  }

  /// Refuses one of the rows that were read, for the value of one of its fields.
  package init(row: Int, field: String, detail: String) {
    self.init(line: row, reason: field, detail: detail)
  }

  /// Its place among the rows of the header's width, before it is located.
  package var row: Int { line }
}
