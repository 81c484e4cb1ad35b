/// CSV by RFC 4180, with a line feed as line end.
package enum CSVText {
  /// Joins a header and its lines.
  package static func lines(_ header: [String], _ lines: [[String]]) -> String {
    var text = line(header)
    for fields in lines { text += line(fields) }
    return text
  }

  /// Joins one line; fields with a comma, a quotation mark or a line end are quoted.
  package static func line(_ fields: [String]) -> String {
    fields.map { field in
      // An accent after a quotation mark would make one character of both, so search by scalars.
      let scalars = field.unicodeScalars
      guard scalars.contains(where: { ",\"\n\r".unicodeScalars.contains($0) }) else { return field }
      let doubled = scalars.replacing("\"".unicodeScalars, with: "\"\"".unicodeScalars)
      return "\"" + String(doubled) + "\""
    }.joined(separator: ",") + "\n"
  }
}
