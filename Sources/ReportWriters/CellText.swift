import Foundation
import Racing
import RacingReports

extension ReportCell {
  /// The cell's digits or words; nil where it is undefined.
  public var text: String? {
    switch self {
    case .empty: return nil
    case .text(let text): return text
    case .integer(let number): return String(number)
    case .decimal(let scaled, let places):
      var bytes: [UInt8] = []
      DecimalText.append(scaled, scale: places, decimals: places, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    case .real(let value, let places):
      let digits = String(format: "%.\(places)f", value)
      let isZero = digits.allSatisfy { "-0.".contains($0) }
      return isZero && digits.hasPrefix("-") ? String(digits.dropFirst()) : digits
    }
  }

  /// Whether JSON shows the cell as a number.
  var isNumber: Bool {
    switch self {
    case .integer, .decimal, .real: true
    case .empty, .text: false
    }
  }
}
