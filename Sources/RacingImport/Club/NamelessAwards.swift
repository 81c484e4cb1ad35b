import ColumnStore
import Columns
import Seasons

/// Refuses earned points that were given for nothing, unless the mapping lets a file do without.
///
/// A mapping does with `activity_type: {…, optional: true}`.
struct NamelessAwards {
  let writer: StoreWriter
  let mapping: TableMapping

  /// The rows with the refusals of such points among theirs.
  func refused(in rows: CheckedRows) -> CheckedRows {
    guard mapping.feeds == .points, mapping.fields["activity_type"]?.optional != true else {
      return rows
    }
    let activities = rows.table.column(
      Field("activity_type", .coded(dictionary: "activity_type")))
    let kinds = rows.table.column(Field("kind", .coded(dictionary: "transaction_kind")))
    let earned = writer.dictionary("transaction_kind").code(TransactionKind.earned.rawValue)
    let known = Set(rows.rejects.compactMap(\.row))
    let nameless = (0..<rows.table.rowCount).filter { row in
      activities.isNull(row) && (kinds.isNull(row) || kinds.int32s[row] == earned)
        && !known.contains(row)
    }
    guard !nameless.isEmpty else { return rows }
    let rejects = nameless.map {
      Reject(
        row: $0, reason: "activity_type",
        detail: "found nothing; expected what the points were earned for")
    }
    return CheckedRows(
      table: rows.table, rejects: (rows.rejects + rejects).sorted { $0.row! < $1.row! })
  }
}
