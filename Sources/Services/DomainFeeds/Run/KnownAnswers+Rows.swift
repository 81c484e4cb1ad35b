import ColumnStore
import Columns
import Foundation
import Racing

/// Conversion of answers to rows of the table `responses` and back.
///
/// If you add a column, also add it to `RacingTables.responseFields` and `docs/schema.md`.
extension KnownAnswers {
  /// Reads the stored answers of a snapshot.
  init(_ snapshot: Snapshot) throws(StoreError) {
    self.init()
    for segment in try snapshot.checkedSegments(of: RacingTables.responses) {
      read(segment.rows) { name, code in
        String(decoding: snapshot.dictionary(name).utf8(Int(code)), as: UTF8.self)
      }
    }
  }

  /// Reads the answers of a writer's state.
  init(_ writer: StoreWriter) throws(StoreError) {
    self.init()
    for month in writer.months(of: RacingTables.responses) {
      guard let rows = try writer.rows(of: RacingTables.responses, month) else { continue }
      read(rows) { name, code in
        String(decoding: writer.dictionary(name).utf8(Int(code)), as: UTF8.self)
      }
    }
  }

  /// Passes the changed months to a writer, for its next commit.
  func write(to writer: StoreWriter, threads: Int) throws(StoreError) {
    var places: [Month: [Int]] = [:]
    for place in answers.indices {
      let month = Month(of: answers[place].day)
      if changedMonths.contains(month) { places[month, default: []].append(place) }
    }
    let months = changedMonths.sorted()
    let changed = months.map { places[$0] ?? [] }
    let rows = ParallelTasks.map(count: months.count, threads: threads) { index in
      AnswerRows(self, at: changed[index])
    }
    for (month, rows) in zip(months, rows) {
      try writer.replace(RacingTables.responses, month, with: rows.table(writer.dictionary))
    }
  }

  // MARK: - Implementation

  private mutating func read(_ rows: Table, text: (String, Int32) -> String) {
    func cell<T>(_ name: String, _ row: Int, _ value: (Column) -> T) -> T? {
      rows[name].flatMap { $0.isNull(row) ? nil : value($0) }
    }
    for row in 0..<rows.rowCount {
      guard let request = cell("request", row, { $0.texts[row] }),
        let day = cell("day", row, { Day($0.int32s[row]) })
      else { continue }
      func ids(_ name: String) -> [String] {
        let text = cell(name, row) { $0.texts[row] } ?? ""
        return text.split(separator: " ").map { $0.removingPercentEncoding ?? String($0) }
      }
      let answer = KnownAnswer(
        day: day, fetchedAt: cell("fetched_at", row) { $0.int64s[row] } ?? 0,
        status: cell("status", row) { Int($0.int16s[row]) } ?? 0,
        bytes: cell("bytes", row) { Int($0.int64s[row]) } ?? 0,
        sha256: cell("sha256", row) { $0.texts[row] },
        state: cell("race_state", row) { text("race_state", $0.int32s[row]) },
        details: ids("details"), open: ids("open_races"),
        importID: cell("import_id", row) { Int($0.int32s[row]) },
        api: cell("api", row) { text("api", $0.int32s[row]) } ?? Feeds.first.api)
      add(answer, to: request)
    }
  }
}
