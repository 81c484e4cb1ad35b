/// One token of a date pattern.
enum DateToken: Sendable, Equatable {
  case year, yearOfCentury, monthName, half, fraction, offset
  /// Numbers of up to two digits; padded ones always have two.
  case month(fewestDigits: Int), day(fewestDigits: Int), hour(fewestDigits: Int)
  case hourOfHalf(fewestDigits: Int), minute(fewestDigits: Int), second(fewestDigits: Int)
  case literal(UInt8)
  case blanks

  /// Makes the token of a run of one letter; nil if the letter has no meaning.
  init?(letter: UInt8, count: Int) {
    switch (Character(Unicode.Scalar(letter)), count) {
    case ("Y", 4): self = .year
    case ("Y", 2): self = .yearOfCentury
    case ("M", 3...4): self = .monthName
    case ("M", 1...2): self = .month(fewestDigits: count)
    case ("D", 1...2): self = .day(fewestDigits: count)
    case ("H", 1...2): self = .hour(fewestDigits: count)
    case ("h", 1...2): self = .hourOfHalf(fewestDigits: count)
    case ("m", 1...2): self = .minute(fewestDigits: count)
    case ("s", 1...2): self = .second(fewestDigits: count)
    case ("S", _): self = .fraction
    case ("a", 1): self = .half
    case ("Z", 1): self = .offset
    default: return nil
    }
  }

  /// Whether a byte of a pattern is a letter with a meaning.
  static func isLetter(_ byte: UInt8) -> Bool { "YMDHhamsSZ".utf8.contains(byte) }

  /// The part of a date that the token gives, in any form.
  private var part: DatePart? {
    switch self {
    case .year, .yearOfCentury: .year
    case .month, .monthName: .month
    case .day: .day
    case .hour, .hourOfHalf: .hour
    case .half: .half
    case .minute: .minute
    case .second: .second
    case .fraction: .fraction
    case .offset: .offset
    case .literal, .blanks: nil
    }
  }

  private var countsHalves: Bool {
    if case .hourOfHalf = self { true } else { false }
  }

  /// Whether a sequence gives a date or a time, no part twice, and no part without the one it
  /// needs.
  static func areSensible(_ tokens: [DateToken]) -> Bool {
    let list = tokens.compactMap(\.part)
    let parts = Set(list)
    let dayParts = parts.intersection([.year, .month, .day])
    func needs(_ part: DatePart, _ other: DatePart) -> Bool {
      !parts.contains(part) || parts.contains(other)
    }
    return parts.count == list.count && (dayParts.isEmpty || dayParts.count == 3)
      && (dayParts.count == 3 || parts.contains(.hour))
      && needs(.minute, .hour) && needs(.second, .minute) && needs(.fraction, .second)
      && needs(.offset, .hour) && tokens.contains(where: \.countsHalves) == parts.contains(.half)
  }
}

/// A part of a date or time.
private enum DatePart {
  case year, month, day, hour, half, minute, second, fraction, offset
}
