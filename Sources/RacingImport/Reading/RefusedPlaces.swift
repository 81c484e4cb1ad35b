import TabularFiles

/// The places of a file's refused rows: their lines and texts.
struct RefusedPlaces {
  let file: SourceFile
  /// The path of a JSON document's rows.
  let rowPath: RowPath
  /// The file's rows that were read; nil for all.
  var selection: RowSelection?

  /// Locates refused rows, and adds the records of another width.
  ///
  /// Lines count from the header as 1; rows of other files than CSV from 1.
  ///
  /// - Parameters:
  ///   - rejects: Rows among those that were read, in their order.
  ///   - skippedCount: The number of records of another width than the header's.
  ///   - take: Takes each row.
  /// - Throws: The error of `take`.
  func locate<Failure>(
    _ rejects: RefusedColumns, _ skippedCount: Int,
    _ take: (RefusedRow) throws(Failure) -> Void
  ) throws(Failure) {
    guard !rejects.isEmpty || skippedCount > 0 else { return }
    guard let text = file.text else { return try locateInOrder(rejects, take) }
    var next = 0
    let records = RowRecords(text)
    for (record, row) in records {
      var refused: RefusedRow
      if let row {
        guard next < rejects.count, fileRow(rejects.line(next)) == row else { continue }
        refused = rejects[next]
        // The first of several reasons counts.
        repeat { next += 1 } while next < rejects.count && fileRow(rejects.line(next)) == row
      } else {
        guard selection?.lines.contains(record.line) ?? true else { continue }
        refused = RefusedRow(
          row: 0, reason: RefusedRow.otherWidth,
          detail: "found \(record.fieldCount) fields; expected \(records.width)")
      }
      refused.line = record.line
      refused.raw = records.text(record)
      try take(refused)
    }
  }

  // MARK: - Implementation

  /// Returns the row's number in the file.
  private func fileRow(_ row: Int) -> Int { selection.map { Int($0.rows[row]) } ?? row }

  private func locateInOrder<Failure>(
    _ rejects: RefusedColumns, _ take: (RefusedRow) throws(Failure) -> Void
  ) throws(Failure) {
    let rows = rejects.indices.map { fileRow(rejects.line($0)) }
    // A file that was read once can be read again; a failure costs the texts alone.
    let texts = (try? file.rowText(rows, at: rowPath)) ?? []
    for index in rejects.indices {
      var refused = rejects[index]
      refused.line = rows[index] + 1
      if refused.raw.isEmpty, index < texts.count { refused.raw = texts[index] }
      if file.brokenLines.indices.contains(rows[index]) {
        (refused.reason, refused.detail) = ("broken_line", file.brokenLines[rows[index]])
      }
      try take(refused)
    }
  }
}

extension SourceTable {
  /// Gives refused rows their race's key as a text where the file has none, as Parquet.
  func keyed(_ rejects: [RefusedRow]) -> [RefusedRow] {
    guard file.text == nil, !file.kind.isJSON, let ids = rows["race_id"] else { return rejects }
    return rejects.map { refused in
      guard !ids.isNull(refused.row) else { return refused }
      var refused = refused
      refused.raw = "race_id " + ids.texts[refused.row]
      return refused
    }
  }
}
