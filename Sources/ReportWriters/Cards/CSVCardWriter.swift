import RacingReports
import TabularFiles

/// A day's card as CSV, one row per runner: UTF-8, LF, RFC 4180.
public enum CSVCardWriter {
  /// The file's text.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - columns: Which columns to write.
  /// - Returns: A header line, then a line per runner.
  public static func text(_ card: DayCard, _ columns: CardColumns) -> String {
    var bytes = Array(columns.header(card).joined(separator: ",").utf8)
    bytes.append(UInt8(ascii: "\n"))
    for race in card.races {
      for runner in race.runners {
        for (index, cell) in columns.cells(runner, in: race, of: card).enumerated() {
          if index > 0 { bytes.append(UInt8(ascii: ",")) }
          append(cell, to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ cell: CardCell, to bytes: inout [UInt8]) {
    switch cell {
    case .empty: break
    case .name(let name): CSVCell.append(SpreadsheetGuard.guarded(name), to: &bytes)
    case .text(let text): CSVCell.append(text, to: &bytes)
    case .number(let digits): bytes += Array(digits.utf8)
    case .flag(let flag): bytes += Array("\(flag)".utf8)
    case .figure(let figure): figure.append(to: &bytes)
    }
  }
}
