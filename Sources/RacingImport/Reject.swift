import Columns
import TabularFiles

/// Why a source row was refused.
struct Reject: Equatable {
  /// The row among those of the header's width; nil for a record of another width.
  var row: Int?
  /// One word: the field that cannot be read, `conflict`, `no_key`, `race_size` or `width`.
  var reason: String
  /// What was found and what was expected.
  var detail: String
}

/// A refused row with its place and text in the file.
struct LocatedReject {
  let line: Int
  let reason: String
  let detail: String
  let raw: String
}

extension SourceTable {
  /// Finds the line and text of each refused row.
  func locate(_ rejects: [Reject]) -> [LocatedReject] {
    guard !rejects.isEmpty || skippedCount > 0 else { return [] }
    guard let text = file.text else {
      return rejects.map {
        LocatedReject(
          line: fileRow($0.row ?? 0) + 1, reason: $0.reason, detail: $0.detail, raw: rawRow($0))
      }
    }
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

  /// The row's number in the file.
  private func fileRow(_ row: Int) -> Int { selection.map { Int($0.rows[row]) } ?? row }

  /// A Parquet row has no text of its own; its key tells it.
  private func rawRow(_ reject: Reject) -> String {
    guard let row = reject.row, let ids = rows["race_id"], !ids.isNull(row) else { return "" }
    return "race_id " + ids.texts[row]
  }
}
