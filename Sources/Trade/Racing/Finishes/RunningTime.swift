/// The time in which a race was run.
package enum RunningTime {
  /// Reads a time in minutes and seconds.
  ///
  /// ```
  /// 1:12.34   1m12.34s   1m 12.34s   1.12.34   72.34   72.34s
  /// ```
  ///
  /// - Parameter cell: The text.
  /// - Returns: Millionths of a second; nil for any other text.
  package static func micros(_ cell: UnsafeBufferPointer<UInt8>) -> Int64? {
    // Safety: the caller lends the bytes for the one call.
    var text = String(decoding: cell, as: UTF8.self).lowercased()
    // Hong Kong writes a point after the minutes, too.
    if text.count(where: { $0 == "." }) == 2, let point = text.firstIndex(of: ".") {
      text.replaceSubrange(point...point, with: ":")
    }
    var parts = text.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 == ":" || $0 == "m" })
    if parts[parts.count - 1].hasSuffix("s") { parts[parts.count - 1].removeLast() }
    let seconds = parts[parts.count - 1].drop { $0 == " " }
    guard seconds.first?.isNumber ?? false, let micros = Decimal6(String(seconds))?.micros else {
      return nil
    }
    guard parts.count == 2 else { return micros }
    guard let minutes = Int64(parts[0]), (0...59).contains(minutes), micros < 60 * Decimal6.one
    else { return nil }
    return minutes * 60 * Decimal6.one + micros
  }
}
