import Columns
import TabularFiles

/// Reads the text of one field's cells, its words replaced by what they mean.
///
/// A class, for it remembers from batch to batch what texts came to.
final class CellReader {
  private let sources: [(parts: [CellPart], separator: [UInt8])]
  private let fallback: [UInt8]?
  /// Whether texts may begin with the mark that keeps spreadsheets from running them.
  private let isGuarded: Bool

  init(_ field: FieldMapping, isGuarded: Bool) {
    sources = field.sources.map { source in
      (source.parts.map { CellPart($0) }, Array(source.separator.utf8))
    }
    fallback = field.fallback.map { Array($0.utf8) }
    self.isGuarded = isGuarded
  }

  /// Turns to the next batch of rows.
  func use(_ table: Table) {
    for (parts, _) in sources { for part in parts { part.use(table) } }
  }

  /// The only column, where the text is taken as it stands.
  var plainColumn: Column? {
    guard fallback == nil, sources.count == 1, sources[0].parts.count == 1 else { return nil }
    return sources[0].parts[0].plainColumn
  }

  /// Calls `body` with each row's number, its text, nil where there is none, and whether the text is
  /// known to be that of the row before.
  func forEach(_ rowCount: Int, _ body: (Int, UnsafeBufferPointer<UInt8>?, Bool) -> Void) {
    let repeats = RowRepeats(sources.flatMap { $0.parts.compactMap(\.column) })
    if let column = plainColumn, let cells = TextCells(column) {
      defer { withExtendedLifetime(column) {} }
      for row in 0..<rowCount {
        let cell = cells[row]?.trimmed ?? Self.empty
        let isRepeated = repeats.isRepeated(row)
        if cell.isEmpty {
          body(row, nil, isRepeated)
        } else {
          body(row, isGuarded ? SpreadsheetGuard.unguarded(cell) : cell, isRepeated)
        }
      }
      return
    }
    var scratch: [UInt8] = []
    var hasText = false
    for row in 0..<rowCount {
      let isRepeated = repeats.isRepeated(row)
      if !isRepeated { hasText = read(row, into: &scratch) }
      scratch.withUnsafeBufferPointer { text in
        let text = isGuarded ? SpreadsheetGuard.unguarded(text) : text
        body(row, hasText ? text : nil, isRepeated)
      }
    }
  }

  // MARK: - Implementation

  private static var empty: UnsafeBufferPointer<UInt8> { .init(start: nil, count: 0) }

  /// The text of the first source that has one; false where none has.
  private func read(_ row: Int, into scratch: inout [UInt8]) -> Bool {
    for source in sources.indices {
      scratch.removeAll(keepingCapacity: true)
      if append(source, row, to: &scratch) { return true }
    }
    guard let fallback, !fallback.isEmpty else { return false }
    scratch = fallback
    return true
  }

  /// Appends the text of one source; false where a part has none.
  private func append(_ source: Int, _ row: Int, to scratch: inout [UInt8]) -> Bool {
    for index in sources[source].parts.indices {
      if index > 0 { scratch.append(contentsOf: sources[source].separator) }
      guard sources[source].parts[index].append(row, to: &scratch) else { return false }
    }
    return true
  }
}
