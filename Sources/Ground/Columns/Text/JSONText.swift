import Foundation

/// Texts as JSON strings.
///
/// Quotes, backslashes and control characters are escaped, and nothing else.
@usableFromInline package enum JSONText {
  /// Quotes a text.
  package static func string(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a quoted text, in UTF-8.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - bytes: The bytes.
  ///   - shortForms: Whether line feeds, returns and tabs are `\n`, `\r` and `\t`, not `\u000a` ….
  @inlinable
  package static func append(_ text: String, to bytes: inout [UInt8], shortForms: Bool = true) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n") where shortForms: bytes += Array("\\n".utf8)
      case UInt8(ascii: "\r") where shortForms: bytes += Array("\\r".utf8)
      case UInt8(ascii: "\t") where shortForms: bytes += Array("\\t".utf8)
      case 0..<0x20:
        bytes += Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension JSONText {
  /// Encodes a value in UTF-8 on one line, members sorted by name.
  ///
  /// Equal values give equal bytes. A value that JSON cannot write is a programmer's error.
  package static func encoded(_ value: some Encodable) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("\(type(of: value)) has a value that JSON cannot write")
    }
    return data
  }

  /// Encodes a value as text, like ``encoded(_:)``.
  package static func text(_ value: some Encodable) -> String {
    String(decoding: encoded(value), as: UTF8.self)
  }
}
