import ColumnStore
import Columns
import Foundation
import Mappings
import RowReading

/// Imports to rows of the `imports` table and back.
///
/// If you add a column, also add it to `RacingTables.importFields` and `docs/schema.md`; older
/// stores lack it.
extension ImportLedger {
  static func files(_ rows: Table) -> [ImportedFile] {
    // Columns are found once: a store may have thousands of imports.
    func texts(_ name: String) -> TextBuffer { rows[name]!.texts }
    func numbers(_ name: String) -> (Int) -> Int {
      guard let values = rows[name]?.int64s else { return { _ in 0 } }
      return { Int(values[$0]) }
    }
    func optionals<T>(_ name: String, _ value: @escaping (Column, Int) -> T?) -> (Int) -> T? {
      guard let column = rows[name] else { return { _ in nil } }
      return { column.isNull($0) ? nil : value(column, $0) }
    }
    let decoder = JSONDecoder()
    func counts(_ name: String) -> (Int) -> [String: Int]? {
      optionals(name) { column, row in
        let text = column.texts[row]
        guard text != "{}" else { return [:] }
        return try? decoder.decode([String: Int].self, from: Data(text.utf8))
      }
    }
    let (ids, files, tables, mappings) = (
      rows.importIDs, texts("file"), texts("table"), texts("mapping")
    )
    let (mappingSums, importedAt) = (texts("mapping_sha256"), rows["imported_at"]!.int64s)
    let sha256 = optionals("sha256") { $0.texts[$1] }
    let xxh128 = optionals("xxh128") { $0.texts[$1] }
    let undoneAt = optionals("undone_at") { $0.int64s[$1] }
    let retryOf = optionals("retry_of") { Int($0.int32s[$1]) }
    let callID = optionals("call_id") { Int($0.int32s[$1]) }
    let (bytes, rowsRead, stored) = (numbers("bytes"), numbers("rows_read"), numbers("stored"))
    let (duplicates, replaced) = (numbers("duplicates"), numbers("replaced"))
    let (rejected, unresolved) = (numbers("rejected"), numbers("unresolved"))
    let (matched, ambiguous) = (numbers("matched_races"), numbers("ambiguous_races"))
    let disagreements = numbers("disagreements")
    let incomplete = optionals("incomplete") { Int($0.int64s[$1]) }
    let (duplicateMonths, reasons) = (counts("duplicate_months"), counts("reasons"))
    let unusedColumns = optionals("unused_columns") {
      try? decoder.decode([String].self, from: Data($0.texts[$1].utf8))
    }
    return (0..<rows.rowCount).map { row in
      ImportedFile(
        id: Int(ids[row]), name: files[row], table: tables[row], mapping: mappings[row],
        sha256: sha256(row), xxh128: xxh128(row), mappingSHA256: mappingSums[row],
        bytes: bytes(row), importedAt: importedAt[row], undoneAt: undoneAt(row),
        retryOf: retryOf(row), callID: callID(row), rowsRead: rowsRead(row), stored: stored(row),
        duplicates: duplicates(row), duplicateMonths: duplicateMonths(row),
        replaced: replaced(row), rejected: rejected(row),
        reasons: reasons(row) ?? [:], incomplete: incomplete(row), unresolved: unresolved(row),
        wasKnown: false,
        matchedRaces: matched(row),
        ambiguousRaces: ambiguous(row), disagreements: disagreements(row),
        unusedColumns: unusedColumns(row))
    }
  }

  static func rows(_ files: [ImportedFile]) -> Table {
    func text(_ value: (ImportedFile) -> String) -> Column { Column(texts: files.map(value)) }
    func number(_ value: (ImportedFile) -> Int) -> Column {
      Column(int64s: files.map { Int64(value($0)) })
    }
    func json(_ value: (ImportedFile) -> (some Encodable)?) -> Column {
      Column(texts: files.map { file in value(file).map { JSONText.text($0) } })
    }
    return Table([
      ("import_id", Column(int32s: files.map { Int32($0.id) })),
      ("imported_at", Column(.instant, int64s: files.map(\.importedAt))),
      ("mapping", text(\.mapping)),
      ("table", text(\.table)),
      ("file", text(\.name)),
      ("sha256", Column(texts: files.map(\.sha256))),
      ("xxh128", Column(texts: files.map(\.xxh128))),
      ("mapping_sha256", text(\.mappingSHA256)),
      ("bytes", number(\.bytes)),
      ("rows_read", number(\.rowsRead)),
      ("stored", number(\.stored)),
      ("duplicates", number(\.duplicates)),
      ("replaced", number(\.replaced)),
      ("rejected", number(\.rejected)),
      ("unresolved", number(\.unresolved)),
      ("reasons", text { JSONText.text($0.reasons) }),
      ("undone_at", Column(.instant, int64s: files.map(\.undoneAt))),
      ("retry_of", Column(int32s: files.map { $0.retryOf.map(Int32.init) })),
      ("call_id", Column(int32s: files.map { $0.callID.map(Int32.init) })),
      ("matched_races", number(\.matchedRaces)),
      ("ambiguous_races", number(\.ambiguousRaces)),
      ("disagreements", number(\.disagreements)),
      ("unused_columns", json(\.unusedColumns)),
      ("duplicate_months", json(\.duplicateMonths)),
      ("incomplete", Column(int64s: files.map { $0.incomplete.map { Int64($0) } })),
    ])
  }
}

/// Imports to notes of the raw archive's log and back.
///
/// A note holds the columns of the `imports` table under the same names, so that the archive alone
/// says what its files are.
///
/// If you add a member, make it optional: older notes lack it.
extension ImportedFile {
  /// The key of its note in the log.
  var key: String { "import-\(id)" }

  /// The note's text.
  var logText: String { JSONText.text(self) }

  /// Returns the imports that a log notes, oldest first.
  static func noted(in log: ArchiveLog, store: String) throws(ImportError) -> [ImportedFile] {
    var files: [ImportedFile] = []
    for (key, text) in log.newest where key.hasPrefix("import-") {
      do {
        files.append(try JSONDecoder().decode(ImportedFile.self, from: Data(text.utf8)))
      } catch {
        throw .store(
          .corrupt(
            file: store + "/archive/LOG", found: "\(text)", expected: "a note of an import"))
      }
    }
    return files.sorted { $0.id < $1.id }
  }
}
