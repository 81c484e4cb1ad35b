import ColumnStore
import Columns
import Racing

/// Journal lines as rows of the table `api_requests`.
///
/// If you add a column, also add it to `RacingTables.apiRequestFields` and `docs/schema.md`.
struct RequestRows: Sendable {
  /// The lines of one month, and what of their rows needs no dictionary.
  private struct Part: Sendable {
    let month: Month
    let entries: [JournalEntry]
    let endpoints: [String]
    let requestIDs: Column
  }

  private let importID: Int
  private let parts: [Part]

  /// Makes the rows of some lines, in the months of their times.
  ///
  /// - Parameters:
  ///   - entries: The lines.
  ///   - importID: The import they came with.
  init(_ entries: [JournalEntry], importID: Int) {
    self.importID = importID
    let months = Dictionary(grouping: entries) {
      Month(of: Day(Int32(($0.fetchedAt / 86_400_000_000))))
    }
    parts = months.sorted { $0.key < $1.key }.map { month, entries in
      Part(
        month: month, entries: entries,
        endpoints: entries.map(Self.endpoint),
        requestIDs: Column(.text, .text(Self.ids(of: entries))))
    }
  }

  /// Adds rows of several imports to a writer's state, each month's at once.
  ///
  /// - Parameters:
  ///   - imports: The rows, in the order of the imports.
  ///   - writer: The store's writer.
  /// - Throws: `StoreError` when a segment cannot be read or written.
  static func add(_ imports: [RequestRows], to writer: StoreWriter) throws(StoreError) {
    var months: [Month: [Table]] = [:]
    for rows in imports {
      for part in rows.parts {
        months[part.month, default: []].append(rows.table(part, writer.dictionary))
      }
    }
    for (month, new) in months.sorted(by: { $0.key < $1.key }) {
      let stored = try writer.rows(of: RacingTables.apiRequests, month)
      try writer.replace(
        RacingTables.apiRequests, month,
        with: .concatenated((stored.map { [$0] } ?? []) + new))
    }
  }

  // MARK: - Implementation

  /// API, request, time and attempt of each line.
  private static func ids(of entries: [JournalEntry]) -> TextBuffer {
    var bytes: [UInt8] = []
    var offsets: [Int32] = [0]
    let colon = UInt8(ascii: ":")
    for entry in entries {
      bytes.append(contentsOf: entry.api.utf8)
      bytes.append(colon)
      bytes.append(contentsOf: entry.request.utf8)
      bytes.append(colon)
      bytes.append(contentsOf: String(entry.fetchedAt).utf8)
      bytes.append(colon)
      bytes.append(contentsOf: String(entry.attempt).utf8)
      offsets.append(Int32(bytes.count))
    }
    return TextBuffer(offsets: Buffer(offsets), bytes: Buffer(bytes))
  }

  /// The endpoint's template of a line's request.
  private static func endpoint(_ entry: JournalEntry) -> String {
    entry.api == PointsFetch.api
      ? PointsRequest.endpoint(of: entry.request) : FetchRequest.endpoint(of: entry.request)
  }

  private func table(_ part: Part, _ dictionary: (String) -> DictionaryEncoder) -> Table {
    let entries = part.entries
    func coded(_ name: String, _ values: [String?]) -> Column {
      let codes = dictionary(name)
      // Most rows have what the row before has.
      var last: (value: String, code: Int32)?
      return Column(
        .coded(dictionary: name),
        int32s: values.map { value in
          guard let value else { return nil }
          if let last, last.value == value { return last.code }
          let code = codes.code(value)
          last = (value, code)
          return code
        })
    }
    func constant(_ name: String, _ value: String) -> Column {
      Column(
        .coded(dictionary: name),
        int32s: Array(repeating: dictionary(name).code(value), count: entries.count))
    }
    return Table([
      ("request_id", part.requestIDs),
      ("event_time", Column(.instant, int64s: entries.map(\.fetchedAt))),
      ("api", coded("api", entries.map(\.api))),
      ("endpoint", coded("endpoint", part.endpoints)),
      ("status", Column(int16s: entries.map { $0.status.map { Int16(clamping: $0) } })),
      ("duration_us", Column(int64s: entries.map(\.microseconds))),
      ("bytes", Column(int64s: entries.map { Int64($0.bytes) })),
      // A fetch asks for what is new, so nothing comes from a cache.
      ("cache", constant("cache", "miss")),
      ("attempt", Column(int16s: entries.map { Int16(clamping: $0.attempt) })),
      ("error", coded("error", entries.map(\.error))),
      (
        "import_id", Column(int32s: Array(repeating: Int32(importID), count: entries.count))
      ),
    ])
  }
}
