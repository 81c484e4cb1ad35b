/// Beaten distances, in lengths.
public enum BeatenLengths {
  /// A beaten distance, read from a text.
  public enum Reading: Hashable, Sendable {
    /// Millionths of a length.
    case micros(Int64)
    /// Not measured: "a distance", "many lengths", or dashes for no margin.
    case beyondMeasure
  }

  /// The longest margin accepted, in lengths; the longest a judge may declare is 200.
  public static let maximumLengths: Int64 = 1000

  /// Reads a beaten distance: a number, a fraction, a word, or `-` for the winner.
  ///
  /// Numbers are written `3`, `.5`, `1/2`, `2-3/4`, `2 3/4`, `2¾` or `½`, with or without `l` or
  /// `lengths` after them. Words are English or as Hong Kong's results write them, in any case: a
  /// nose is 0.05, a short head 0.1, a head 0.2, a short neck 0.25, a neck 0.3 lengths, a dead heat
  /// none.
  ///
  /// - Edge cases: more than a thousand lengths are refused: such a number is a spreadsheet's date,
  ///   see `excelDate`, or no margin at all.
  /// - Accuracy: rounded once, half to even after the sixth decimal.
  /// - Source: nose to neck as settled in spread betting on winning distances (Betopedia,
  ///   "Winning Distances").
  ///
  /// - Parameter bytes: The UTF-8 text.
  /// - Returns: The lengths, or nil for any other text.
  public static func parse(_ bytes: Span<UInt8>) -> Reading? {
    guard let number = FractionText(bytes, from: 0) else {
      // No word is longer.
      return bytes.count <= 20 ? words[bytes.lowercased()] : nil
    }
    if number.end < bytes.count {
      let unit = bytes.lowercased(from: bytes.skippingBlanks(from: number.end))
      guard ["l", "length", "lengths"].contains(unit) else { return nil }
    }
    guard let micros = number.scaled(by: Decimal6.one), micros <= maximumLengths * Decimal6.one
    else { return nil }
    return .micros(micros)
  }

  /// Reads a beaten distance such as `2-3/4` or `nk`.
  ///
  /// - Parameter text: The text.
  /// - Returns: The lengths, or nil for any other text.
  public static func parse(_ text: String) -> Reading? { parse(text.utf8.span) }

  // MARK: - Implementation

  private static let words: [String: Reading] = {
    let micros: [Int64: [String]] = [
      0: ["-", "dht", "dh", "dead heat", "dead-heat"],
      50_000: ["nse", "nose", "ns", "鼻位"],
      100_000: ["shd", "sh hd", "sh-hd", "sht-hd", "sh", "short head", "short-head", "短馬頭位"],
      200_000: ["hd", "head", "頭位"],
      250_000: ["snk", "short neck", "short-neck"],
      300_000: ["nk", "neck", "n", "頸位"],
    ]
    let beyond = [
      "dist", "dist.", "distance", "a distance", "多個馬位", "遙遙落後", "--", "---", "–",
    ]
    let measured = micros.flatMap { lengths, words in words.map { ($0, Reading.micros(lengths)) } }
    return Dictionary(uniqueKeysWithValues: measured + beyond.map { ($0, .beyondMeasure) })
  }()
}
