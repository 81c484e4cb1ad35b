import ColumnStore
import Columns
import Racing

/// Journal lines as rows of the table `api_requests`.
///
/// If you add a column, also add it to `RacingTables.apiRequestFields` and `docs/schema.md`.
struct RequestRows: Sendable {
  /// The lines of one month, without their names' codes.
  fileprivate struct Part: Sendable {
    let month: Month
    let count: Int
    let apis: [String]
    let endpoints: [String]
    let errors: [String?]
    /// The columns without a dictionary, by name.
    let columns: [String: Column]
  }

  private let importID: Int
  private let parts: [Part]

  /// Makes the rows of some lines, in the months of their times.
  ///
  /// - Parameters:
  ///   - entries: The lines.
  ///   - importID: Their import.
  init(_ entries: [JournalEntry], importID: Int) {
    self.importID = importID
    let places = Dictionary(grouping: entries.indices) {
      Month(of: Day(Int32((entries[$0].fetchedAt / 86_400_000_000))))
    }
    parts = places.sorted { $0.key < $1.key }.map { month, places in
      Part(entries, at: places, month)
    }
  }

  /// Adds rows of several imports to a writer's state, each month at once.
  ///
  /// - Parameters:
  ///   - imports: The rows, in the order of the imports.
  ///   - writer: The store's writer.
  /// - Throws: `StoreError` if a segment cannot be read or written.
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

  private func table(_ part: Part, _ dictionary: (String) -> DictionaryEncoder) -> Table {
    func coded(_ name: String, _ values: [String?]) -> Column {
      let codes = dictionary(name)
      // Fast path: most rows repeat the previous row's value.
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
    var columns = part.columns
    columns["api"] = coded("api", part.apis)
    columns["endpoint"] = coded("endpoint", part.endpoints)
    // A fetch bypasses the cache.
    columns["cache"] = coded("cache", Array(repeating: "miss", count: part.count))
    columns["error"] = coded("error", part.errors)
    columns["import_id"] = Column(
      int32s: Array(repeating: Int32(importID), count: part.count))
    return Table(RacingTables.apiRequestFields.map { (name: $0.name, column: columns[$0.name]!) })
  }
}

extension RequestRows.Part {
  /// Takes the lines at some places.
  fileprivate init(_ entries: [JournalEntry], at places: [Int], _ month: Month) {
    self.month = month
    count = places.count
    apis = places.map { entries[$0].api }
    // Fast path: nearly all lines belong to one feed.
    var feed = Feeds.first
    endpoints = places.map { place in
      if entries[place].api != feed.api { feed = Feeds.of(entries[place].api) }
      return feed.endpoint(of: entries[place].request)
    }
    errors = places.map { entries[$0].error }
    columns = [
      "request_id": Column(.text, .text(Self.ids(of: entries, at: places))),
      "event_time": Column(.instant, int64s: places.map { entries[$0].fetchedAt }),
      "status": Column(int16s: places.map { entries[$0].status.map { Int16(clamping: $0) } }),
      "duration_us": Column(int64s: places.map { entries[$0].microseconds }),
      "bytes": Column(int64s: places.map { Int64(entries[$0].bytes) }),
      "attempt": Column(int16s: places.map { Int16(clamping: entries[$0].attempt) }),
    ]
  }

  /// Returns API, request, time and attempt of each line.
  private static func ids(of entries: [JournalEntry], at places: [Int]) -> TextBuffer {
    var bytes: [UInt8] = []
    var offsets: [Int32] = [0]
    let colon = UInt8(ascii: ":")
    for place in places {
      bytes.append(contentsOf: entries[place].api.utf8)
      bytes.append(colon)
      bytes.append(contentsOf: entries[place].request.utf8)
      bytes.append(colon)
      bytes.append(contentsOf: String(entries[place].fetchedAt).utf8)
      bytes.append(colon)
      bytes.append(contentsOf: String(entries[place].attempt).utf8)
      offsets.append(Int32(bytes.count))
    }
    return TextBuffer(offsets: Buffer(offsets), bytes: Buffer(bytes))
  }
}
