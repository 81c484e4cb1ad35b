import ColumnStore
import Columns
import Racing

/// Journal lines as rows of the table `api_requests`.
///
/// If you add a column, also add it to `RacingTables.apiRequestFields` and `docs/schema.md`.
enum RequestRows {
  /// Adds rows to a writer's state, in the months of their times.
  ///
  /// - Parameters:
  ///   - entries: The lines.
  ///   - importID: The import they came with.
  ///   - writer: The store's writer.
  /// - Throws: `StoreError` when a segment cannot be read or written.
  static func add(_ entries: [JournalEntry], importID: Int, to writer: StoreWriter)
    throws(StoreError)
  {
    let months = Dictionary(grouping: entries) {
      Month(of: Day(Int32(($0.fetchedAt / 86_400_000_000))))
    }
    for (month, entries) in months.sorted(by: { $0.key < $1.key }) {
      let stored = try writer.rows(of: RacingTables.apiRequests, month)
      let new = table(entries, importID, writer.dictionary)
      try writer.replace(
        RacingTables.apiRequests, month, with: .concatenated((stored.map { [$0] } ?? []) + [new]))
    }
  }

  // MARK: - Implementation

  /// The endpoint's template of a line's request.
  private static func endpoint(_ entry: JournalEntry) -> String {
    entry.api == PointsFetch.api
      ? PointsRequest.endpoint(of: entry.request) : FetchRequest.endpoint(of: entry.request)
  }

  private static func table(
    _ entries: [JournalEntry], _ importID: Int, _ dictionary: (String) -> DictionaryEncoder
  ) -> Table {
    func coded(_ name: String, _ value: (JournalEntry) -> String?) -> Column {
      let codes = dictionary(name)
      return Column(
        .coded(dictionary: name), int32s: entries.map { value($0).map { codes.code($0) } })
    }
    return Table([
      (
        "request_id",
        Column(
          texts: entries.map { "\($0.api):\($0.request):\($0.fetchedAt):\($0.attempt)" })
      ),
      ("event_time", Column(.instant, int64s: entries.map(\.fetchedAt))),
      ("api", coded("api", \.api)),
      ("endpoint", coded("endpoint") { Self.endpoint($0) }),
      ("status", Column(int16s: entries.map { $0.status.map { Int16(clamping: $0) } })),
      ("duration_us", Column(int64s: entries.map(\.microseconds))),
      ("bytes", Column(int64s: entries.map { Int64($0.bytes) })),
      // A fetch asks for what is new, so nothing comes from a cache.
      ("cache", coded("cache") { _ in "miss" }),
      ("attempt", Column(int16s: entries.map { Int16(clamping: $0.attempt) })),
      ("error", coded("error", \.error)),
      (
        "import_id", Column(int32s: Array(repeating: Int32(importID), count: entries.count))
      ),
    ])
  }
}
