import Columns

/// A JSON value to send, its members in the given order.
package enum WireJSON: Sendable {
  case object([(name: String, value: WireJSON)])
  case list([WireJSON])
  case text(String)
  case number(Int)
  /// A number's digits, sent unchanged.
  case digits(String)
  case boolean(Bool)
  case null

  /// The value without white space, in UTF-8.
  package var bytes: [UInt8] {
    var out: [UInt8] = []
    write(to: &out)
    return out
  }

  // MARK: - Implementation

  private func write(to out: inout [UInt8]) {
    switch self {
    case .object(let members):
      Self.write(members, "{", "}", to: &out) { member, out in
        WireJSON.text(member.name).write(to: &out)
        out.append(UInt8(ascii: ":"))
        member.value.write(to: &out)
      }
    case .list(let values): Self.write(values, "[", "]", to: &out) { $0.write(to: &$1) }
    case .text(let text): JSONText.append(text, to: &out, shortForms: false)
    case .number(let number): out += String(number).utf8
    case .digits(let digits): out += digits.utf8
    case .boolean(let flag): out += (flag ? "true" : "false").utf8
    case .null: out += "null".utf8
    }
  }

  private static func write<Item>(
    _ items: [Item], _ open: Unicode.Scalar, _ close: Unicode.Scalar, to out: inout [UInt8],
    _ body: (Item, inout [UInt8]) -> Void
  ) {
    out.append(UInt8(ascii: open))
    for (index, item) in items.enumerated() {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      body(item, &out)
    }
    out.append(UInt8(ascii: close))
  }
}
