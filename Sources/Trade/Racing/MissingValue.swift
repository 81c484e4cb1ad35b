/// Texts in files that mean a missing number, day or flag.
///
/// `-`, `--`, `---`, `–`, `—`, `n/a`, `#n/a`, `na`, `null`, `none`, and what NumPy, pandas and
/// Polars print: `nan`, `NaT`, `<NA>`; in letters of either case.
public enum MissingValue {
  private static let longest = "#n/a".utf8.count

  /// Whether a text means a missing value.
  ///
  /// - Parameter bytes: The UTF-8 text.
  /// - Returns: The answer; false for an empty text.
  public static func isWritten(_ bytes: Span<UInt8>) -> Bool {
    // Looking a word up costs a copy, so texts that cannot be such a word are excluded first.
    let isNumber = bytes.count > 0 && bytes[0] &- UInt8(ascii: "0") <= 9
    guard !isNumber, bytes.count <= longest else { return false }
    switch bytes.lowercased() {
    case "-", "--", "---", "–", "—", "n/a", "#n/a", "na", "null", "none", "nan", "+nan", "-nan",
      "nat", "<na>":
      return true
    default: return false
    }
  }
}
