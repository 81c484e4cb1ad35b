import ColumnStore
import Columns
import EntityReports
import RunnerKeys

/// The number of runners under each spelling of a name, without aliases.
package struct NameCounts {
  private let counts: [String: Int]

  /// Counts a store's runners.
  ///
  /// - Parameters:
  ///   - role: A coded field of runners or races, such as `jockey`.
  ///   - snapshot: The store's state.
  /// - Throws: ``ReportError`` `.store` when races or runners are damaged.
  package init(_ role: String, _ snapshot: Snapshot) throws(ReportError) {
    var columns = KeyColumns(months: try snapshot.monthViews(), snapshot: snapshot)
    let column = columns.namedColumn(role)
    guard columns.areSound else { throw .store(snapshot.damage(in: ReportJob.tables)) }
    try snapshot.confirmReports()
    var byCode = [Int](repeating: 0, count: column.names.count)
    for codes in column.months {
      for code in codes where code >= 0 { byCode[Int(code)] += 1 }
    }
    counts = Dictionary(
      uniqueKeysWithValues: byCode.indices.map { (column.names[$0], byCode[$0]) })
  }

  /// The number of runners with a spelling.
  package subscript(spelling: String) -> Int { counts[spelling] ?? 0 }
}
