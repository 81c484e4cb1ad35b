import Columns

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
