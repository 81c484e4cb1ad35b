import ColumnStore
import Columns
import Racing

/// The keys of a file's runners, as texts that mean the same in every file of the source.
struct RunnerKeys {
  let rows: Table
  /// The fields that tell runners of a race apart.
  let fields: [String]
  /// The encoder of a dictionary.
  let dictionary: (String) -> DictionaryEncoder

  /// Returns a refused row with its runner's key, as far as it could be read.
  func keyed(_ refused: RefusedRow) -> RefusedRow {
    guard let ids = rows["race_id"], !ids.isNull(refused.row) else { return refused }
    let parts = parts(refused.row)
    guard !parts.isEmpty else { return refused }
    var keyed = refused
    keyed.key = ([ids.texts[refused.row]] + parts.map { "\($0.key)=\($0.value)" }.sorted())
      .joined(separator: "\u{1F}")
    return keyed
  }

  /// Returns the values of a row's key by field.
  func parts(_ row: Int) -> [String: String] {
    var parts: [String: String] = [:]
    for name in fields {
      guard let column = rows[name], !column.isNull(row) else { continue }
      switch (column.type, column.values) {
      case (.coded(let dictionary), .int32(let codes)):
        let name8 = self.dictionary(dictionary).utf8(Int(codes[row]))
        parts[name] = String(decoding: name8, as: UTF8.self)
      default: parts[name] = String(decoding: column.cellText(row), as: UTF8.self)
      }
    }
    return parts
  }
}

/// The rows that standing imports of a source still refuse, to be told from those that a later
/// import brings.
struct OpenRefusals {
  /// The imports, each with the rows it refuses.
  let imports: [(file: ImportedFile, rows: Table)]
  /// The place of each row among the imports' rows.
  private let all: [(file: Int, row: Int)]
  /// Places by race, with the values of the runner's key.
  private var byRace: [String: [(place: Int, parts: [String: String])]] = [:]
  /// Places by text.
  private(set) var byText: [String: [Int]] = [:]

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

  /// Finds the rows whose runner some accepted row is.
  ///
  /// - Parameters:
  ///   - keys: The file's rows.
  ///   - refused: Those that are refused too.
  /// - Returns: The places of the open rows.
  func brought(by keys: RunnerKeys, except refused: Set<Int>) -> Set<Int> {
    guard !byRace.isEmpty, let ids = keys.rows["race_id"] else { return [] }
    var found: Set<Int> = []
    var last: [(place: Int, parts: [String: String])]?
    let texts = ids.texts
    for row in 0..<keys.rows.rowCount where !ids.isNull(row) {
      if row == 0 || ids.isNull(row - 1) || !texts.areSame(row - 1, row) {
        last = byRace[texts[row]]
      }
      guard let last, !refused.contains(row) else { continue }
      let parts = keys.parts(row)
      for open in last {
        // The first field that both have decides, as it does among rows of one file.
        let shared = keys.fields.first { parts[$0] != nil && open.parts[$0] != nil }
        if let shared, parts[shared] == open.parts[shared] { found.insert(open.place) }
      }
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
