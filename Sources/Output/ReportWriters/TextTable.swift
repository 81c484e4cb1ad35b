import Columns

/// Rows of text in aligned columns for a terminal.
struct TextTable {
  /// The side to which a column's cells are aligned.
  enum Side {
    case left
    case right
  }

  let header: [String]
  let sides: [Side]
  var rows: [[String]] = []
  /// Titles over several columns, each with the first of its columns, from left to right.
  var groups: [(title: String, firstColumn: Int)] = []

  /// The titles over the columns, if any, the header and the rows; two spaces separate columns, and
  /// no line ends with a space.
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

  /// Returns the titles, each cut to the width of its columns.
  private func groupLine(_ widths: [Int]) -> String {
    let starts = groups.map { widths.prefix($0.firstColumn).reduce(0) { $0 + $1 + 2 } }
    // The last title has no limit.
    let ends = starts.dropFirst() + [Int(Int32.max)]
    return zip(groups, zip(starts, ends)).reduce("") { line, next in
      let (group, (start, end)) = next
      return DisplayWidth.padded(line, to: start)
        + DisplayWidth.printable(group.title, limit: end - start - 2)
    }
  }
}
