/// A refused row: the reason, and, after it is located, its line and text in the file.
public struct RefusedRow: Equatable, Sendable, Encodable {
  /// The number of the import that refused it.
  public var importID = 0
  /// The file's name.
  public var file = ""
  /// Its line in a CSV file, where the header is 1; in any other file its number, from 1.
  ///
  /// Before it is located, its number among the rows that were read.
  public var line = 0
  /// The reason in one word: the field that cannot be read, or a ``RejectReason``.
  public var reason: String
  /// The value found and the one expected.
  public var detail: String
  /// The record's text; its race's key where the file has no text.
  public var raw = ""
  /// Its race and its runner or dividend, which identify it in a later import; empty if they cannot
  /// be read.
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

  /// Its number among the rows with the header's number of fields, before it is located.
  package var row: Int { line }
}
