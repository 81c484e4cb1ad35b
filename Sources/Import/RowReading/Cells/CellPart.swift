import Columns
import ColumnStore
import Foundation
import Mappings
import TabularFiles

/// One piece of a cell's text.
final class CellPart {
  /// The batch's column that it is read from, if that is not text.
  private var column: Column?
  /// Whether that column holds points in time without a zone.
  private(set) var isLocalTime = false
  /// Whether the text appended last is a number that may have been rounded.
  @exclusivity(unchecked)
  private(set) var isInexact = false
  /// The batch's cells that it is read from, if these are text.
  @exclusivity(unchecked)
  private(set) var cells: TextCells?
  /// The batch's cells that it is read from, if their texts come from a list.
  private var listed: ListedCells?
  private let columnName: String?
  /// Whether it is the row's day.
  let isDay: Bool
  /// The days of the batch's rows, and its first row among them.
  private var days: (column: FieldColumn?, first: Int) = (nil, 0)
  /// The last row's day, and its reading.
  private var lastDay: (day: Day?, reading: [UInt8]?) = (nil, nil)
  private let literal: [UInt8]
  private let empty: Set<[UInt8]>
  private let words: [[UInt8]: [UInt8]]
  private let patterns: [WordPattern]
  private let cuts: [CellCut]
  private let isPlain: Bool
  /// Texts that were read, with their readings: columns of words hold few.
  private let known = DictionaryEncoder.ofKeys()
  /// By the text's code.
  private let readings = KnownReadings()
  /// The last row of the batch whose text was looked up, and its reading.
  @exclusivity(unchecked)
  private var last = (row: -1, code: 0)

  /// The maximum number of known texts, and of bytes of each.
  private static let mostKnown = (texts: 1 << 14, bytes: 1 << 10)

  init(_ mapping: ColumnMapping) {
    isDay = mapping.isDay
    columnName = mapping.literal == nil && !isDay ? mapping.column : nil
    literal = Array((mapping.literal ?? "").utf8)
    empty = Set(mapping.empty.map { Array($0.utf8) })
    let exact = mapping.words.filter { !$0.key.contains("*") }
    words = Dictionary(
      uniqueKeysWithValues: exact.map { (Array($0.key.utf8), Array($0.value.utf8)) })
    // The longest pattern is the most specific one, so it is tried first.
    patterns = mapping.words.filter { $0.key.contains("*") }
      .map { WordPattern($0.key, $0.value) }
      .sorted { ($0.text.count, $1.pattern) > ($1.text.count, $0.pattern) }
    cuts = CellCut.list(mapping)
    isPlain = empty.isEmpty && words.isEmpty && patterns.isEmpty && cuts.isEmpty
  }

  /// Switches to the next batch of rows, which must outlive its reading.
  ///
  /// - Parameters:
  ///   - batch: The rows.
  ///   - days: The days of the file's rows, for a part that is the day.
  ///   - first: The batch's first row among them.
  func use(_ batch: RowBatch, days: FieldColumn?, from first: Int) {
    self.days = (days, first)
    column = columnName.flatMap { batch.column($0) }
    isLocalTime = columnName.map(batch.isLocalTime) ?? false
    listed = columnName.flatMap { batch.listedCells($0) }
    cells = listed?.cells ?? columnName.flatMap { batch.cells($0) }
    last.row = -1
    isInexact = false
  }

  /// Whether it is read from a column, not a literal of the mapping or the row's day.
  var hasColumn: Bool { columnName != nil }

  /// Whether no row of the batch has a text in the column.
  var isAbsent: Bool { hasColumn && column == nil && cells == nil }

  /// The column, if it is one of a table and its values are read unchanged.
  var plainColumn: Column? { isPlain ? column : nil }

  /// The cells, if their text is read unchanged.
  var plainCells: TextCells? { isPlain ? cells : nil }

  /// The list of the cells' texts, if these are read unchanged.
  var plainList: ListedTexts? { isPlain ? listed?.list : nil }

  /// Appends the cell's text; false where there is none.
  func append(_ row: Int, to text: GrowingMemory<UInt8>) -> Bool {
    if isDay {
      guard let day = day(row) else { return false }
      if day != lastDay.day { lastDay = (day, reading(of: Array(day.iso.utf8))) }
      return Self.append(lastDay.reading, to: text)
    }
    guard columnName != nil else {
      literal.withUnsafeBufferPointer { text.append(contentsOf: $0) }
      return true
    }
    if let cells {
      guard let cell = cells[row]?.trimmed else { return false }
      if isPlain {
        text.append(contentsOf: cell)
        return !cell.isEmpty
      }
      guard let code = code(of: cell, cells, row) else {
        return Self.append(reading(of: Array(cell)), to: text)
      }
      guard let reading = readings[code] else { return false }
      text.append(contentsOf: reading)
      return true
    }
    guard let column, !column.isNull(row) else { return false }
    isInexact = column.isInexact(row)
    return Self.append(reading(of: column.cellText(row)), to: text)
  }

  /// Returns the day of one of the batch's rows.
  func day(_ row: Int) -> Day? { days.column?.day(days.first + row) }

  // MARK: - Implementation

  /// Returns the number of a text's reading; nil for a long text, or if too many are known.
  @inline(__always)
  private func code(of cell: UnsafeBufferPointer<UInt8>, _ cells: TextCells, _ row: Int) -> Int? {
    // Flags and a race's facts mostly equal those of the row before.
    if row > 0, last.row == row - 1, cells.isRepeated(row) {
      last.row = row
      return last.code
    }
    guard readings.count < Self.mostKnown.texts, cell.count <= Self.mostKnown.bytes,
      let code = known.code(cell)
    else { return nil }
    if Int(code) == readings.count { readings.append(reading(of: Array(cell))) }
    last = (row, Int(code))
    return Int(code)
  }

  private static func append(_ reading: [UInt8]?, to text: GrowingMemory<UInt8>) -> Bool {
    guard let reading else { return false }
    reading.withUnsafeBufferPointer { text.append(contentsOf: $0) }
    return true
  }

  /// Returns a text's reading; nil for none.
  private func reading(of cell: [UInt8]) -> [UInt8]? {
    var cell = cell
    for cut in cuts {
      guard let rest = cut.taken(from: cell) else { return nil }
      cell = rest
    }
    guard !cell.isEmpty, !empty.contains(cell) else { return nil }
    if let word = words[cell] ?? patterns.first(where: { $0.matches(cell) })?.meaning {
      return word.isEmpty ? nil : word
    }
    return cell
  }
}

/// A step that cuts a piece out of a text.
enum CellCut {
  case prefix([UInt8])
  case suffix([UInt8])
  case between(open: UInt8, close: UInt8)
  case split(by: [UInt8], part: Int)
  case match(CellPattern)
  case letters(ColumnMapping.LetterCase)

  /// Returns the steps of a column, in the order that the documentation gives.
  static func list(_ mapping: ColumnMapping) -> [CellCut] {
    var cuts: [CellCut] = []
    if let split = mapping.split { cuts.append(.split(by: Array(split.by.utf8), part: split.part)) }
    if let match = mapping.match.flatMap({ try? CellPattern($0) }) { cuts.append(.match(match)) }
    if let prefix = mapping.stripPrefix { cuts.append(.prefix(Array(prefix.utf8))) }
    if let suffix = mapping.stripSuffix { cuts.append(.suffix(Array(suffix.utf8))) }
    if let marks = mapping.between {
      cuts.append(.between(open: Array(marks[0].utf8)[0], close: Array(marks[1].utf8)[0]))
    }
    if let letters = mapping.letters { cuts.append(.letters(letters)) }
    return cuts
  }

  /// Returns the piece of a text, without blanks at either end; nil if the text lacks it.
  func taken(from cell: [UInt8]) -> [UInt8]? {
    switch self {
    case .prefix(let prefix):
      return cell.starts(with: prefix) ? Self.trimmed(cell.dropFirst(prefix.count)) : cell
    case .suffix(let suffix):
      let isThere = cell.count > suffix.count && cell.suffix(suffix.count).elementsEqual(suffix)
      return isThere ? Self.trimmed(cell.dropLast(suffix.count)) : cell
    case .between(let open, let close):
      guard let end = cell.lastIndex(of: close), let start = cell[..<end].lastIndex(of: open)
      else { return nil }
      return Self.trimmed(cell[(start + 1)..<end])
    case .split(let by, let part):
      let pieces = Self.pieces(of: cell, by: by)
      let index = part > 0 ? part - 1 : pieces.count + part
      return pieces.indices.contains(index) ? Self.trimmed(cell[pieces[index]]) : nil
    case .match(let pattern):
      // Bytes that are not UTF-8 stay unchanged, and are refused later.
      guard let text = String(validating: cell, as: UTF8.self) else { return cell }
      return pattern.firstMatch(in: text).map { Self.trimmed(Array($0.utf8)[...]) }
    case .letters(let letters):
      guard let text = String(validating: cell, as: UTF8.self) else { return cell }
      return Array((letters == .upper ? text.uppercased() : text.lowercased()).utf8)
    }
  }

  /// Returns the ranges between the marks.
  private static func pieces(of cell: [UInt8], by mark: [UInt8]) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = 0
    var next = 0
    while next + mark.count <= cell.count {
      if cell[next] == mark[0], cell[next..<(next + mark.count)].elementsEqual(mark) {
        pieces.append(start..<next)
        next += mark.count
        start = next
      } else {
        next += 1
      }
    }
    return pieces + [start..<cell.count]
  }

  private static func trimmed(_ cell: ArraySlice<UInt8>) -> [UInt8] {
    let bytes = Array(cell)
    return bytes.withUnsafeBufferPointer { Array($0.trimmed) }
  }
}

/// A word with `*` at one end or both.
private struct WordPattern {
  let pattern: String
  let text: [UInt8]
  let meaning: [UInt8]
  private let opensFree: Bool
  private let endsFree: Bool

  init(_ pattern: String, _ meaning: String) {
    self.pattern = pattern
    opensFree = pattern.hasPrefix("*")
    endsFree = pattern.hasSuffix("*")
    text = Array(pattern.utf8.filter { $0 != UInt8(ascii: "*") })
    self.meaning = Array(meaning.utf8)
  }

  func matches(_ cell: [UInt8]) -> Bool {
    if text.isEmpty { return true }
    guard cell.count >= text.count else { return false }
    if opensFree && endsFree {
      return (0...(cell.count - text.count)).contains {
        cell[$0..<($0 + text.count)].elementsEqual(text)
      }
    }
    return opensFree ? cell.suffix(text.count).elementsEqual(text) : cell.starts(with: text)
  }
}

extension Column {
  /// Whether a cell is a double of 2⁵³ or more, where two whole numbers may be the same double.
  func isInexact(_ row: Int) -> Bool {
    guard case .double(let buffer) = values else { return false }
    return buffer[row].magnitude >= 0x1p53
  }

  /// Returns a cell as text, as a CSV file would hold it; empty for NaN.
  package func cellText(_ row: Int) -> [UInt8] {
    switch values {
    case .text(let text): Array(text.utf8(row).trimmed)
    case .int16(let buffer): Array(String(buffer[row]).utf8)
    case .int32(let buffer):
      Array((type == .date ? Day(buffer[row]).iso : String(buffer[row])).utf8)
    case .int64(let buffer): Array(String(buffer[row]).utf8)
    case .double(let buffer): buffer[row].isNaN ? [] : Array(String(buffer[row]).utf8)
    case .boolean(let bits): Array((bits[row] ? "true" : "false").utf8)
    }
  }
}

/// The readings of texts by their codes: bytes, or nothing.
final class KnownReadings {
  private let bytes = GrowingMemory<UInt8>()
  /// The end of each reading; for none, −1 minus the end of the one before.
  private let ends = GrowingMemory<Int>()

  /// The number of readings.
  var count: Int { ends.count }

  /// Adds the next text's reading.
  func append(_ reading: [UInt8]?) {
    reading?.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    ends.grow(by: 1).pointee = reading == nil ? -bytes.count - 1 : bytes.count
  }

  /// A text's reading, valid until the next is added; nil for none.
  @inline(__always)
  subscript(code: Int) -> UnsafeBufferPointer<UInt8>? {
    precondition(code >= 0 && code < ends.count, "no such code")
    let end = ends.start[code]
    guard end >= 0 else { return nil }
    // Safety: readings lie one behind the other, in the order of their codes.
    let before = code == 0 ? 0 : ends.start[code - 1]
    let start = before < 0 ? -before - 1 : before
    return UnsafeBufferPointer(start: bytes.start + start, count: end - start)
  }
}
