import Columns

/// A file's columns and rows, as CSV and as JSON with the same digits.
public struct CellTable {
  /// The file's name without its extension.
  public let name: String
  let header: [String]
  let rows: [[CardCell]]

  init(_ name: String, header: [String], rows: [[CardCell]]) {
    self.name = name
    self.header = header
    self.rows = rows
  }

  /// The file's CSV: UTF-8, LF, RFC 4180; names are guarded against spreadsheets.
  public var csv: String {
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

  /// The file's JSON: an array with one object per line; members in column order, `null` where a
  /// cell is empty.
  public var json: String {
    let names = header.map { JSONText.string($0) + ":" }
    let lines = rows.map { row in
      "{" + zip(names, row).map { $0 + $1.json }.joined(separator: ",") + "}"
    }
    return "[\n" + lines.joined(separator: ",\n") + (lines.isEmpty ? "]\n" : "\n]\n")
  }
}

/// Figures of groups, with their columns in a file.
public protocol FileFigures: GroupFigures {
  /// The beginning of the file's name.
  static var namePrefix: String { get }
  /// Whether the file names each row's window.
  static var hasWindows: Bool { get }
  /// The columns after keys and window.
  static var figureNames: [String] { get }
  /// The cells of these columns.
  var cells: [CardCell] { get }
}

extension FileFigures {
  /// Names have no prefix by default.
  public static var namePrefix: String { "" }
  /// Files name the windows by default.
  public static var hasWindows: Bool { true }
}

extension CellTable {
  /// Makes the file of a grouping.
  public init<Key, Figures: FileFigures>(_ table: GroupedTable<Key, Figures>) {
    let keys = table.grouping.keys
    let window = Figures.hasWindows ? ["window", "from", "to"] : []
    self.init(
      Figures.namePrefix + table.grouping.fileName,
      header: keys.map(\.rawValue) + window + Figures.figureNames,
      rows: table.rows.map { row in
        let values = row.keys.map { CardCell.name($0) }
        let window =
          Figures.hasWindows
          ? [row.window.name, row.window.from.iso, row.window.to.iso].map { CardCell.text($0) } : []
        return values + window + row.figures.cells
      })
  }
}
