import ColumnStore
import Columns
import Racing

/// The rows that standing imports of a source still refuse, to be told from those that a later
/// import brings.
struct OpenRefusals {
  /// The imports, each with the rows it refuses.
  let imports: [(file: ImportedFile, rows: Table)]
  /// The place of each row among the imports' rows.
  private let all: [(file: Int, row: Int)]
  /// Places by race, with the values of the row's key.
  private var byRace: [String: [(place: Int, parts: [String: String])]] = [:]
  /// Places by text.
  private(set) var byText: [String: [Int]] = [:]
  /// Places and texts of records of another width than their header's, which have no key.
  private var otherWidths: [(place: Int, text: String)] = []

  /// Takes the refused rows of some imports; nil where there are none.
  init?(_ imports: [(file: ImportedFile, rows: Table)]) {
    let some = imports.filter { $0.rows.rowCount > 0 }
    guard !some.isEmpty else { return nil }
    self.imports = some
    all = some.indices.flatMap { file in (0..<some[file].rows.rowCount).map { (file, $0) } }
    let columns = some.map { RefusedColumns($0.rows) }
    for (place, (file, index)) in all.enumerated() {
      let row = columns[file][index]
      if !row.raw.isEmpty { byText[row.raw, default: []].append(place) }
      if row.reason == RefusedRow.otherWidth { otherWidths.append((place, row.raw)) }
      let parts = row.key.split(separator: "\u{1F}").map(String.init)
      guard let race = parts.first else { continue }
      var values: [String: String] = [:]
      for part in parts.dropFirst() {
        let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        values[String(pair[0])] = String(pair[pair.count - 1])
      }
      byRace[race, default: []].append((place, values))
    }
  }

  /// Returns the records of a table's files that have another width than their header.
  func otherWidths(of table: String) -> [(place: Int, text: String)] {
    otherWidths.filter { imports[all[$0.place].file].file.table == table }
  }

  /// Gives a row a key.
  mutating func key(_ place: Int, race: String, _ parts: [String: String]) {
    byRace[race, default: []].append((place, parts))
  }

  /// Finds the rows whose key some accepted row has.
  ///
  /// - Parameters:
  ///   - keys: The file's rows.
  ///   - refused: Those that are refused too.
  /// - Returns: The places of the open rows.
  func brought(by keys: RowKeys, except refused: Set<Int>) -> Set<Int> {
    guard !byRace.isEmpty else { return [] }
    var found: Set<Int> = []
    keys.forEach(knowing: { byRace[$0] }) { row, rows in
      guard !refused.contains(row) else { return }
      let parts = keys.parts(row)
      for open in rows where keys.isSame(parts, open.parts) { found.insert(open.place) }
    }
    return found
  }

  /// Returns the imports that some rows leave, each with the rows that it still refuses.
  func left(without brought: Set<Int>) -> [(file: ImportedFile, rows: Table)] {
    var gone: [Int: Set<Int>] = [:]
    for place in brought { gone[all[place].file, default: []].insert(all[place].row) }
    return gone.keys.sorted().map { file in
      let rows = imports[file].rows
      let left = (0..<Int32(rows.rowCount)).filter { !gone[file]!.contains(Int($0)) }
      return (imports[file].file, rows.gathered(left))
    }
  }
}
