/// Consecutive rows of one month between two changes of membership.
struct LedgerPiece {
  let month: Int
  let rows: Range<Int>
  /// The number of membership changes before these rows.
  let epoch: Int

  /// The maximum number of rows in a piece: enough to be worth a summary, few enough to scan again.
  private static let longest = 1 << 16

  /// Cuts a ledger at the changes of membership.
  ///
  /// - Parameters:
  ///   - months: The ledger.
  ///   - changes: The changes, in time order.
  ///   - end: The exclusive upper bound of the rows' times.
  /// - Returns: Pieces in time order; none is empty.
  static func cut(_ months: [LedgerMonth], at changes: [MembershipChange], end: Int64)
    -> [LedgerPiece]
  {
    var pieces: [LedgerPiece] = []
    var epoch = 0
    for (index, month) in months.enumerated() {
      let last = end == .max ? month.times.count : month.firstRow(from: end)
      var row = 0
      while row < last {
        while epoch < changes.count, changes[epoch].at <= month.times[row] { epoch += 1 }
        let next = epoch < changes.count ? month.firstRow(from: changes[epoch].at) : last
        // With times out of order, the next change might lie before this row.
        let stop = min(last, max(next, row + 1), row + longest)
        pieces.append(LedgerPiece(month: index, rows: row..<stop, epoch: epoch))
        row = stop
      }
    }
    return pieces
  }

  /// The rows, in chunks.
  var chunks: some Sequence<Range<Int>> {
    stride(from: rows.lowerBound, to: rows.upperBound, by: LedgerChunk.rowCount).map {
      $0..<min(rows.upperBound, $0 + LedgerChunk.rowCount)
    }
  }
}
