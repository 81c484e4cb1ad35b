import ColumnStore
import Columns
import Racing

/// The months that races are stored of before a file is read some months at a time.
///
/// Rows may be added without a look at stored ones where neither their months nor their races are
/// among these: there is nothing to merge, to move or to match.
struct StoredBefore {
  private let months: Set<Month>

  /// Looks at what a writer holds now.
  init(_ writer: StoreWriter) { months = Set(writer.months(of: RacingTables.races)) }

  /// Whether nothing that some rows are about is stored.
  ///
  /// - Parameters:
  ///   - order: The rows.
  ///   - writer: The writer, which may have added other rows since.
  /// - Returns: False also where a key's hash alone is among the stored ones.
  /// - Throws: ``StoreError`` when a segment cannot be read.
  func isApart(from order: RaceOrder, _ writer: StoreWriter) throws(StoreError) -> Bool {
    guard !months.isEmpty else { return true }
    guard !order.months.contains(where: { months.contains($0.month) }) else { return false }
    let races = RaceHashes(order)
    for month in months {
      guard let keys = try writer.rows(of: RacingTables.raceKeys, month) else { continue }
      guard races.rows(in: keys["key_hash"]!.int64s).isEmpty else { return false }
    }
    return true
  }

  /// Takes back all races that were added since.
  func restore(_ writer: StoreWriter) {
    for table in RunnerImport.tables { writer.removeRows(of: table, but: months) }
  }
}
