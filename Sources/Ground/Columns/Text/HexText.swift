/// Bytes as lower-case hexadecimal digits.
package enum HexText {
  /// Returns two digits for each byte.
  package static func of(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.underestimatedCount)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the sixteen digits of a number.
  package static func of(_ number: UInt64) -> String {
    of(stride(from: UInt64(56), through: 0, by: -8).map { UInt8(number >> $0 & 255) })
  }
}
