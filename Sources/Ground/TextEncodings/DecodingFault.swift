/// A place in a text whose bytes an encoding lacks.
package struct DecodingFault: Error, Equatable {
  /// The line, from 1; nil for a fault of the whole text.
  package let line: Int?
  /// The fault, in words.
  package let found: String
  /// The place among the bytes that were to be decoded.
  let place: Int

  init(line: Int?, found: String, place: Int = 0) {
    self.line = line
    self.found = found
    self.place = place
  }

  /// Describes a byte.
  static func byte(_ byte: UInt8, _ fault: String) -> String {
    let hex = String(byte, radix: 16, uppercase: true)
    return "the byte 0x\(hex.count == 1 ? "0" : "")\(hex), \(fault)"
  }
}
