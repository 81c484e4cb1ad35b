import ColumnStore
import Columns
import Foundation

/// Imports to rows of the `imports` table and back.
///
/// If you add a column, also add it to `RacingTables.importFields` and `docs/schema.md`; older
/// stores lack it.
extension ImportLedger {
  static func files(_ rows: Table) -> [ImportedFile] {
    func text(_ name: String, _ row: Int) -> String { rows[name]!.texts[row] }
    func number(_ name: String, _ row: Int) -> Int {
      rows[name].map { Int($0.int64s[row]) } ?? 0
    }
    func optional<T>(_ name: String, _ row: Int, _ value: (Column) -> T) -> T? {
      rows[name].flatMap { $0.isNull(row) ? nil : value($0) }
    }
    func json<T: Decodable>(_ name: String, _ row: Int, as type: T.Type) -> T? {
      optional(name, row) { try? JSONDecoder().decode(T.self, from: Data($0.texts[row].utf8)) }
        ?? nil
    }
    return (0..<rows.rowCount).map { row in
      return ImportedFile(
        id: Int(rows.importIDs[row]), name: text("file", row), table: text("table", row),
        mapping: text("mapping", row), sha256: optional("sha256", row) { $0.texts[row] },
        xxh128: optional("xxh128", row) { $0.texts[row] },
        mappingSHA256: text("mapping_sha256", row), bytes: number("bytes", row),
        importedAt: rows["imported_at"]!.int64s[row],
        undoneAt: optional("undone_at", row) { $0.int64s[row] },
        retryOf: optional("retry_of", row) { Int($0.int32s[row]) },
        callID: optional("call_id", row) { Int($0.int32s[row]) },
        rowsRead: number("rows_read", row), stored: number("stored", row),
        duplicates: number("duplicates", row),
        duplicateMonths: json("duplicate_months", row, as: [String: Int].self),
        replaced: number("replaced", row), rejected: number("rejected", row),
        reasons: json("reasons", row, as: [String: Int].self) ?? [:],
        unresolved: number("unresolved", row), wasKnown: false,
        matchedRaces: number("matched_races", row),
        ambiguousRaces: number("ambiguous_races", row),
        disagreements: number("disagreements", row),
        unusedColumns: json("unused_columns", row, as: [String].self))
    }
  }

  static func rows(_ files: [ImportedFile]) -> Table {
    func text(_ value: (ImportedFile) -> String) -> Column { Column(texts: files.map(value)) }
    func number(_ value: (ImportedFile) -> Int) -> Column {
      Column(int64s: files.map { Int64(value($0)) })
    }
    func json(_ value: (ImportedFile) -> (some Encodable)?) -> Column {
      Column(texts: files.map { file in value(file).map { ImportedFile.json($0) } })
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
      ("reasons", text { ImportedFile.json($0.reasons) }),
      ("undone_at", Column(.instant, int64s: files.map(\.undoneAt))),
      ("retry_of", Column(int32s: files.map { $0.retryOf.map(Int32.init) })),
      ("call_id", Column(int32s: files.map { $0.callID.map(Int32.init) })),
      ("matched_races", number(\.matchedRaces)),
      ("ambiguous_races", number(\.ambiguousRaces)),
      ("disagreements", number(\.disagreements)),
      ("unused_columns", json(\.unusedColumns)),
      ("duplicate_months", json(\.duplicateMonths)),
    ])
  }
}

/// Imports to notes of the raw archive's log and back.
///
/// A note holds what the `imports` table does, under the same names, so that the archive alone
/// tells what its files are.
///
/// If you add a member, make it optional: older notes lack it.
extension ImportedFile {
  /// The key of its note in the log.
  var key: String { "import-\(id)" }

  /// The note's text.
  var logText: String { Self.json(self) }

  /// Writes a value as JSON on one line, its members in a fixed order.
  fileprivate static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("numbers and texts can be written")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Returns the imports that a log tells of, oldest first.
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
