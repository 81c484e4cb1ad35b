import Columns
import Mappings
import TabularFiles

/// Reads the text of one field's cells, and replaces words by their meanings.
///
/// A class, as it keeps the readings of texts from batch to batch.
final class CellReader {
  /// The parts of all sources, one source after the other.
  private let parts: [CellPart]
  /// The parts as references that need no counting.
  private let unretained: [Unmanaged<CellPart>]
  /// The text before each part that is not its source's first.
  private let separators: [[UInt8]]
  /// Each source's parts.
  private let sources: [Range<Int>]
  /// The sources that have a text in this batch.
  @exclusivity(unchecked)
  private var live: [Range<Int>] = []
  /// The only part of the only live source.
  private var onlyPart: CellPart?
  private let fallback: [UInt8]?
  /// Whether the last row's text has a number that may have been rounded.
  @exclusivity(unchecked)
  private(set) var isInexact = false
  /// Whether texts may begin with the mark that stops spreadsheets from running them.
  private let isGuarded: Bool
  /// The text being composed.
  private let composed = GrowingMemory<UInt8>()

  init(_ field: FieldMapping, isGuarded: Bool) {
    parts = field.sources.flatMap { $0.parts.map { CellPart($0) } }
    unretained = parts.map { .passUnretained($0) }
    separators = field.sources.flatMap { source in
      source.parts.map { _ in Array(source.separator.utf8) }
    }
    var end = 0
    sources = field.sources.map { source in
      end += source.parts.count
      return (end - source.parts.count)..<end
    }
    fallback = field.fallback.map { Array($0.utf8) }
    self.isGuarded = isGuarded
  }

  /// Switches to the next batch of rows, which must outlive its reading.
  ///
  /// - Parameters:
  ///   - batch: The rows.
  ///   - days: The days of the file's rows, for a text with the day in it.
  ///   - first: The batch's first row among them.
  func use(_ batch: RowBatch, days: FieldColumn? = nil, from first: Int = 0) {
    for part in parts { part.use(batch, days: days, from: first) }
    isInexact = false
    live = sources.filter { source in !source.contains { parts[$0].isAbsent } }
    let isPlain = fallback == nil && live.count == 1 && live[0].count == 1
    onlyPart = isPlain ? parts[live[0].lowerBound] : nil
  }

  /// Whether no row of the batch has a text.
  var haveNoText: Bool { live.isEmpty && fallback?.isEmpty ?? true }

  /// The only column, if it is one of a table and its values are read unchanged.
  var plainColumn: Column? { onlyPart?.plainColumn }

  /// Whether the only column holds points in time without a zone.
  var isLocalTime: Bool { onlyPart?.isLocalTime ?? false }

  /// The cells of the only column, if their text is read unchanged.
  var plainCells: TextCells? { onlyPart?.plainCells }

  /// The list of the plain cells' texts, if they come from one.
  var plainList: ListedTexts? { onlyPart?.plainList }

  /// Returns the text of one of the plain cells; nil where there is none.
  @inline(__always)
  func cell(_ row: Int, of cells: TextCells) -> UnsafeBufferPointer<UInt8>? {
    guard let cell = cells[row]?.trimmed, !cell.isEmpty else { return nil }
    let mayBeGuarded = isGuarded && cell[0] == UInt8(ascii: "'")
    return mayBeGuarded ? SpreadsheetGuard.unguarded(cell) : cell
  }

  /// Calls `body` with each row's number, its text (nil for none), and whether it is known to equal
  /// the text of the row before.
  @inline(__always)
  func forEach(
    _ rowCount: Int, looksForRepeats: Bool = true,
    _ body: (Int, UnsafeBufferPointer<UInt8>?, Bool) -> Void
  ) {
    guard let cells = plainCells else { return forEachComposed(rowCount, body) }
    let looksForRepeats = looksForRepeats && cells.repeatOften(rowCount)
    for row in 0..<rowCount {
      let isRepeated = looksForRepeats && row > 0 && cells.isRepeated(row)
      body(row, cell(row, of: cells), isRepeated)
    }
  }

  // MARK: - Implementation

  /// Does the same for texts that are composed of pieces, or have words to replace.
  private func forEachComposed(
    _ rowCount: Int, _ body: (Int, UnsafeBufferPointer<UInt8>?, Bool) -> Void
  ) {
    let columns = live.flatMap { parts[$0] }.filter(\.hasColumn)
    let cells = columns.compactMap(\.cells)
    let repeats = RowRepeats(cells, isReliable: cells.count == columns.count)
    let days = live.flatMap { parts[$0] }.filter(\.isDay)
    var hasText = false
    for row in 0..<rowCount {
      let isRepeated =
        repeats.isRepeated(row) && days.allSatisfy { $0.day(row) == $0.day(row - 1) }
      if !isRepeated { hasText = read(row) }
      let text = UnsafeBufferPointer(start: composed.start, count: composed.count)
      body(row, hasText ? (isGuarded ? SpreadsheetGuard.unguarded(text) : text) : nil, isRepeated)
    }
  }

  /// Composes the text of the first source that has one; false if none has.
  private func read(_ row: Int) -> Bool {
    for source in live {
      composed.count = 0
      if append(source, row) { return true }
    }
    guard let fallback, !fallback.isEmpty else { return false }
    composed.count = 0
    isInexact = false
    fallback.withUnsafeBufferPointer { composed.append(contentsOf: $0) }
    return true
  }

  /// Appends the text of one source; false if a part has none.
  private func append(_ source: Range<Int>, _ row: Int) -> Bool {
    isInexact = false
    for index in source {
      if index > source.lowerBound {
        separators[index].withUnsafeBufferPointer { composed.append(contentsOf: $0) }
      }
      // Safety: `parts` keeps them alive as long as this reader lives.
      let hasText = unretained[index]._withUnsafeGuaranteedRef { $0.append(row, to: composed) }
      guard hasText else { return false }
      if unretained[index]._withUnsafeGuaranteedRef({ $0.isInexact }) { isInexact = true }
    }
    return true
  }
}

/// Rows with the cells of the row before them, as a race's runners have its facts.
///
/// A field gives such a row the value of the row before.
struct RowRepeats {
  private let cells: [TextCells]
  private let isReliable: Bool

  /// Takes the cells that a field is read from.
  ///
  /// - Parameters:
  ///   - cells: The cells; they must outlive this value.
  ///   - isReliable: Whether these are all; if a column is not text, no row counts as repeated.
  init(_ cells: [TextCells], isReliable: Bool) {
    self.cells = cells
    self.isReliable = isReliable
  }

  /// Whether a row's cells equal the cells of the row before.
  func isRepeated(_ row: Int) -> Bool {
    guard isReliable, row > 0 else { return false }
    return cells.allSatisfy { $0.isRepeated(row) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes without blanks, and marks without width, at either end.
  @inline(__always)
  var trimmed: UnsafeBufferPointer<UInt8> {
    guard count > 0, !Self.isVisible(self[0]) || !Self.isVisible(self[count - 1]) else {
      return self
    }
    return trimmedOfAll
  }

  /// Whether a byte is ASCII and no blank, nor may be a part of one.
  @inline(__always)
  private static func isVisible(_ byte: UInt8) -> Bool { byte &- 0x21 < 0x5F }

  @inline(never)
  private var trimmedOfAll: UnsafeBufferPointer<UInt8> {
    var rest = self
    // A NUL is no blank: a text with one is refused.
    while let first = rest.first {
      let blank = 1...0x20 ~= first ? 1 : UnicodeBlank.count(atStartOf: rest)
      guard blank > 0 else { break }
      rest = UnsafeBufferPointer(rebasing: rest.dropFirst(blank))
    }
    while let last = rest.last {
      let blank = 1...0x20 ~= last ? 1 : UnicodeBlank.count(atEndOf: rest)
      guard blank > 0 else { break }
      rest = UnsafeBufferPointer(rebasing: rest.dropLast(blank))
    }
    return rest
  }

  /// Whether all bytes are ASCII.
  @inline(__always)
  var isASCII: Bool {
    var all: UInt8 = 0
    for byte in self { all |= byte }
    return all < 0x80
  }

  /// The bytes as a text for messages, cut where it is long.
  var shown: String {
    let text = String(decoding: prefix(400), as: UTF8.self)
    return text.count <= 80 ? text : "\(text.prefix(77))…"
  }
}
