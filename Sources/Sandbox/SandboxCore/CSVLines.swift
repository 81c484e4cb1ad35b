import Columns

/// CSV with a line feed as line end.
package enum CSVLines {
  /// Joins a header and its lines.
  package static func lines(_ header: [String], _ lines: [[String]]) -> String {
    var text = line(header)
    for fields in lines { text += line(fields) }
    return text
  }

  /// Joins one line; fields with a comma, a quotation mark or a line end are quoted.
  package static func line(_ fields: [String]) -> String { CSVCell.line(fields) + "\n" }
}
