extension Distance {
  /// Reads a distance such as `2m4f127y`, `5½f`, `1 1/16 miles`, `1200m` or, with a unit, `8.5`.
  ///
  /// A text may carry its units, in letters of either case: miles, furlongs and yards, the larger
  /// ones first, each number with a fraction or decimals; or metres or kilometres alone. A number
  /// without a unit is in the unit of its column. The word `about` in front adds nothing.
  ///
  /// - Edge cases: `m` means miles, unless the column's unit is metres, or no unit is given and the
  ///   number is at least 100. Less than 8 furlongs or 1,760 yards may follow miles, less than 220
  ///   yards may follow furlongs.
  /// - Accuracy: exact in ten-thousandths of a metre, finer parts rounded half to even.
  ///
  /// - Parameters:
  ///   - bytes: The UTF-8 text.
  ///   - unit: The column's unit, or nil if every text must carry its own.
  /// - Returns: The distance, or nil for any other text and beyond 100 km.
  public static func parse(_ bytes: Span<UInt8>, unit: DistanceUnit?) -> Distance? {
    var index = 0
    if !bytes.isEmpty, bytes[0].isLetter {
      let first = word(bytes, from: 0)
      guard first.letters == "about" else { return nil }
      index = first.end
    }
    var total: Int64 = 0
    var last: Int64?
    repeat {
      guard let number = FractionText(bytes, from: index) else { return nil }
      let name = word(bytes, from: number.end)
      guard let size = size(of: name, after: number, unit) else { return nil }
      // Metric units and bare numbers have no second part.
      let standsAlone = size % Distance.yardUnits != 0 || name.letters.isEmpty
      guard let units = number.scaled(by: size), units <= Distance.maximumUnits,
        last.map({ units < $0 && size < $0 && !standsAlone }) ?? true
      else { return nil }
      total += units
      last = standsAlone ? 0 : size
      index = name.end
    } while index < bytes.count
    return Distance(units: total)
  }

  /// Reads a distance such as `2m4f127y`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - unit: The column's unit, or nil if every text must carry its own.
  /// - Returns: The distance, or nil for any other text and beyond 100 km.
  public static func parse(_ text: String, unit: DistanceUnit?) -> Distance? {
    parse(text.utf8.span, unit: unit)
  }

  // MARK: - Implementation

  private struct Word {
    let letters: String
    /// The beginning of the next number.
    let end: Int
  }

  /// Reads the letters after a number and the blanks around them.
  private static func word(_ bytes: Span<UInt8>, from start: Int) -> Word {
    let begin = bytes.skippingBlanks(from: start)
    let end =
      (begin..<bytes.count).first { !bytes[$0].isLetter } ?? bytes.count
    let letters = bytes.extracting(begin..<end).lowercased()
    return Word(letters: letters, end: bytes.skippingBlanks(from: end))
  }

  /// The size of a unit in ten-thousandths of a metre.
  private static func size(
    of name: Word, after number: FractionText, _ unit: DistanceUnit?
  ) -> Int64? {
    switch name.letters {
    case "": return unit?.bareUnits
    case "m":
      let isLong = number.scaled(by: Decimal6.one).map { $0 >= 100 * Decimal6.one } ?? true
      return unit == .metres || (unit == nil && isLong) ? metreUnits : mileUnits
    case "mi", "mile", "miles": return mileUnits
    case "f", "fur", "furs", "furlong", "furlongs": return furlongUnits
    case "y", "yd", "yds", "yard", "yards": return yardUnits
    case "mtr", "mtrs", "mts", "metre", "metres", "meter", "meters": return metreUnits
    case "km", "kms", "kilometre", "kilometres", "kilometer", "kilometers":
      return 1000 * metreUnits
    default: return nil
    }
  }
}
