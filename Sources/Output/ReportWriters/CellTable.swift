import Columns

/// A file's columns and rows, as CSV and as JSON with the same digits.
struct CellTable {
  let header: [String]
  let rows: [[CardCell]]

  /// UTF-8, LF, RFC 4180; names are guarded against spreadsheets.
  var csv: String {
    var bytes = Array(header.joined(separator: ",").utf8)
    bytes.append(UInt8(ascii: "\n"))
    for row in rows {
      for (index, cell) in row.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        cell.appendCSV(to: &bytes)
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// An array with one object per line; members in column order, `null` where a cell is empty.
  var json: String {
    let names = header.map { JSONText.string($0) + ":" }
    let lines = rows.map { row in
      "{" + zip(names, row).map { $0 + $1.json }.joined(separator: ",") + "}"
    }
    return "[\n" + lines.joined(separator: ",\n") + (lines.isEmpty ? "]\n" : "\n]\n")
  }
}
