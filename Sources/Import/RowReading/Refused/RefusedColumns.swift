import Columns

/// The columns of refused rows, looked up once for many rows, or of some consecutive rows.
package struct RefusedColumns: RandomAccessCollection {
  /// The names of the columns of text.
  static let texts = ["file", "reason", "detail", "raw", "key"]

  /// The lines, which ascend within an import.
  @usableFromInline package let lines: Buffer<Int64>

  private let ids: Buffer<Int32>
  private let texts: [TextBuffer?]
  private let first: Int
  private let table: Table

  /// Takes the rows of a `rejects` table; an empty table may lack the columns.
  package init(_ table: Table) {
    self.init(table, 0..<table.rowCount)
  }

  private init(_ table: Table, _ rows: Range<Int>) {
    self.table = table
    first = rows.lowerBound
    ids = (table["import_id"]?.int32s ?? Buffer([])).slice(rows)
    lines = (table["line"]?.int64s ?? Buffer([])).slice(rows)
    texts = Self.texts.map { table[$0]?.texts }
  }

  @inlinable package var startIndex: Int { 0 }

  @inlinable package var endIndex: Int { lines.count }

  /// Returns a row's line.
  @inlinable package func line(_ row: Int) -> Int { Int(lines[row]) }

  /// Whether a row is a record with another number of fields than its header.
  package func isOfOtherWidth(_ row: Int) -> Bool { hasReason(.otherWidth, row) }

  /// Whether a row is kept, without cells that cannot be read.
  package func isKept(_ row: Int) -> Bool { hasReason(.unreadCell, row) }

  /// Whether a row is a stream's line that is not JSON.
  package func isBrokenLine(_ row: Int) -> Bool { hasReason(.brokenLine, row) }

  /// Returns a row's text in the file; valid as long as the columns are.
  package func raw(_ row: Int) -> UnsafeBufferPointer<UInt8> { utf8(3, row) }

  /// Returns a row's key; valid as long as the columns are.
  package func key(_ row: Int) -> UnsafeBufferPointer<UInt8> { utf8(4, row) }

  /// The row at an index.
  package subscript(row: Int) -> RefusedRow {
    func text(_ index: Int) -> String { texts[index]?[first + row] ?? "" }
    return RefusedRow(
      importID: Int(ids[row]), file: text(0), line: Int(lines[row]), reason: text(1),
      detail: text(2), raw: text(3), key: text(4))
  }

  /// The table, if these are all its rows.
  package var wholeTable: Table? { count == table.rowCount ? table : nil }

  /// The import of the first row.
  package var importID: Int { Int(ids[0]) }

  /// The rows of each import, as runs of consecutive rows.
  package var runs: [RefusedColumns] {
    var runs: [RefusedColumns] = []
    var start = 0
    for row in indices where row + 1 == count || ids[row + 1] != ids[row] {
      runs.append(RefusedColumns(table, first + start..<first + row + 1))
      start = row + 1
    }
    return runs
  }

  /// The indices in the order of the lines.
  package var byLine: [Int32] {
    let places = indices.map { Int32($0) }
    let isSorted = indices.dropFirst().allSatisfy { lines[$0 - 1] <= lines[$0] }
    return isSorted ? places : places.sorted { lines[Int($0)] < lines[Int($1)] }
  }

  // MARK: - Implementation

  private func hasReason(_ reason: RejectReason, _ row: Int) -> Bool {
    utf8(1, row).elementsEqual(reason.rawValue.utf8)
  }

  private func utf8(_ column: Int, _ row: Int) -> UnsafeBufferPointer<UInt8> {
    // Safety: the columns hold the bytes, and no row is beyond their count.
    texts[column]?.utf8(first + row) ?? UnsafeBufferPointer(start: nil, count: 0)
  }
}

/// A walk over ascending lines, in step with a file's records.
package struct LineWalk {
  @usableFromInline let lines: Buffer<Int64>
  @usableFromInline var next = 0

  /// Begins at the first line.
  @inlinable package init(_ lines: Buffer<Int64>) { self.lines = lines }

  /// Returns a line's index among the lines, or nil; the lines must ascend from call to call.
  @inlinable package mutating func place(of line: Int) -> Int? {
    while next < lines.count, lines[next] < line { next += 1 }
    return next < lines.count && lines[next] == line ? next : nil
  }
}
