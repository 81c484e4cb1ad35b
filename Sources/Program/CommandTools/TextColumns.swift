import Columns

/// Groups a count's digits: 107,977.
package func grouped(_ number: Int) -> String {
  TextCount.grouped(number)
}

/// Aligns rows of text in columns, numbers to the right; each cell stays on its line.
package func columns(_ rows: [[String]]) -> String {
  let rows = rows.map { $0.map { DisplayWidth.printable($0) } }
  guard let first = rows.first else { return "" }
  let widths = first.indices.map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
  return rows.map { row in
    row.indices.map { column in
      let isNumber = row[column].first?.isNumber ?? false
      return isNumber
        ? DisplayWidth.paddedLeft(row[column], to: widths[column])
        : DisplayWidth.padded(row[column], to: widths[column])
    }.joined(separator: "  ").trimmingSuffix(" ")
  }.joined(separator: "\n")
}

extension String {
  fileprivate func trimmingSuffix(_ character: Character) -> String {
    var text = self
    while text.last == character { text.removeLast() }
    return text
  }
}
