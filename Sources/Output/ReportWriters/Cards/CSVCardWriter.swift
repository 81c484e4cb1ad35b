import Cards

/// A day's card as CSV, one row per runner: UTF-8, LF, RFC 4180.
public enum CSVCardWriter {
  /// Returns the file's text.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - columns: The columns to write.
  /// - Returns: A header line, then a line per runner.
  public static func text(_ card: DayCard, _ columns: CardColumns) -> String {
    var bytes = Array(columns.header(card).joined(separator: ",").utf8)
    bytes.append(UInt8(ascii: "\n"))
    for race in card.races {
      for runner in race.runners {
        for (index, cell) in columns.cells(runner, in: race, of: card).enumerated() {
          if index > 0 { bytes.append(UInt8(ascii: ",")) }
          cell.appendCSV(to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
