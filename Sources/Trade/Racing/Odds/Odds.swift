/// Decimal odds with the stake included, greater than 1 and at most 1,000,000.
@frozen
public struct Odds: Hashable, Comparable, Sendable {
  /// The longest odds accepted, in millionths.
  public static let maximumMicros: Int64 = 1_000_000_000_000

  /// The odds in millionths.
  public let micros: Int64

  /// Creates odds from millionths, or nil when they are not above 1 or above the maximum.
  ///
  /// - Parameter micros: Decimal odds, stake included, in millionths.
  @inlinable
  public init?(micros: Int64) {
    guard micros > Decimal6.one, micros <= Odds.maximumMicros else { return nil }
    self.micros = micros
  }

  /// The winnings of one unit, without the stake, in millionths.
  @inlinable
  public var winningsMicros: Int64 { micros - Decimal6.one }

  /// The inverse of the odds, for display only; it contains the market's margin.
  public var impliedProbability: Double { Double(Decimal6.one) / Double(micros) }

  /// Orders odds by value, the favourite first.
  ///
  /// - Parameters:
  ///   - left: Odds.
  ///   - right: Odds.
  /// - Returns: Whether the first are shorter.
  @inlinable
  public static func < (left: Odds, right: Odds) -> Bool { left.micros < right.micros }
}

extension Odds: CustomStringConvertible {
  /// The decimal odds in their shortest form.
  public var description: String { Decimal6(micros: micros).description }
}

extension Odds {
  /// Reads decimal odds such as `3.25` or `10`, rounded half to even after the sixth decimal.
  ///
  /// Thousands separators, spaces and exponents are refused.
  ///
  /// - Parameter bytes: The UTF-8 text.
  /// - Returns: The odds.
  /// - Throws: ``OddsError``.
  @inlinable
  public static func decimal(_ bytes: Span<UInt8>) throws(OddsError) -> Odds {
    guard bytes.isEmpty || bytes[0] != UInt8(ascii: "+"), let micros = Decimal6.parseMicros(bytes)
    else { throw .malformed(found: String(copying: bytes), notation: .decimal) }
    guard let odds = Odds(micros: micros) else {
      throw .outOfRange(found: String(copying: bytes), notation: .decimal)
    }
    return odds
  }

  /// Reads decimal odds such as `3.25` or `10`.
  ///
  /// - Parameter text: The text.
  /// - Returns: The odds.
  /// - Throws: ``OddsError``.
  public static func decimal(_ text: String) throws(OddsError) -> Odds {
    try decimal(text.utf8.span)
  }
}

extension String {
  /// Copies bytes that are to be shown in an error; invalid UTF-8 is replaced.
  ///
  /// - Parameter bytes: The UTF-8 text.
  @usableFromInline
  init(copying bytes: Span<UInt8>) {
    self.init(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }
}

extension Odds {
  /// Reads winnings on one unit in whole hundredths, as US charts state them: `130` is 2.30.
  ///
  /// ```
  /// h  →  1 + h / 100
  /// ```
  ///
  /// - Edge cases: `0` is out of range; ``parse(_:_:stake:)-(Span<UInt8>,_,_)`` reads it as no
  ///   price. Zeros after a point are accepted, as spreadsheets write `130.0`.
  ///
  /// - Parameter bytes: The UTF-8 text: from one to nine digits.
  /// - Returns: The odds, stake included.
  /// - Throws: ``OddsError``.
  public static func hundredths(_ bytes: Span<UInt8>) throws(OddsError) -> Odds {
    guard let number = WholeNumber.value(of: bytes) else {
      throw .malformed(found: String(copying: bytes), notation: .hundredths)
    }
    guard let odds = Odds(micros: Decimal6.one + number * (Decimal6.one / 100)) else {
      throw .outOfRange(found: String(copying: bytes), notation: .hundredths)
    }
    return odds
  }

  /// Reads winnings on one unit in whole hundredths.
  ///
  /// - Parameter text: The text.
  /// - Returns: The odds, stake included.
  /// - Throws: ``OddsError``.
  public static func hundredths(_ text: String) throws(OddsError) -> Odds {
    try hundredths(text.utf8.span)
  }
}

extension Odds {
  /// Reads a morning line of the United States such as `9-5`, `9/5` or `EVEN`.
  ///
  /// The odds are `1 + winnings / stake`, rounded half to even after the sixth decimal.
  ///
  /// - Edge cases: a stake of zero is malformed; each side has from one to nine digits.
  ///
  /// - Parameter bytes: The UTF-8 text.
  /// - Returns: The odds, stake included.
  /// - Throws: ``OddsError``.
  public static func morningLine(_ bytes: Span<UInt8>) throws(OddsError) -> Odds {
    let price = OddsFraction(bytes, separators: "-/") ?? OddsFraction(evens: bytes)
    guard let price, price.end == bytes.count else {
      throw .malformed(found: String(copying: bytes), notation: .morningLine)
    }
    guard let odds = Odds(micros: price.micros) else {
      throw .outOfRange(found: String(copying: bytes), notation: .morningLine)
    }
    return odds
  }

  /// Reads a morning line such as `9-5`.
  ///
  /// - Parameter text: The text.
  /// - Returns: The odds, stake included.
  /// - Throws: ``OddsError``.
  public static func morningLine(_ text: String) throws(OddsError) -> Odds {
    try morningLine(text.utf8.span)
  }
}
