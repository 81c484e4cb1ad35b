import TabularFiles

/// What became of the rows of a file that serves others.
///
/// A row that some row of another file took is stored with it.
struct SideCounts {
  let rowCount: Int
  let duplicateCount: Int
  private let rejects: [Reject]
  private let skippedCount: Int

  init(_ fill: RaceFill) {
    rowCount = fill.source.rows.rowCount + fill.source.skippedCount
    duplicateCount = fill.duplicateCount
    rejects = fill.finalRejects
    skippedCount = fill.source.skippedCount
  }

  /// Rows count as taken where any of a lookup's joins took them.
  init(_ indices: [LookupIndex]) {
    let first = indices.first
    rowCount = (first?.rowCount ?? 0) + (first?.skippedCount ?? 0)
    skippedCount = first?.skippedCount ?? 0
    duplicateCount = first?.repeatedRows.count ?? 0
    let settled = Set((first?.repeatedRows ?? []) + (first?.conflictingRows ?? []))
    var unused = Set(first?.unusedRows ?? [])
    for index in indices.dropFirst() { unused.formIntersection(index.unusedRows) }
    let conflicts = (first?.conflictingRows ?? []).map { row in
      Reject(
        row: row, reason: "conflict",
        detail: "found a second row of this key with other values; expected one")
    }
    rejects =
      conflicts
      + unused.subtracting(settled).map { row in
        Reject(
          row: row, reason: "unused", detail: "found no row that takes its values; expected some")
      }
  }

  /// The refused rows with their places in the file, whose rows stand at a path where it is JSON.
  func located(in file: SourceFile, at rowPath: RowPath) -> [LocatedReject] {
    RejectedRows(file: file, rowPath: rowPath).located(
      rejects.sorted { $0.row! < $1.row! }, skippedCount)
  }
}
