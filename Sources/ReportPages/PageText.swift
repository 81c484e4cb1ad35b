import Columns

/// Text for pages: as HTML, and as JSON inside a script element.
enum PageText {
  /// Escapes a text for HTML, between tags or in quoted attributes.
  static func html(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      // HTML has no character for most of these, and the others turn the order of letters.
      case _ where DisplayWidth.isCommand(scalar) && scalar != "\r": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Quotes a text as JSON that no HTML parser sees an end of script or a comment in.
  static func json(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "<", ">", "&", "\n", "\t": quoted += escape(UInt16(scalar.value))
      case _ where DisplayWidth.isCommand(scalar):
        for unit in String(scalar).utf16 { quoted += escape(unit) }
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Quotes a list of texts.
  static func json(_ texts: some Sequence<String>) -> String {
    "[" + texts.map { json($0) }.joined(separator: ",") + "]"
  }

  /// Quotes texts, some of which are missing.
  static func json(_ text: String?) -> String { text.map { json($0) } ?? "null" }

  /// Writes an object of values that are JSON already.
  static func object(_ members: [(name: String, value: String)]) -> String {
    "{" + members.map { json($0.name) + ":" + $0.value }.joined(separator: ",") + "}"
  }

  /// Writes a list of values that are JSON already.
  static func list(_ values: some Sequence<String>) -> String {
    "[" + values.joined(separator: ",") + "]"
  }
}
