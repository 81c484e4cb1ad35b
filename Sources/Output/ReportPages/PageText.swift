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
      // HTML has no character for most of these, and the others change the direction of text.
      case _ where DisplayWidth.isCommand(scalar) && scalar != "\r": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Quotes a text as JSON in which an HTML parser finds no end of a script and no comment.
  static func json(_ text: String) -> String {
    // Fast path: nearly all names need no escapes.
    if text.utf8.allSatisfy(isPlain) { return "\"" + text + "\"" }
    var bytes: [UInt8] = []
    JSONText.append(text, to: &bytes, shortForms: false)
    var script = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "<", ">", "&": script += escape(UInt16(scalar.value))
      case _ where DisplayWidth.isCommand(scalar):
        for unit in String(scalar).utf16 { script += escape(unit) }
      default: script.unicodeScalars.append(scalar)
      }
    }
    return script
  }

  /// Whether a byte is a visible ASCII character, or a space, that needs no escape.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "&"):
      false
    default: (0x20..<0x7F).contains(byte)
    }
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Quotes a list of texts.
  static func json(_ texts: some Sequence<String>) -> String {
    "[" + texts.map { json($0) }.joined(separator: ",") + "]"
  }

  /// Quotes a text; nil becomes `null`.
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
