import Columns

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

extension SpreadsheetGuard {
  /// Returns a table as written to CSV: text columns guarded, all others unchanged.
  static func guarded(_ table: Table) -> Table {
    Table(
      fields: table.fields,
      columns: table.columns.map { column in
        guard case .text(let text) = column.values else { return column }
        return Column(.text, .text(guarded(text)), column.validity)
      }, rowCount: table.rowCount)
  }

  /// Prefixes texts that need it with a `'`; returns the same memory if none does.
  private static func guarded(_ text: TextBuffer) -> TextBuffer {
    let rows = (0..<text.count).filter { needsGuard(text.utf8($0)) }
    guard let first = rows.first else { return text }
    let start = Int(text.offsets[0])
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(text.offsets[text.count]) - start + rows.count)
    bytes += text.bytes.pointer[start..<Int(text.offsets[first])]
    for (row, next) in zip(rows, rows.dropFirst() + [text.count]) {
      bytes.append(UInt8(ascii: "'"))
      bytes += text.bytes.pointer[Int(text.offsets[row])..<Int(text.offsets[next])]
    }
    var guards = 0
    var next = rows[...]
    let offsets = Buffer<Int32>(count: text.count + 1) { out in
      for row in 0...text.count {
        out[row] = text.offsets[row] - Int32(start) + Int32(guards)
        if next.first == row {
          guards += 1
          next = next.dropFirst()
        }
      }
    }
    return TextBuffer(offsets: offsets, bytes: Buffer(bytes))
  }
}
