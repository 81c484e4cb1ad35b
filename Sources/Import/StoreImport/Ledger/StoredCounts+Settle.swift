import RowReading

extension StoredCounts {
  /// Passes on the refused rows with their keys, and finds the open rows that the accepted rows
  /// contain.
  ///
  /// - Parameters:
  ///   - refused: The refused rows, in any order.
  ///   - keys: The keys of all rows; nil where they have none.
  ///   - open: The rows that earlier imports of the source refused.
  ///   - take: Receives each refused row once, and each row that is kept without a cell, in the
  ///     order of their lines.
  mutating func settle(
    _ refused: RefusedColumns, _ keys: RowKeys?, among open: OpenRefusals?,
    _ take: (RefusedRow) -> Void
  ) {
    var places = RowSet()
    for index in refused.indices where !refused.isKept(index) {
      places.insert(refused.line(index))
    }
    for index in refused.byLine {
      let row = refused[Int(index)]
      if refused.isKept(Int(index)) {
        guard !places.contains(row.row) else { continue }
        incomplete += 1
        doubts.unreadCells.note(row.detail)
      }
      take(keys?.keyed(row) ?? row)
    }
    if let keys, let open { brought = open.brought(by: keys, except: places) }
  }
}
