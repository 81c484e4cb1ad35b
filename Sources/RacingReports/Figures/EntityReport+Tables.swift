import Columns

extension EntityReport {
  /// The report as tables of columns, some rows each, in the order of the rows.
  ///
  /// Columns have the names and the digits of the printed report: counts are `int64`, decimals
  /// `micros`, keys, windows, days and form text; what is empty in print is null.
  ///
  /// - Parameters:
  ///   - threads: How many tables are made at a time.
  ///   - rowLimit: Rows of a table at the most, at least 1.
  /// - Returns: The tables; none for a report without rows.
  public func tables(threads: Int = 1, rowLimit: Int = 1 << 16) -> [Table] {
    precondition(rowLimit > 0, "a table has at least one row")
    let starts = Array(stride(from: 0, to: rows.count, by: rowLimit))
    return ParallelTasks.map(count: starts.count, threads: threads) { index in
      let own = starts[index]..<min(starts[index] + rowLimit, rows.count)
      var columns = ReportColumns.header(of: dimension).map {
        CellColumn($0, rowCount: own.count)
      }
      for row in own {
        var column = 0
        rows[row].visitCells { cell in
          columns[column].append(cell)
          column += 1
        }
      }
      return Table(columns.map { ($0.name, $0.column) })
    }
  }
}

/// The cells of one column as they come.
private struct CellColumn {
  let name: String
  private let type: ColumnType
  private var numbers: [Int64] = []
  private var bytes: [UInt8] = []
  private var offsets: [Int32] = [0]
  private var isThere: [Bool] = []

  init(_ name: String, rowCount: Int) {
    self.name = name
    let isCount =
      ["runs", "wins", "places", "longest_losing_run", "current_losing_run"].contains(name)
      || name.hasSuffix("_bets")
    type = !ReportColumns.isNumber(name) ? .text : isCount ? .int64 : .micros
    isThere.reserveCapacity(rowCount)
    if type == .text {
      offsets.reserveCapacity(rowCount + 1)
    } else {
      numbers.reserveCapacity(rowCount)
    }
  }

  mutating func append(_ cell: ReportCell) {
    isThere.append(cell != .empty)
    switch cell {
    case .integer(let count): numbers.append(count)
    case .decimal(let scaled, let places): numbers.append(places == 4 ? scaled * 100 : scaled)
    case .text(let text): appendText(text)
    case .empty: if type == .text { appendText("") } else { numbers.append(0) }
    }
  }

  private mutating func appendText(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    offsets.append(Int32(bytes.count))
  }

  var column: Column {
    let values: ColumnValues =
      type == .text
      ? .text(TextBuffer(offsets: Buffer(offsets), bytes: Buffer(bytes))) : .int64(Buffer(numbers))
    return Column(type, values, Validity(isThere))
  }
}
