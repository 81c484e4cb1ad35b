import ColumnStore
import Columns
import Foundation
import Racing

/// The `imports` and `rejects` tables.
public struct ImportLedger {
  private let writer: StoreWriter?
  /// The imports so far, oldest first.
  public private(set) var imports: [ImportedFile] = []
  private var mappingSums: [Int: String] = [:]

  /// Reads a snapshot's imports.
  public init(_ snapshot: Snapshot) {
    writer = nil
    for segment in snapshot.segments(of: RacingTables.imports) { read(segment.rows) }
  }

  init(_ writer: StoreWriter) throws(StoreError) {
    self.writer = writer
    for month in writer.months(of: RacingTables.imports) {
      if let rows = try writer.rows(of: RacingTables.imports, month) { read(rows) }
    }
  }

  /// The number of the next import.
  var nextID: Int { (imports.map(\.id).max() ?? 0) + 1 }

  /// The earlier import of the same bytes by the same mapping: all its rows are known.
  func earlier(sha256: String, mapping text: String) -> ImportedFile? {
    let sum = Checksum.hex(of: Data(text.utf8))
    guard
      var found = imports.last(where: { $0.sha256 == sha256 && mappingSums[$0.id] == sum })
    else { return nil }
    found.duplicates += found.stored
    found.stored = 0
    found.replaced = 0
    found.wasKnown = true
    return found
  }

  /// Adds an import and its refused rows to the month it takes place in.
  mutating func append(
    _ file: ImportedFile, bytes: Int, mappingSHA256: String, at now: Int64,
    rejects: [LocatedReject]
  ) throws(StoreError) {
    let month = Month(of: Day(Int32(now / 86_400_000_000)))
    imports.append(file)
    mappingSums[file.id] = mappingSHA256
    let row = Self.row(file, bytes: bytes, mappingSHA256: mappingSHA256, at: now)
    try add(row, to: RacingTables.imports, month)
    guard !rejects.isEmpty else { return }
    try add(Self.rows(rejects, of: file), to: RacingTables.rejects, month)
  }

  // MARK: - Implementation

  private func add(_ rows: Table, to table: String, _ month: Month) throws(StoreError) {
    guard let writer else { preconditionFailure("a snapshot's ledger is read-only") }
    let stored = try writer.rows(of: table, month)
    try writer.replace(
      table, month, with: stored.map { Table.concatenated([$0, rows]) } ?? rows)
  }

  private mutating func read(_ rows: Table) {
    func text(_ name: String, _ row: Int) -> String { rows[name]!.texts[row] }
    func number(_ name: String, _ row: Int) -> Int {
      rows[name].map { Int($0.int64s[row]) } ?? 0
    }
    for row in 0..<rows.rowCount {
      let id = Int(rows["import_id"]!.int32s[row])
      mappingSums[id] = text("mapping_sha256", row)
      let reasons = try? JSONDecoder().decode(
        [String: Int].self, from: Data(text("reasons", row).utf8))
      imports.append(
        ImportedFile(
          id: id, name: text("file", row), table: text("table", row),
          mapping: text("mapping", row), sha256: text("sha256", row),
          rowsRead: number("rows_read", row), stored: number("stored", row),
          duplicates: number("duplicates", row), replaced: number("replaced", row),
          rejected: number("rejected", row), reasons: reasons ?? [:],
          unresolved: number("unresolved", row), wasKnown: false,
          matchedRaces: number("matched_races", row),
          ambiguousRaces: number("ambiguous_races", row),
          disagreements: number("disagreements", row)))
    }
    imports.sort { $0.id < $1.id }
  }

  private static func row(
    _ file: ImportedFile, bytes: Int, mappingSHA256: String, at now: Int64
  ) -> Table {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let reasons = (try? encoder.encode(file.reasons)) ?? Data("{}".utf8)
    func number(_ value: Int) -> Column { Column(int64s: [Int64(value)]) }
    return Table([
      ("import_id", Column(int32s: [Int32(file.id)])),
      ("imported_at", Column(.instant, int64s: [now])),
      ("mapping", Column(texts: [file.mapping])),
      ("table", Column(texts: [file.table])),
      ("file", Column(texts: [file.name])),
      ("sha256", Column(texts: [file.sha256])),
      ("mapping_sha256", Column(texts: [mappingSHA256])),
      ("bytes", number(bytes)),
      ("rows_read", number(file.rowsRead)),
      ("stored", number(file.stored)),
      ("duplicates", number(file.duplicates)),
      ("replaced", number(file.replaced)),
      ("rejected", number(file.rejected)),
      ("unresolved", number(file.unresolved)),
      ("reasons", Column(texts: [String(decoding: reasons, as: UTF8.self)])),
      ("matched_races", number(file.matchedRaces)),
      ("ambiguous_races", number(file.ambiguousRaces)),
      ("disagreements", number(file.disagreements)),
    ])
  }

  private static func rows(_ rejects: [LocatedReject], of file: ImportedFile) -> Table {
    let id = [Int32?](repeating: Int32(file.id), count: rejects.count)
    let name = [String?](repeating: file.name, count: rejects.count)
    return Table([
      ("import_id", Column(int32s: id)),
      ("file", Column(texts: name)),
      ("line", Column(int64s: rejects.map { Int64($0.line) })),
      ("reason", Column(texts: rejects.map(\.reason))),
      ("detail", Column(texts: rejects.map(\.detail))),
      ("raw", Column(texts: rejects.map(\.raw))),
    ])
  }
}
