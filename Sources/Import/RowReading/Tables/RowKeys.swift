import ColumnStore
import Columns
import Mappings
import Racing

/// The keys of a file's rows, as texts that mean the same in every file of the source.
///
/// A key is a race and the identity of the row within it: a runner's identity, a dividend's pool
/// and combination, nothing for a race's own row.
package struct RowKeys {
  private let rows: Table
  /// The names of the parts; the first part that both keys have decides.
  private let names: [String]
  /// The encoder of a dictionary.
  private let dictionary: (String) -> DictionaryEncoder

  /// Takes a file's rows; nil where a table's rows have no race.
  package init?(
    _ rows: Table, of table: TableMapping, dictionary: @escaping (String) -> DictionaryEncoder
  ) {
    switch table.feeds {
    case .runners: names = table.key ?? TableMapping.standardKey
    case .dividends: names = [Self.dividend]
    case .races: names = [Self.race]
    default: return nil
    }
    guard rows["race_id"] != nil else { return nil }
    self.rows = rows
    self.dictionary = dictionary
  }

  /// Returns the fields that a table's keys consist of.
  package static func fields(of table: TableMapping) -> Set<String> {
    Set(["race_id", "pool", "combination"] + (table.hasDayInKey ? ["date"] : []))
      .union(table.key ?? TableMapping.standardKey)
  }

  /// Returns a refused row with its key, if the key could be read.
  package func keyed(_ refused: RefusedRow) -> RefusedRow {
    guard let race = text("race_id", refused.row) else { return refused }
    let parts = parts(refused.row)
    guard !parts.isEmpty else { return refused }
    var keyed = refused
    keyed.key = ([race] + parts.map { "\($0.key)=\($0.value)" }.sorted())
      .joined(separator: "\u{1F}")
    return keyed
  }

  /// Goes through the rows of some races.
  ///
  /// - Parameters:
  ///   - isWanted: Whether the rows of a race are wanted.
  ///   - body: Receives a row and its race; the race is valid as long as the rows are.
  package func forEach(
    ofRaces isWanted: (UnsafeBufferPointer<UInt8>) -> Bool,
    _ body: (Int, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    let ids = rows["race_id"]!
    let texts = ids.texts
    var isInWanted = false
    for row in 0..<rows.rowCount where !ids.isNull(row) {
      // Safety: the column holds the bytes, and the row is within its count.
      let race = texts.utf8(row)
      let isSame = row > 0 && !ids.isNull(row - 1) && texts.areSame(row - 1, row)
      if !isSame { isInWanted = isWanted(race) }
      if isInWanted { body(row, race) }
    }
  }

  /// Returns the values of a row's key by name.
  package func parts(_ row: Int) -> [String: String] {
    if names == [Self.race] { return [Self.race: ""] }
    if names == [Self.dividend] {
      return text("pool", row).map {
        [Self.dividend: $0 + "\u{1E}" + (text("combination", row) ?? "")]
      } ?? [:]
    }
    return Dictionary(
      uniqueKeysWithValues: names.compactMap { name in text(name, row).map { (name, $0) } })
  }

  /// Whether two keys of one race are the same.
  package func isSame(_ parts: [String: String], _ other: [String: String]) -> Bool {
    let shared = names.first { parts[$0] != nil && other[$0] != nil }
    return shared.map { parts[$0] == other[$0] } ?? false
  }

  // MARK: - Implementation

  private static let race = "race"
  private static let dividend = "dividend"

  private func text(_ name: String, _ row: Int) -> String? {
    guard let column = rows[name], !column.isNull(row) else { return nil }
    if case .coded(let dictionary) = column.type, case .int32(let codes) = column.values {
      return String(decoding: self.dictionary(dictionary).utf8(Int(codes[row])), as: UTF8.self)
    }
    return String(decoding: column.cellText(row), as: UTF8.self)
  }
}
