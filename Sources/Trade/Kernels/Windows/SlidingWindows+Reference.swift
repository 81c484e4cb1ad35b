import Columns

extension SlidingWindows {
  /// The specification of ``columns(_:of:threads:)``: every row against every other.
  package func referenceColumns(_ figures: [WindowFigure], of range: Range<Int>) -> [Column] {
    let all = referenceRows()
    return windows.flatMap { days in
      let sums = range.map { row in
        all[row].code < 0 ? nil : referenceSums(of: all[row], among: all, days: days)
      }
      return figures.map { figure in Self.referenceColumn(figure, sums) }
    }
  }

  /// One row, with all that it adds.
  private struct ReferenceRow {
    var day: Int32
    var code: Int32
    var counts: [Int64]
    var amounts: [Int64]
  }

  private func referenceRows() -> [ReferenceRow] {
    return rows.days.indices.flatMap { day in
      var first = rows.amounts.first.values.ofDay(day)
      var second = rows.amounts.second.values.ofDay(day)
      // Safety: each amount is taken once, for the row whose mark says it is there.
      func taken(_ amount: inout UnsafePointer<Int64>, _ isThere: Bool) -> Int64 {
        defer { amount += isThere ? 1 : 0 }
        return isThere ? amount.pointee : 0
      }
      return (rows.dayStarts[day]..<rows.dayStarts[day + 1]).compactMap { row -> ReferenceRow? in
        let mark = rows.marks[row]
        guard mark != DatedRows.hidden else { return nil }
        return ReferenceRow(
          day: rows.days[day], code: codes.ofDay(day)[row - rows.dayStarts[day]],
          counts: (0..<4).map { Int64(mark >> $0 & 1) },
          amounts: [
            taken(&first, mark & DatedRows.amountMarks.first != 0),
            taken(&second, mark & DatedRows.amountMarks.second != 0),
          ])
      }
    }
  }

  private func referenceSums(
    of row: ReferenceRow, among all: [ReferenceRow], days: Int32?
  ) -> ReferenceRow {
    var sums = ReferenceRow(
      day: row.day, code: row.code, counts: [0, 0, 0, 0], amounts: [0, 0])
    for other in all where other.code == row.code && other.day < row.day {
      if let days, other.day < row.day - days { continue }
      for index in 0..<4 { sums.counts[index] += other.counts[index] }
      for index in 0..<2 { sums.amounts[index] += other.amounts[index] }
    }
    return sums
  }

  private static func referenceColumn(_ figure: WindowFigure, _ sums: [ReferenceRow?]) -> Column {
    if let index = figure.countIndex {
      return Column(
        .int32,
        int32s: sums.map { sums in
          sums.flatMap { isThere(figure, $0) ? Int32($0.counts[index]) : nil }
        })
    }
    let values = sums.map { sums -> Double? in
      guard let sums, isThere(figure, sums) else { return nil }
      return figure.value(count: { sums.counts[$0] }, amount: { sums.amounts[$0] })
    }
    return Column(
      .double, .double(Buffer(values.map { $0 ?? 0 })), Validity(values.map { $0 != nil }))
  }

  private static func isThere(_ figure: WindowFigure, _ sums: ReferenceRow) -> Bool {
    switch figure.needed {
    case .count(let index): sums.counts[index] != 0
    case .countOrNo(let some, let others): sums.counts[some] != 0 || sums.counts[others] == 0
    case .amount(let index): sums.amounts[index] != 0
    case nil: true
    }
  }
}
