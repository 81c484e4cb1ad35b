import Columns

/// Rows of text in columns that stand under each other on a terminal.
struct TextTable {
  /// The side on which a column's cells stand.
  enum Side {
    case left
    case right
  }

  let header: [String]
  let sides: [Side]
  var rows: [[String]] = []
  /// Titles over several columns, each with the first of them, from left to right.
  var groups: [(title: String, firstColumn: Int)] = []

  /// The titles over the columns, if any, the header and the rows, two spaces between columns, none
  /// at the end of a line.
  var lines: [String] {
    let all = [header] + rows.map { $0.map { DisplayWidth.printable($0) } }
    let widths = header.indices.map { column in
      all.map { DisplayWidth.of($0[column]) }.max() ?? 0
    }
    let titles = groups.isEmpty ? [] : [groupLine(widths)]
    return titles
      + all.map { row in
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

  /// The titles, each cut to the columns it stands over.
  private func groupLine(_ widths: [Int]) -> String {
    let starts = groups.map { widths.prefix($0.firstColumn).reduce(0) { $0 + $1 + 2 } }
    // Nothing stands behind the last one.
    let ends = starts.dropFirst() + [Int(Int32.max)]
    return zip(groups, zip(starts, ends)).reduce("") { line, next in
      let (group, (start, end)) = next
      return DisplayWidth.padded(line, to: start)
        + DisplayWidth.printable(group.title, limit: end - start - 2)
    }
  }
}
