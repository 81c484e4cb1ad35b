/// The marks in a source's numbers: between thousands, and before decimals.
struct NumberMarks {
  private let thousands: UInt8?
  private let decimal: UInt8

  /// Takes a field's marks.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - standard: The mark between thousands where the field names none and it is not the one
  ///     before decimals.
  init(_ field: FieldMapping, thousands standard: String? = nil) {
    let named = field.thousands ?? (standard == field.decimalMark ? nil : standard)
    thousands = named?.utf8.first
    decimal = field.decimalMark?.utf8.first ?? UInt8(ascii: ".")
  }

  /// Whether numbers are written as we read them.
  var arePlain: Bool { thousands == nil && decimal == UInt8(ascii: ".") }

  /// Returns the number with a point and nothing between thousands; nil where a mark between
  /// thousands has other than three digits behind it, for then it stands for something else.
  func plain(_ cell: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
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
        // A point that is not the decimal mark would be taken for it.
        guard byte != UInt8(ascii: ".") else { return nil }
        if isWhole, let count = sinceMark { sinceMark = count + 1 }
        digits.append(byte)
      }
    }
    return isWhole && sinceMark ?? 3 != 3 ? nil : digits
  }
}
