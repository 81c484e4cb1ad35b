import Racing

extension ReportCell {
  /// The cell's digits or words; nil if it is undefined.
  public var text: String? {
    guard self != .empty else { return nil }
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the cell's digits or words; nothing if it is undefined.
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .empty: break
    case .text(let text): bytes.append(contentsOf: text.utf8)
    case .integer(let number): DecimalText.append(number, scale: 0, decimals: 0, to: &bytes)
    case .decimal(let scaled, let places):
      DecimalText.append(scaled, scale: places, decimals: places, to: &bytes)
    }
  }

  /// Whether JSON shows the cell as a number.
  var isNumber: Bool {
    switch self {
    case .integer, .decimal: true
    case .empty, .text: false
    }
  }
}
