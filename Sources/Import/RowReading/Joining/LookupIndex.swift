import Columns
import Mappings

/// A joined table's rows by the text of their key columns.
package final class LookupIndex {
  let columnNames: [String]
  let rowCount: Int
  let skippedCount: Int
  /// Rows that repeat an earlier one, and rows whose key had other values before.
  private(set) var repeatedRows: [Int] = []
  private(set) var conflictingRows: [Int] = []

  private let keys: [String]
  private let table: Table
  private var rowsByKey: [[UInt8]: Int32] = [:]
  /// By value of the key's texts; −1 if several keys have it.
  private var rowsByValue: [[UInt8]: Int32] = [:]
  private var isTaken: [Bool]
  /// Keys of other files that differ from those of the rows in leading zeros.
  private var otherSpellings = RowDoubts.Kind()
  private var noted: Set<[UInt8]> = []

  init(_ source: SideTables.Joined, keys: [String]) {
    self.keys = keys
    table = source.rows.tables.isEmpty ? Table([]) : Table.concatenated(source.rows.tables)
    columnNames = source.columnNames
    rowCount = table.rowCount
    skippedCount = source.rows.skippedCount
    isTaken = Array(repeating: false, count: table.rowCount)
    let content = RowContent(table)
    for row in 0..<table.rowCount {
      guard let key = Self.key(keys, table, row) else { continue }
      guard let first = rowsByKey[key] else {
        rowsByKey[key] = Int32(row)
        let value = Self.key(keys, table, row, byValue: true)!
        rowsByValue[value] = rowsByValue[value] == nil ? Int32(row) : -1
        continue
      }
      if content.isSame(Int(first), row) {
        repeatedRows.append(row)
      } else {
        conflictingRows.append(row)
      }
    }
  }

  /// Rows that no other file's row took, and that are neither repeated nor conflicting.
  var unusedRows: [Int] {
    let others = Set(repeatedRows + conflictingRows)
    return isTaken.indices.filter { !isTaken[$0] && !others.contains($0) }
  }

  /// Returns the rows with this table's columns added, named `table.column`; null where no row
  /// fits.
  func joining(_ rows: Table, _ join: JoinMapping) -> Table {
    let own = join.on.map(\.own)
    let indices = (0..<rows.rowCount).map { row -> Int32 in
      guard let found = self.row(own, rows, row), found >= 0 else { return -1 }
      isTaken[Int(found)] = true
      return found
    }
    return Table(
      fields: rows.fields + table.fields.map { Field(join.table + "." + $0.name, $0.type) },
      columns: rows.columns + table.columns.map { $0.gathered(indices) }, rowCount: rows.rowCount)
  }

  /// Counts the rows of a lookup; those that some join took count as stored.
  ///
  /// - Parameters:
  ///   - indices: The lookup's rows, by each join key.
  ///   - draft: Receives the rows that no join took.
  /// - Returns: The counts.
  package static func counts(of indices: [LookupIndex], refusedTo draft: RefusedDraft)
    -> StoredCounts
  {
    guard let first = indices.first else { return StoredCounts() }
    var unused = Set(first.unusedRows)
    for index in indices.dropFirst() { unused.formIntersection(index.unusedRows) }
    for row in first.conflictingRows {
      draft.append(
        RefusedRow(
          row: row, .conflict,
          detail: "found a second row of this key with other values; expected one"))
    }
    let settled = Set(first.repeatedRows + first.conflictingRows)
    for row in unused.subtracting(settled) {
      draft.append(
        RefusedRow(
          row: row, .unused, detail: "found no row that uses its values; expected some"))
    }
    var counts = StoredCounts(
      ofSideRows: first.rowCount, duplicates: first.repeatedRows.count, refused: draft.count,
      skipped: first.skippedCount)
    for index in indices { counts.doubts.spellings += index.otherSpellings }
    return counts
  }

  /// Returns the row of a key, or of the only key with the same value.
  private func row(_ columns: [String], _ rows: Table, _ row: Int) -> Int32? {
    guard let key = Self.key(columns, rows, row) else { return nil }
    if let found = rowsByKey[key] { return found }
    guard let found = rowsByValue[Self.key(columns, rows, row, byValue: true)!] else { return nil }
    if found >= 0, noted.insert(key).inserted {
      for (own, other) in zip(columns, keys) {
        let (text, known) = (Self.text(own, rows, row), Self.text(other, table, Int(found)))
        if IdentifierValue.differInZeros(text, known) {
          otherSpellings.note("\(other) \(text) and \(known)")
        }
      }
    }
    return found
  }

  private static func text(_ name: String, _ table: Table, _ row: Int) -> String {
    String(decoding: table[name]!.cellText(row), as: UTF8.self)
  }

  /// Joins the key's texts, each with its length; nil if one is missing, or may be rounded.
  private static func key(
    _ columns: [String], _ table: Table, _ row: Int, byValue: Bool = false
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    for name in columns {
      guard let column = table[name], !column.isNull(row), !column.isInexact(row) else {
        return nil
      }
      var text = column.cellText(row)
      guard !text.isEmpty else { return nil }
      if byValue { text = text.withUnsafeBufferPointer { IdentifierValue.of($0) } ?? text }
      withUnsafeBytes(of: Int32(text.count)) { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: text)
    }
    return bytes
  }
}
