import Columns
import Foundation
import TabularFiles

/// Rows of a journal, or of its bodies; the first two columns identify their line.
struct JournalRows {
  let count: Int
  private let cells: [TextCells]
  /// The owners of the cells' memory.
  private let columns: [Column]

  init(_ tables: [Table]) {
    let table = tables.count == 1 ? tables[0] : tables.isEmpty ? nil : Table.concatenated(tables)
    columns = table?.columns ?? []
    // Columns of JSON are text.
    cells = columns.map { TextCells($0)! }
    count = table?.rowCount ?? 0
  }

  /// Reads the rows at a path of a text in memory; nil if it is malformed.
  init?(_ text: Data, columns: [String], rows: RowPath) {
    let file = SourceFile(json: Array(text), name: "body")
    guard let read = try? file.read(columns: columns, rows: rows, threads: 1) else { return nil }
    self.init(read.tables)
  }

  subscript(row: Int, column: Int) -> String? {
    cell(row, column) { String(decoding: $0, as: UTF8.self) }
  }

  func has(_ row: Int, _ column: Int) -> Bool { cell(row, column) { _ in true } ?? false }

  /// Returns the first of some columns with an id: no empty text, object or list.
  func idColumn(_ row: Int, of columns: ClosedRange<Int>) -> Int? {
    columns.first { column in
      cell(row, column) { bytes in
        bytes.contains { $0 > 32 } && !bytes.elementsEqual("{…}".utf8)
          && !bytes.elementsEqual("[…]".utf8)
      } ?? false
    }
  }

  /// Whether a flag is 1 or true.
  func isSet(_ row: Int, _ column: Int) -> Bool {
    cell(row, column) { $0.elementsEqual("1".utf8) || $0.elementsEqual("true".utf8) } ?? false
  }

  /// Whether two rows have the same cell.
  func isSame(_ row: Int, as other: Int, of rows: JournalRows, _ column: Int) -> Bool {
    withExtendedLifetime((columns, rows.columns)) {
      TextCells.areSame(cells[column].raw(row), rows.cells[column].raw(other))
    }
  }

  /// Describes why a row is not a line of a journal.
  func lack(_ row: Int) -> String {
    let absent = [
      self[row, 0] == nil ? "request" : nil, number(row, 1) == nil ? "fetched_at" : nil,
      day(row, 2) == nil ? "day" : nil,
    ].compactMap { $0 }
    let place = self[row, 0].map { " (request \($0))" } ?? ""
    return "a line without \(absent.joined(separator: ", "))\(place)"
  }

  func number(_ row: Int, _ column: Int) -> Int64? {
    cell(row, column) {
      // Fast path: a fetch writes only digits.
      Int64(digits: $0, atMost: 18) ?? Int64(String(decoding: $0, as: UTF8.self))
    }
  }

  func day(_ row: Int, _ column: Int) -> Day? { cell(row, column) { Day(iso: $0) } }

  /// Calls `body` with each row and the number of its line, both in the journal's order.
  func forEach(of lines: JournalRows, _ body: (_ row: Int, _ line: Int) -> Void) {
    var line = 0
    for row in 0..<count {
      while line < lines.count, !isNamed(row, as: line, in: lines) { line += 1 }
      guard line < lines.count else { return }
      body(row, line)
    }
  }

  // MARK: - Implementation

  /// Whether a row belongs to a line; only a line with a checksum has a body.
  private func isNamed(_ row: Int, as line: Int, in lines: JournalRows) -> Bool {
    isSame(row, as: line, of: lines, 0) && isSame(row, as: line, of: lines, 1)
      && lines.has(line, 7)
  }

  /// Returns a function of a cell; nil if the cell is null.
  @inline(__always)
  private func cell<Value>(
    _ row: Int, _ column: Int, _ value: (UnsafeBufferPointer<UInt8>) -> Value?
  )
    -> Value?
  {
    // Safety: the cell's bytes are in the columns, which live until `value` has returned.
    withExtendedLifetime(columns) { cells[column][row].flatMap(value) }
  }
}
