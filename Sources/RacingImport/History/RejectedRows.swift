import TabularFiles

/// Finds the lines and texts of a file's refused rows.
struct RejectedRows {
  let file: SourceFile
  /// Where the rows of a JSON document stand.
  let rowPath: RowPath
  /// Which of the file's rows were read; nil for all.
  var selection: RowSelection?

  /// The refused rows with their places, and with them the records of another width.
  ///
  /// - Parameters:
  ///   - rejects: Rows among those that were read.
  ///   - skippedCount: How many records have another width than the header.
  /// - Returns: Lines count from the header as 1; rows of other files than CSV from 1.
  func located(_ rejects: [Reject], _ skippedCount: Int) -> [LocatedReject] {
    guard !rejects.isEmpty || skippedCount > 0 else { return [] }
    guard let text = file.text else { return inOrder(rejects) }
    let byRow = Dictionary(
      rejects.compactMap { reject in reject.row.map { (fileRow($0), reject) } },
      uniquingKeysWith: { a, _ in a })
    let records = RowRecords(text.bytes)
    var located: [LocatedReject] = []
    for (record, row) in records {
      guard let row else {
        guard selection?.lines.contains(record.line) ?? true else { continue }
        located.append(
          LocatedReject(
            line: record.line, reason: "width",
            detail: "found \(record.fieldCount) fields; expected \(records.width)",
            raw: records.text(record)))
        continue
      }
      if let reject = byRow[row] {
        located.append(
          LocatedReject(
            line: record.line, reason: reject.reason, detail: reject.detail,
            raw: records.text(record)))
      }
    }
    return located
  }

  // MARK: - Implementation

  /// The row's number in the file.
  private func fileRow(_ row: Int) -> Int { selection.map { Int($0.rows[row]) } ?? row }

  private func inOrder(_ rejects: [Reject]) -> [LocatedReject] {
    let rows = rejects.map { fileRow($0.row ?? 0) }
    // What was read once can be read again; a text that is lost then costs nothing but itself.
    let texts = (try? file.rowText(rows, at: rowPath)) ?? []
    return rejects.indices.map { index in
      LocatedReject(
        line: rows[index] + 1, reason: rejects[index].reason, detail: rejects[index].detail,
        raw: rejects[index].key ?? (index < texts.count ? texts[index] : ""))
    }
  }
}

extension SourceTable {
  /// Finds the line and text of each refused row.
  func locate(_ rejects: [Reject]) -> [LocatedReject] {
    let rows = RejectedRows(file: file, rowPath: mapping.rowPath, selection: selection)
    return rows.located(keyed(rejects), skippedCount)
  }

  /// Refused rows with their race's key where they have no text of their own, as in Parquet.
  func keyed(_ rejects: [Reject]) -> [Reject] {
    guard file.text == nil, !file.kind.isJSON, let ids = rows["race_id"] else { return rejects }
    return rejects.map { reject in
      guard let row = reject.row, !ids.isNull(row) else { return reject }
      var reject = reject
      reject.key = "race_id " + ids.texts[row]
      return reject
    }
  }
}
