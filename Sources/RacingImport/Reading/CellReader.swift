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

  /// Turns to the next batch of rows, which has to outlive the reading of it.
  func use(_ batch: RowBatch) {
    for (parts, _) in sources { for part in parts { part.use(batch) } }
  }

  /// The only column, where it stands in a table and its text is taken as it stands.
  var plainColumn: Column? { onlyPart?.plainColumn }

  /// Whether texts are taken as they stand in the batch, and so stay until the next one.
  var isPlain: Bool { plainCells != nil }

  /// The cells of the only column, where their text is taken as it stands.
  private var plainCells: TextCells? { onlyPart?.plainCells }

  private var onlyPart: CellPart? {
    guard fallback == nil, sources.count == 1, sources[0].parts.count == 1 else { return nil }
    return sources[0].parts[0]
  }

  /// Calls `body` with each row's number, its text, nil where there is none, and whether the text is
  /// known to be that of the row before.
  ///
  /// - Parameters:
  ///   - rowCount: The number of rows.
  ///   - looksForRepeats: Whether a text that is known is worth a comparison.
  ///   - body: Called for each row.
  @inline(__always)
  func forEach(
    _ rowCount: Int, looksForRepeats: Bool = true,
    _ body: (Int, UnsafeBufferPointer<UInt8>?, Bool) -> Void
  ) {
    guard let cells = plainCells else { return forEachComposed(rowCount, body) }
    let isGuarded = isGuarded
    let looksForRepeats = looksForRepeats && cells.repeatOften(rowCount)
    for row in 0..<rowCount {
      let isRepeated = looksForRepeats && row > 0 && cells.isRepeated(row)
      guard let cell = cells[row]?.trimmed, !cell.isEmpty else {
        body(row, nil, isRepeated)
        continue
      }
      let first = cell[0]
      let mayBeGuarded = isGuarded && first == UInt8(ascii: "'")
      body(row, mayBeGuarded ? SpreadsheetGuard.unguarded(cell) : cell, isRepeated)
    }
  }

  // MARK: - Implementation

  /// The same where the text is put together of pieces, or is worth a look at its words.
  private func forEachComposed(
    _ rowCount: Int, _ body: (Int, UnsafeBufferPointer<UInt8>?, Bool) -> Void
  ) {
    let columns = sources.flatMap { $0.parts.filter(\.hasColumn) }
    let cells = columns.compactMap(\.cells)
    let repeats = RowRepeats(cells, isReliable: cells.count == columns.count)
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
