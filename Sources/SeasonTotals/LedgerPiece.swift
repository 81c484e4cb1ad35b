/// Rows of one month between two changes of membership, in one piece.
struct LedgerPiece {
  let month: Int
  let rows: Range<Int>
  /// How many changes of membership have happened before.
  let epoch: Int

  /// How many rows a piece has at most: enough to be worth a summary, few to be looked through again.
  private static let longest = 1 << 16

  /// Cuts a ledger at the changes of membership.
  ///
  /// - Parameters:
  ///   - months: The ledger.
  ///   - changes: The changes, in time order.
  ///   - end: The moment before which rows count.
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
        // Were times out of order, the next change might seem to lie behind.
        let stop = min(last, max(next, row + 1), row + longest)
        pieces.append(LedgerPiece(month: index, rows: row..<stop, epoch: epoch))
        row = stop
      }
    }
    return pieces
  }

  /// The rows in chunks.
  var chunks: some Sequence<Range<Int>> {
    stride(from: rows.lowerBound, to: rows.upperBound, by: LedgerChunk.rowCount).map {
      $0..<min(rows.upperBound, $0 + LedgerChunk.rowCount)
    }
  }
}
