/// Groups a count's digits: 107,977.
func grouped(_ number: Int) -> String {
  let digits = String(number.magnitude)
  var out = ""
  for (index, digit) in digits.enumerated() {
    if index > 0 && (digits.count - index) % 3 == 0 { out += "," }
    out.append(digit)
  }
  return (number < 0 ? "-" : "") + out
}

/// Rows of text in columns, numbers to the right.
func columns(_ rows: [[String]]) -> String {
  guard let first = rows.first else { return "" }
  let widths = first.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    row.indices.map { column in
      let blank = String(repeating: " ", count: widths[column] - row[column].count)
      let isNumber = row[column].first?.isNumber ?? false
      return isNumber ? blank + row[column] : row[column] + blank
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
