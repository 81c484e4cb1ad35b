import Columns

/// Rows of text in columns that stand under each other on a terminal.
struct TextTable {
  /// Where a column's cells stand.
  enum Side {
    case left
    case right
  }

  let header: [String]
  let sides: [Side]
  var rows: [[String]] = []

  /// The header and the rows, two spaces between columns, none at the end of a line.
  var lines: [String] {
    let all = [header] + rows.map { $0.map { DisplayWidth.printable($0) } }
    let widths = header.indices.map { column in
      all.map { DisplayWidth.of($0[column]) }.max() ?? 0
    }
    return all.map { row in
      let cells = row.indices.map { column in
        sides[column] == .left
          ? DisplayWidth.padded(row[column], to: widths[column])
          : DisplayWidth.paddedLeft(row[column], to: widths[column])
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
