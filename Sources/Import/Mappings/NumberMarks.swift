import Columns
import Racing

/// The marks in a source's numbers: between thousands, and before decimals.
package struct NumberMarks {
  private let thousands: UInt8?
  private let decimal: UInt8

  /// Takes the marks of a field.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - standard: The mark between thousands if the field names none; ignored if it is the decimal
  ///     mark.
  package init(_ field: FieldMapping, thousands standard: String? = nil) {
    let named = field.thousands ?? (standard == field.decimalMark ? nil : standard)
    thousands = named?.utf8.first
    decimal = field.decimalMark?.utf8.first ?? UInt8(ascii: ".")
  }

  /// Whether numbers are written in our own form.
  package var arePlain: Bool { thousands == nil && decimal == UInt8(ascii: ".") }

  /// Returns the number with a decimal point and without thousands marks; nil if a thousands mark
  /// is not followed by exactly three digits, as it then means something else.
  package func plain(_ cell: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    // Safety: the caller lends the bytes for the one call.
    var digits: [UInt8] = []
    var sinceMark: Int?
    var isWhole = true
    for byte in cell {
      if byte == thousands {
        guard isWhole, sinceMark ?? 3 == 3, !digits.isEmpty else { return nil }
        sinceMark = 0
      } else if byte == decimal {
        guard isWhole, sinceMark ?? 3 == 3 else { return nil }
        isWhole = false
        digits.append(UInt8(ascii: "."))
      } else {
        // A point that is not the decimal mark would be mistaken for it.
        guard byte != UInt8(ascii: ".") else { return nil }
        // A unit may follow the digits.
        if isWhole, let count = sinceMark, 48...57 ~= byte { sinceMark = count + 1 }
        digits.append(byte)
      }
    }
    return isWhole && sinceMark ?? 3 != 3 ? nil : digits
  }

  /// Returns a number in our own form, multiplied; nil if the text is no number.
  ///
  /// - Parameters:
  ///   - cell: The text.
  ///   - times: The factor, 10⁻⁶; nil for none: then units may follow the number.
  /// - Returns: The text.
  package func scaled(_ cell: UnsafeBufferPointer<UInt8>, by times: Int64?) -> [UInt8]? {
    // Safety: the caller lends the bytes for the one call.
    guard let digits = plain(cell) else { return nil }
    guard let times else { return digits }
    guard let micros = Decimal6.parseMicros(digits.span),
      let scaled = Decimal6.scaled(micros, by: times)
    else { return nil }
    return Array(Decimal6(micros: scaled).description.utf8)
  }
}

extension Decimal6 {
  /// Multiplies millionths by a factor in millionths, rounded half to even; nil where the product
  /// is too large.
  package static func scaled(_ micros: Int64, by factor: Int64) -> Int64? {
    guard Double(micros).magnitude * Double(factor) < 9e24 else { return nil }
    return Rounding.halfEven(micros, times: factor, dividedBy: one)
  }
}
