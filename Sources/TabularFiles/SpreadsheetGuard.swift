/// Keeps a spreadsheet from running CSV cells that look like formulas, reversibly.
///
/// A spreadsheet treats a cell that starts with `=`, `+`, `-`, `@`, a tab or a carriage return as a
/// formula, and shows a cell that starts with `'` as text. So a text cell that starts with any
/// number of `'` and then one of these gets one more `'` in front, which reading removes: `=1+1` is
/// written `'=1+1`, and `'=1+1` is written `''=1+1`. All other cells stay unchanged.
public enum SpreadsheetGuard {
  /// Returns the text to write.
  public static func guarded(_ text: String) -> String {
    needsGuard(text.utf8) ? "'" + text : text
  }

  /// Returns the original text.
  public static func unguarded(_ text: String) -> String {
    isGuarded(text.utf8) ? String(decoding: text.utf8.dropFirst(), as: UTF8.self) : text
  }

  /// Returns the original bytes.
  ///
  /// - Parameter bytes: A cell of CSV, without its quotes.
  /// - Returns: The cell without its guard, if it has one.
  public static func unguarded(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    // Safety: the result lies within the caller's bytes.
    isGuarded(bytes) ? UnsafeBufferPointer(rebasing: bytes.dropFirst()) : bytes
  }

  /// Whether a cell of these bytes must be written with a `'` in front.
  public static func needsGuard(_ bytes: some Collection<UInt8>) -> Bool {
    switch bytes.first {
    case quote: startsFormula(bytes.first { $0 != quote })
    case let first: startsFormula(first)
    }
  }

  /// Whether a cell of these bytes was written with a guard in front.
  public static func isGuarded(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.first == quote && needsGuard(bytes)
  }

  private static let quote = UInt8(ascii: "'")

  private static func startsFormula(_ byte: UInt8?) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"),
      UInt8(ascii: "\t"), UInt8(ascii: "\r"):
      true
    default: false
    }
  }
}
