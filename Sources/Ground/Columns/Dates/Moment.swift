/// Moments, µs since 1970-01-01 00:00 UTC, as text of ISO 8601.
///
/// Every text is `YYYY-MM-DDTHH:MM:SSZ`, or one of the ``Forms`` that its reader allows.
///
/// - Edge cases: dates that do not exist, hour 24 and second 60 are refused. Digits after the sixth
///   of a fraction are cut off, so that no moment moves into the next second.
package enum Moment {
  /// Forms of a text that a reader may allow.
  package struct Forms: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// A day alone: its midnight.
    package static let day = Forms(rawValue: 1)
    /// A day and `Z`.
    package static let zonedDay = Forms(rawValue: 1 << 1)
    /// A blank instead of `T`.
    package static let blank = Forms(rawValue: 1 << 2)
    /// `t` and `z`.
    package static let lowercase = Forms(rawValue: 1 << 3)
    /// No seconds.
    package static let minutes = Forms(rawValue: 1 << 4)
    /// A point and one to six digits after the second.
    package static let micros = Forms(rawValue: 1 << 5)
    /// Seven to nine digits.
    package static let nanos = Forms(rawValue: 1 << 6)
    /// More digits.
    package static let anyDigits = Forms(rawValue: 1 << 7)
    /// No digits after the point.
    package static let noDigits = Forms(rawValue: 1 << 8)
    /// A comma instead of the point.
    package static let comma = Forms(rawValue: 1 << 9)
    /// No zone: UTC.
    package static let unzoned = Forms(rawValue: 1 << 10)
    /// `±HH:MM` or `±HHMM` instead of `Z`, less than 15 hours.
    package static let offset = Forms(rawValue: 1 << 11)
    /// Offsets of 15 to 23 hours.
    package static let farOffset = Forms(rawValue: 1 << 12)
    /// `±HH`.
    package static let hourOffset = Forms(rawValue: 1 << 13)
  }

  /// Reads a whole text; nil if it has another form than those allowed.
  package static func micros(_ text: UnsafeBufferPointer<UInt8>, _ allowed: Forms) -> Int64? {
    // Safety: the caller lends the bytes for the one call; their count is checked.
    guard text.count >= 10, let day = Day(iso: UnsafeBufferPointer(rebasing: text[..<10])) else {
      return nil
    }
    var scanner = TimeScanner(text, at: 10)
    var found: Forms = []
    guard let micros = scanner.rest(&found), scanner.isAtEnd, found.isSubset(of: allowed) else {
      return nil
    }
    return Int64(day.number) * 86_400_000_000 + micros
  }

  /// Reads a whole text; nil if it has another form than those allowed.
  package static func micros(_ text: String, _ allowed: Forms) -> Int64? {
    var text = text
    return text.withUTF8 { micros($0, allowed) }
  }

  /// Writes a moment as `YYYY-MM-DDTHH:MM:SSZ`, with six digits of a fraction that is not zero.
  package static func iso(_ micros: Int64) -> String {
    text(micros, places: micros % 1_000_000 == 0 ? 0 : 6) + "Z"
  }

  /// Writes a moment without a zone.
  ///
  /// - Parameters:
  ///   - micros: The moment.
  ///   - separator: The text between day and time.
  ///   - places: The number of digits of the second's fraction, up to 6; later ones are cut off.
  /// - Returns: Day and time in UTC, such as `2026-04-01T09:30:00`.
  package static func text(_ micros: Int64, separator: String = "T", places: Int = 0) -> String {
    let (day, rest) = Day.split(micros: micros)
    let fraction = String(1_000_000 + rest % 1_000_000).dropFirst().prefix(places)
    return day.iso + separator + clock(rest / 1_000_000) + (places > 0 ? "." + fraction : "")
  }

  /// Writes a second of the day as `HH:MM:SS`.
  package static func clock(_ second: Int64) -> String {
    [second / 3600, second / 60 % 60, second % 60].map { ($0 < 10 ? "0" : "") + String($0) }
      .joined(separator: ":")
  }
}

extension TimeScanner {
  /// Reads what follows a day as µs since its midnight in UTC, and notes the forms.
  fileprivate mutating func rest(_ found: inout Moment.Forms) -> Int64? {
    if isAtEnd {
      found.insert(.day)
      return 0
    }
    if skip(UInt8(ascii: "Z")) {
      found.insert(.zonedDay)
      return 0
    }
    if skip(UInt8(ascii: "t")) {
      found.insert(.lowercase)
    } else if skip(UInt8(ascii: " ")) {
      found.insert(.blank)
    } else if !skip(UInt8(ascii: "T")) {
      return nil
    }
    guard let time = time(&found), let offset = zone(&found) else { return nil }
    return time - Int64(offset) * 1_000_000
  }

  /// Reads `HH:MM[:SS[.S…]]` as µs since midnight.
  private mutating func time(_ found: inout Moment.Forms) -> Int64? {
    guard let hour = pair(upTo: 23), skip(UInt8(ascii: ":")),
      let minute = pair(upTo: 59)
    else { return nil }
    let micros = Int64(hour * 60 + minute) * 60_000_000
    guard skip(UInt8(ascii: ":")) else {
      found.insert(.minutes)
      return micros
    }
    guard let second = pair(upTo: 59) else { return nil }
    let seconds = micros + Int64(second) * 1_000_000
    if skip(UInt8(ascii: ",")) {
      found.insert(.comma)
    } else if !skip(UInt8(ascii: ".")) {
      return seconds
    }
    let start = index
    let fraction = fraction()
    switch index - start {
    case 0: found.insert(.noDigits)
    case 1...6: found.insert(.micros)
    case 7...9: found.insert(.nanos)
    default: found.insert(.anyDigits)
    }
    return seconds + fraction
  }

  /// Reads the seconds east of UTC.
  private mutating func zone(_ found: inout Moment.Forms) -> Int32? {
    if skip(UInt8(ascii: "Z")) { return 0 }
    let start = index
    if isAtEnd {
      found.insert(.unzoned)
      return 0
    }
    if skip(UInt8(ascii: "z")) {
      found.insert(.lowercase)
      return 0
    }
    guard let seconds = offsetSeconds() else { return nil }
    found.insert(index - start == 3 ? .hourOffset : .offset)
    if abs(seconds) >= 15 * 3600 { found.insert(.farOffset) }
    return seconds
  }
}
