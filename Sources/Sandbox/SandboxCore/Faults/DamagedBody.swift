import Foundation

/// Bodies damaged on purpose.
enum DamagedBody {
  /// The size of an oversized body: above a client's default limit.
  static let oversizedBytes = 72 << 20

  /// Returns a body damaged by a fault; nil if the fault leaves it unchanged.
  static func of(_ body: Data, by kind: FaultKind) -> Data? {
    switch kind {
    case .malformed: body.prefix(body.count / 2) + Data("…".utf8)
    case .utf8: inserted([0x22, 0xC3, 0x28, 0x22, 0x2C], behind: "[", in: body)
    case .blank: Data("  \n".utf8)
    case .oversized: Data("[".utf8) + Data(repeating: 0x20, count: oversizedBytes) + Data("]".utf8)
    case .element: inserted(Array("\"no object\",".utf8), behind: "[", in: body)
    case .field: inserted(Array("\"unheard_of\":{\"a\":[1,null]},".utf8), behind: "{", in: body)
    case .date: misdated(body)
    default: nil
    }
  }

  // MARK: - Implementation

  /// Gives the first race a date in a thirteenth month.
  private static func misdated(_ body: Data) -> Data {
    let names = ["\"date\":\"", "\"race_time\":\""].lazy
    guard let name = names.compactMap({ body.range(of: Data($0.utf8)) }).first else { return body }
    let month = (name.upperBound + 5)..<(name.upperBound + 7)
    return body[..<month.lowerBound] + Data("13".utf8) + body[month.upperBound...]
  }

  /// Inserts bytes after the first occurrence of a sign, unless it is the last byte.
  private static func inserted(_ bytes: [UInt8], behind sign: Unicode.Scalar, in body: Data) -> Data
  {
    guard let place = body.firstIndex(of: UInt8(ascii: sign)) else { return body }
    let isLast = [UInt8(ascii: "]"), UInt8(ascii: "}")].contains(body[place + 1])
    return body[...place] + Data(isLast ? bytes.dropLast() : bytes[...]) + body[(place + 1)...]
  }
}
