import Columns

/// The records of a rules file: a header line, then cells between commas, none in quotes.
///
/// Rules are part of the program, so a damaged file is a programmer's error.
package struct RuleLines {
  private let names: [String: Int]
  private let records: [[String]]

  /// Reads a file's bytes.
  ///
  /// - Parameter bytes: UTF-8 text.
  package init(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    precondition(!lines.isEmpty, "a rules file has a header line")
    precondition(lines.allSatisfy { $0.count == lines[0].count }, "a record is too short or long")
    names = Dictionary(uniqueKeysWithValues: lines[0].enumerated().map { ($1, $0) })
    records = Array(lines.dropFirst())
  }

  /// The number of records.
  package var count: Int { records.count }

  /// Reads a cell.
  ///
  /// - Parameters:
  ///   - column: A name in the header.
  ///   - row: The record, from 0.
  /// - Returns: The text; nil if the cell is empty.
  package func text(_ column: String, _ row: Int) -> String? {
    let text = records[row][names[column]!]
    return text.isEmpty ? nil : text
  }

  /// Reads a whole number.
  ///
  /// - Parameters:
  ///   - column: A name in the header.
  ///   - row: The record, from 0.
  /// - Returns: The number; nil if the cell is empty.
  package func number(_ column: String, _ row: Int) -> Int? {
    text(column, row).map { Int($0)! }
  }

  /// Reads a day.
  ///
  /// - Parameters:
  ///   - column: A name in the header.
  ///   - row: The record, from 0.
  /// - Returns: The day; nil if the cell is empty.
  package func day(_ column: String, _ row: Int) -> Day? { text(column, row).map { Day(iso: $0)! } }
}
