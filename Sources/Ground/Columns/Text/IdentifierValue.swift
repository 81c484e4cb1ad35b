/// The value of an identifier that is written in several ways.
///
/// | identifier | spellings of one | value |
/// |---|---|---|
/// | UUID | `550E8400-…`, `{550e8400-…}`, `urn:uuid:550e8400-…`, 32 digits | lower case |
/// | hash of more than 32 digits | `9F86D0…`, `9f86d0…` | lower case |
/// | number | `7`, `007`, `+7`, `7.0` | `7` |
/// | moment | `2024-10-01T12:00:00+02:00`, `2024-10-01 10:00:00.000z` | UTC, shortest form |
///
/// The value of any other text, such as `A007`, `1.10` or `12e4`, is the text. UUIDs and moments
/// count within a longer text too, such as `550E8400-…:2`. All digits of a second count, and `60`
/// is the leap second at the end of June or December, not the second after it.
///
/// - Source: RFC 9562, section 4 (UUIDs in either case); RFC 3339, sections 5.6 and 5.7
///   (moments).
public enum IdentifierValue {
  /// Returns the value of an identifier.
  ///
  /// - Parameters:
  ///   - text: The identifier in UTF-8.
  ///   - isJoined: Whether it consists of several identifiers, with marks such as `-` between them.
  /// - Returns: The value; nil if the text is the value.
  public static func of(_ text: UnsafeBufferPointer<UInt8>, isJoined: Bool = false) -> [UInt8]? {
    // Safety: the caller lends the bytes for the one call; all reads are within their count.
    guard (1...longest).contains(text.count) else { return nil }
    let number = numberEnd(of: text, in: 0..<text.count)
    if number == text.count { return plainNumber(text[...]) }
    guard isJoined || text.count >= shortestOther else { return nil }
    var value: [UInt8] = []
    var place = 0
    while place < text.count {
      let isStart = place == 0 || !isAlphanumeric(text[place - 1])
      if isStart, let end = appendPiece(of: text, from: place, isJoined, to: &value) {
        place = end
      } else {
        value.append(text[place])
        place += 1
      }
    }
    return value.elementsEqual(text) ? nil : value
  }

  /// Returns the value of an identifier; the text itself if it has only one spelling.
  public static func of(_ text: String, isJoined: Bool = false) -> String {
    var text = text
    return text.withUTF8 { of($0, isJoined: isJoined) }.map { String(decoding: $0, as: UTF8.self) }
      ?? text
  }

  /// Returns the spellings of an identifier to search for: its value, the text itself, and the
  /// capitals of a UUID or hash.
  public static func spellings(of text: String) -> [String] {
    let value = of(text)
    let capitals = value.uppercased()
    let isSame = capitals != value && of(capitals) == value
    return [value] + (value == text ? [] : [text])
      + (isSame && capitals != text ? [capitals] : [])
  }

  /// Whether two identifiers are numbers that differ only in leading zeros, as codes may.
  public static func differInZeros(_ left: String, _ right: String) -> Bool {
    func rest(_ text: String) -> Substring { text.drop { $0 == "0" } }
    return left != right && rest(left) == rest(right)
      && [left, right].allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } }
  }

  // MARK: - Implementation

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  private static let longest = 400
  /// A moment without seconds, such as `2024-10-01T10:00Z`.
  private static let shortestOther = 17
  private static let uuidGroups = [8, 4, 4, 4, 12]

  /// Appends the value of the UUID, hash, moment or number that begins at a place; returns its end,
  /// or nil where none does.
  private static func appendPiece(
    of text: Bytes, from place: Int, _ isJoined: Bool, to value: inout [UInt8]
  ) -> Int? {
    if let (digits, end) = uuid(in: text, from: place) ?? hash(in: text, from: place) {
      guard digits.count == 32 else {
        value += digits
        return end
      }
      var rest = digits[...]
      for (index, count) in uuidGroups.enumerated() {
        if index > 0 { value.append(UInt8(ascii: "-")) }
        value += rest.prefix(count)
        rest = rest.dropFirst(count)
      }
      return end
    }
    if let (moment, end) = moment(in: text, from: place) {
      value += moment.utf8
      return end
    }
    guard isJoined, place == 0 || isMark(text[place - 1]) else { return nil }
    let end = text[place...].firstIndex(where: isMark) ?? text.count
    guard end > place, numberEnd(of: text, in: place..<end) == end else { return nil }
    value += plainNumber(text[place..<end]) ?? Array(text[place..<end])
    return end
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    byte &- 48 <= 9 || byte | 0x20 &- 97 < 26
  }

  /// Whether a byte separates the pieces of a joined identifier.
  private static func isMark(_ byte: UInt8) -> Bool { "-_ /|,;".utf8.contains(byte) }

  // MARK: Numbers

  /// Returns the end of the number at the start of a range; the range's start if there is none.
  private static func numberEnd(of text: Bytes, in range: Range<Int>) -> Int {
    var place = range.lowerBound
    if text[place] == UInt8(ascii: "+") || text[place] == UInt8(ascii: "-") { place += 1 }
    let first = place
    while place < range.upperBound, text[place] &- 48 <= 9 { place += 1 }
    // 32 or more digits are a hash.
    guard (1..<32).contains(place - first) else { return range.lowerBound }
    if place + 1 < range.upperBound, text[place] == UInt8(ascii: ".") {
      var end = place + 1
      while end < range.upperBound, text[end] == 48 { end += 1 }
      if end == range.upperBound { place = end }
    }
    return place
  }

  /// Drops a number's plus sign, leading zeros and fraction; nil if it has none of them.
  private static func plainNumber(_ text: Slice<Bytes>) -> [UInt8]? {
    var digits = text
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    if let point = digits.firstIndex(of: UInt8(ascii: ".")) { digits = digits[..<point] }
    while digits.count > 1, digits.first == 48 { digits = digits.dropFirst() }
    let sign = isNegative && digits.first != 48 ? [UInt8(ascii: "-")] : []
    guard sign.count + digits.count < text.count else { return nil }
    return sign + digits
  }

  // MARK: UUIDs and hashes

  /// Returns the lower-case digits of a UUID, which may have braces or a prefix, and its end.
  private static func uuid(in text: Bytes, from place: Int) -> ([UInt8], end: Int)? {
    var start = place
    var isBraced = false
    if text[place] == UInt8(ascii: "{") {
      isBraced = true
      start += 1
    } else if hasPrefix("urn:uuid:", text, at: place) {
      start += 9
    }
    guard text.count - start >= 32 else { return nil }
    var digits: [UInt8] = []
    var end = start
    for (index, count) in uuidGroups.enumerated() {
      if index > 0 {
        guard end < text.count, text[end] == UInt8(ascii: "-") else { return nil }
        end += 1
      }
      guard text.count - end >= count else { return nil }
      for byte in text[end..<end + count] {
        guard let digit = hexDigit(byte) else { return nil }
        digits.append(digit)
      }
      end += count
    }
    if isBraced {
      guard end < text.count, text[end] == UInt8(ascii: "}") else { return nil }
      end += 1
    }
    return isEnd(end, of: text) ? (digits, end) : nil
  }

  /// Returns the lower-case digits of a text of 32 or more hexadecimal digits, and its end.
  private static func hash(in text: Bytes, from place: Int) -> ([UInt8], end: Int)? {
    guard place == 0, text.count >= 32 else { return nil }
    let digits = text.compactMap(hexDigit)
    return digits.count == text.count ? (digits, text.count) : nil
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    if byte &- 48 <= 9 { return byte }
    return byte | 0x20 &- 97 < 6 ? byte | 0x20 : nil
  }

  private static func hasPrefix(_ prefix: StaticString, _ text: Bytes, at place: Int) -> Bool {
    guard text.count - place >= prefix.utf8CodeUnitCount else { return false }
    return prefix.withUTF8Buffer { prefix in
      prefix.indices.allSatisfy {
        let byte = text[place + $0]
        return (byte &- 65 < 26 ? byte | 0x20 : byte) == prefix[$0]
      }
    }
  }

  private static func isEnd(_ place: Int, of text: Bytes) -> Bool {
    place == text.count || !isAlphanumeric(text[place])
  }

  // MARK: Moments

  /// Returns the moment that begins at a place, as `2024-10-01T10:00:00Z` with as many digits of a
  /// second as it needs, and its end.
  private static func moment(in text: Bytes, from place: Int) -> (String, end: Int)? {
    guard text.count - place >= shortestOther, text[place + 4] == UInt8(ascii: "-"),
      [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(text[place + 10]),
      text[place + 13] == UInt8(ascii: ":")
    else { return nil }
    var end = place + 16
    if text[end] == UInt8(ascii: ":") { end += 3 }
    guard end < text.count else { return nil }
    let endOfSeconds = end
    if text[end] == UInt8(ascii: ".") {
      end += 1
      while end < text.count, text[end] &- 48 <= 9 { end += 1 }
    }
    let fraction = text[endOfSeconds..<end]
    guard end < text.count else { return nil }
    if text[end] | 0x20 == UInt8(ascii: "z") {
      end += 1
    } else {
      end += 3
      if end < text.count, text[end] == UInt8(ascii: ":") { end += 1 }
      end += 2
    }
    guard end <= text.count, isEnd(end, of: text) else { return nil }
    var plain = Array(text[place..<end])
    plain[10] = UInt8(ascii: "T")
    let isLeapSecond = plain.count > 19 && plain[16...18].elementsEqual(":60".utf8)
    if isLeapSecond { plain.replaceSubrange(17...18, with: "59".utf8) }
    guard let micros = plain.withUnsafeBufferPointer({ Moment.micros($0, forms) }),
      Day.civilMicros.contains(micros),
      !isLeapSecond || canBeLeapSecond(behind: micros)
    else { return nil }
    return (written(micros, isLeapSecond, fraction), end)
  }

  private static let forms: Moment.Forms = [
    .lowercase, .minutes, .micros, .nanos, .anyDigits, .offset,
  ]

  /// Whether a leap second may follow the second of a moment: the last one of June or December.
  private static func canBeLeapSecond(behind micros: Int64) -> Bool {
    let (day, rest) = Day.split(micros: micros)
    return rest / 1_000_000 == 86_399 && ["06-30", "12-31"].contains { day.iso.hasSuffix($0) }
  }

  /// Returns a moment's text.
  ///
  /// - Parameters:
  ///   - micros: The moment; its fraction of a second is ignored.
  ///   - isLeapSecond: Whether the leap second after it is meant.
  ///   - fraction: The point and all digits of the second after it.
  /// - Returns: The text in UTC.
  private static func written(
    _ micros: Int64, _ isLeapSecond: Bool, _ fraction: Slice<Bytes>
  ) -> String {
    let text = Moment.text(micros)
    var digits = fraction
    while digits.last == 48 { digits.removeLast() }
    let ending = digits.count > 1 ? String(decoding: digits, as: UTF8.self) : ""
    return (isLeapSecond ? text.dropLast(2) + "60" : text) + ending + "Z"
  }
}
