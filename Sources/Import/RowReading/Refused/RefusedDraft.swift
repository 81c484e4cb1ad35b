import ColumnStore
import Columns
import Racing

/// Refused rows before they are stored, in the layout of the `rejects` table.
///
/// The last rows are in memory; beyond a bound the others are in unnamed files, so that nothing is
/// left of them however the process ends. Until a row is located, its line is its number among the
/// rows that were read.
package final class RefusedDraft {
  /// Bytes in memory, about a hundred thousand rows; beyond that they go to disk.
  package static let bound = Limits.refusedBytes

  /// The number of rows.
  package private(set) var count = 0
  /// The number of rows by reason.
  package private(set) var reasons: [String: Int] = [:]

  private let writer: StoreWriter?
  private let bound: Int
  private let longest: Int
  private var ids = ValueDraft<Int32>()
  private var lines = ValueDraft<Int64>()
  private var texts = RefusedColumns.texts.map { _ in TextDraft() }
  /// The first failure; no row is added after it.
  private var failure: StoreError?

  /// Makes an empty list.
  ///
  /// - Parameters:
  ///   - writer: The writer; its store holds the files; nil to keep all rows in memory.
  ///   - bound: The number of bytes in memory.
  ///   - longest: The maximum number of bytes in a column of text.
  package init(
    _ writer: StoreWriter? = nil, bound: Int = RefusedDraft.bound,
    longest: Int? = nil
  ) {
    (self.writer, self.bound, self.longest) = (
      writer, bound, longest ?? Limits.refusedTextBytes
    )
  }

  /// The number of rows that are kept without a cell.
  var keptCount: Int { reasons[RejectReason.unreadCell.rawValue] ?? 0 }

  /// Whether some rows are on disk.
  var isOnDisk: Bool { lines.isOnDisk }

  /// Adds a row; if that fails, ``rows()`` throws.
  ///
  /// - Parameter row: The row; its line is its number until it is located.
  package func append(_ row: RefusedRow) {
    guard failure == nil else { return }
    do throws(StoreError) { try add(row) } catch { failure = error }
  }

  /// Returns the rows so far.
  ///
  /// - Throws: ``StoreError`` `.io` when the disk was full, `.tooMuch` for more than a segment can
  ///   hold.
  package func rows() throws(StoreError) -> Table {
    if let failure { throw failure }
    if isOnDisk { try moveToDisk() }
    var named: [(name: String, column: Column)] = [
      ("import_id", Column(.int32, .int32(try ids.values()))), ("file", try texts[0].column()),
      ("line", Column(.int64, .int64(try lines.values()))),
    ]
    for (name, text) in zip(RefusedColumns.texts, texts).dropFirst() {
      named.append((name, try text.column()))
    }
    return Table(named)
  }

  /// Returns the rows from a line on, with lines counted from it; the lines must ascend.
  func renumbered(from line: Int) -> RefusedDraft {
    let rest = RefusedDraft(writer, bound: bound, longest: longest)
    guard count > 0 else { return rest }
    do throws(StoreError) {
      let rows = RefusedColumns(try rows())
      for index in rows.indices.partitionPoint(where: { rows.line($0) >= line })..<rows.count {
        var row = rows[index]
        row.line -= line
        rest.append(row)
      }
    } catch { rest.failure = error }
    return rest
  }

  // MARK: - Implementation

  private func add(_ row: RefusedRow) throws(StoreError) {
    for (index, text) in [row.file, row.reason, row.detail, row.raw, row.key].enumerated() {
      guard texts[index].append(text, upTo: longest) else {
        // Segments are by the month of the import.
        throw .tooMuch(
          store: writer?.store ?? "memory",
          found: "more than \(longest) bytes of \(RefusedColumns.texts[index]) among this month's "
            + "refused rows of all imports",
          expected: "less: undo an import that refused most of its rows, or mend its mapping")
      }
    }
    ids.append(Int32(row.importID))
    lines.append(Int64(row.line))
    count += 1
    reasons[row.reason, default: 0] += 1
    let inMemory = texts.reduce(ids.bytesInMemory + lines.bytesInMemory) { $0 + $1.bytesInMemory }
    if inMemory > bound { try moveToDisk() }
  }

  private func moveToDisk() throws(StoreError) {
    guard let writer else { return }
    try ids.moveToDisk(writer)
    try lines.moveToDisk(writer)
    for index in texts.indices { try texts[index].moveToDisk(writer) }
  }
}
