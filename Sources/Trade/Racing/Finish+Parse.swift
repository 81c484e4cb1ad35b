extension Finish {
  /// Reads a position such as `1`, `2nd`, `5 DH`, `=3` or `5 平頭馬`, or a code such as `PU`.
  ///
  /// Dead heats are marked by `=`, `DH` or `平頭馬` on either side. Codes are from results in
  /// Britain and Ireland, Hong Kong, the United States and Australia, or the words spelled out, in
  /// letters of either case; `WV…` and `WX…` are Hong Kong's withdrawals.
  ///
  /// - Edge cases: some sources print `0` for tenth or worse. Such a runner started and was not
  ///   placed, but a finisher must have a position; so it reads as one that did not finish, which
  ///   counts it as a starter and pays nothing. Any number above zero is a position: a source that
  ///   gives numbers to non-finishers, such as 40, needs words in its mapping.
  ///
  /// - Parameter bytes: The UTF-8 text.
  /// - Returns: The finish; nil for an unknown text, and for one without a value, such as `NA`.
  public static func parse(_ bytes: Span<UInt8>) -> Finish? {
    placed(bytes) ?? ended(bytes)
  }

  /// Reads a position or a code.
  ///
  /// - Parameter text: The text.
  /// - Returns: The finish; nil for an unknown text, and for one without a value.
  public static func parse(_ text: String) -> Finish? { parse(text.utf8.span) }

  // MARK: - Implementation

  private static func placed(_ bytes: Span<UInt8>) -> Finish? {
    // Most texts are a number and nothing else.
    if let value = WholeNumber.value(of: bytes) {
      guard let position = Int16(exactly: value), position <= maximumPosition else { return nil }
      return position == 0
        ? Finish(.didNotFinish) : Finish(position: position, isDeadHeat: false)
    }
    let markEnd = deadHeatMarks.first { bytes.starts(withLowercase: $0) }?.utf8.count ?? 0
    guard let number = WholeNumber(bytes, from: bytes.skippingBlanks(from: markEnd)),
      (1...Int64(maximumPosition)).contains(number.value)
    else { return nil }
    let rest = bytes.lowercased(from: bytes.skippingBlanks(from: end(of: number, bytes)))
    guard rest.isEmpty || (markEnd == 0 && deadHeatMarks.contains(rest)) else { return nil }
    return Finish(position: Int16(number.value), isDeadHeat: markEnd > 0 || !rest.isEmpty)
  }

  private static let deadHeatMarks = ["=", "dh", "dead heat", "平頭馬"]

  /// The end of a number, its ordinal letters included.
  private static func end(of number: WholeNumber, _ bytes: Span<UInt8>) -> Int {
    let rest = bytes.extracting(number.end...)
    let letters = ["st", "nd", "rd", "th"].first { rest.starts(withLowercase: $0) }
    return number.end + (letters?.utf8.count ?? 0)
  }

  private static func ended(_ bytes: Span<UInt8>) -> Finish? {
    // No word is longer.
    guard bytes.count <= 20 else { return nil }
    let text = String(bytes.lowercased().map { "_-".contains($0) ? " " : $0 })
    if text.hasPrefix("wv") || text.hasPrefix("wx") { return Finish(.nonRunner) }
    return words[text].map { Finish($0) }
  }

  private static let words: [String: Outcome] = {
    let words: [Outcome: [String]] = [
      .fell: ["f", "fe", "fell"],
      .pulledUp: ["p", "pu", "pulled up"],
      .unseated: ["u", "ur", "unseated", "unseated rider", "lr", "lost rider"],
      .broughtDown: ["b", "bd", "brought down"],
      .refused: ["r", "ref", "refused", "rr", "refused to race"],
      .ranOut: ["o", "ro", "ran out"],
      .slippedUp: ["s", "su", "slipped up"],
      .carriedOut: ["c", "co", "carried out"],
      .disqualified: ["d", "dq", "dsq", "disq", "disqualified"],
      .didNotFinish: [
        "dnf", "did not finish", "ff", "failed to finish", "l", "lft", "left", "left at start",
        "left at the start", "tnp",
      ],
      .nonRunner: ["nr", "n/r", "non runner", "scr", "scratched", "w", "wd", "withdrawn"],
      .void: ["v", "voi", "void"],
      .lost: ["lost"],
    ]
    return Dictionary(
      uniqueKeysWithValues: words.flatMap { outcome, words in words.map { ($0, outcome) } })
  }()
}
