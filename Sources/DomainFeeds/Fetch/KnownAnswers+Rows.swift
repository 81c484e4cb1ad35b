import ColumnStore
import Columns
import Foundation
import Racing

/// Answers to rows of the table `responses` and back.
///
/// If you add a column, also add it to `RacingTables.responseFields` and `docs/schema.md`.
extension KnownAnswers {
  /// Reads the stored answers of a snapshot.
  init(_ snapshot: Snapshot) {
    var answers: [String: KnownAnswer] = [:]
    for segment in snapshot.segments(of: RacingTables.responses) {
      Self.read(segment.rows, into: &answers) { name, code in
        String(decoding: snapshot.dictionary(name).utf8(Int(code)), as: UTF8.self)
      }
    }
    self.init(answers)
  }

  /// Reads the answers that a writer's state holds.
  init(_ writer: StoreWriter) throws(StoreError) {
    var answers: [String: KnownAnswer] = [:]
    for month in writer.months(of: RacingTables.responses) {
      guard let rows = try writer.rows(of: RacingTables.responses, month) else { continue }
      Self.read(rows, into: &answers) { name, code in
        String(decoding: writer.dictionary(name).utf8(Int(code)), as: UTF8.self)
      }
    }
    self.init(answers)
  }

  /// Hands the changed months to a writer, for its next commit.
  func write(to writer: StoreWriter) throws(StoreError) {
    let months = Dictionary(grouping: byRequest.filter { changedMonths.contains($0.value.month) }) {
      $0.value.month
    }
    for month in changedMonths.sorted() {
      let answers = (months[month] ?? []).sorted {
        ($0.value.day, $0.key) < ($1.value.day, $1.key)
      }
      try writer.replace(
        RacingTables.responses, month, with: Self.table(answers, writer.dictionary))
    }
  }

  // MARK: - Implementation

  private static func read(
    _ rows: Table, into answers: inout [String: KnownAnswer], text: (String, Int32) -> String
  ) {
    func cell<T>(_ name: String, _ row: Int, _ value: (Column) -> T) -> T? {
      rows[name].flatMap { $0.isNull(row) ? nil : value($0) }
    }
    for row in 0..<rows.rowCount {
      guard let request = cell("request", row, { $0.texts[row] }),
        let day = cell("day", row, { Day($0.int32s[row]) })
      else { continue }
      let details = cell("details", row) { $0.texts[row] } ?? ""
      answers[request] = KnownAnswer(
        day: day, fetchedAt: cell("fetched_at", row) { $0.int64s[row] } ?? 0,
        status: cell("status", row) { Int($0.int16s[row]) } ?? 0,
        bytes: cell("bytes", row) { Int($0.int64s[row]) } ?? 0,
        sha256: cell("sha256", row) { $0.texts[row] },
        raceState: cell("race_state", row) { $0.int32s[row] }.flatMap {
          RaceState(rawValue: text("race_state", $0))
        },
        details: details.split(separator: " ").map { $0.removingPercentEncoding ?? String($0) },
        importID: cell("import_id", row) { Int($0.int32s[row]) },
        api: cell("api", row) { text("api", $0.int32s[row]) } ?? RacingFetch.api)
    }
  }

  private static func table(
    _ answers: [(key: String, value: KnownAnswer)], _ dictionary: (String) -> DictionaryEncoder
  ) -> Table {
    let apis = dictionary("api")
    let states = dictionary("race_state")
    return Table([
      (
        "api",
        Column(.coded(dictionary: "api"), int32s: answers.map { apis.code($0.value.api) })
      ),
      ("request", Column(texts: answers.map(\.key))),
      ("day", Column(.date, int32s: answers.map(\.value.day.number))),
      ("fetched_at", Column(.instant, int64s: answers.map(\.value.fetchedAt))),
      ("status", Column(int16s: answers.map { Int16(clamping: $0.value.status) })),
      ("bytes", Column(int64s: answers.map { Int64($0.value.bytes) })),
      ("sha256", Column(texts: answers.map(\.value.sha256))),
      (
        "race_state",
        Column(
          .coded(dictionary: "race_state"),
          int32s: answers.map { $0.value.raceState.map { states.code($0.rawValue) } })
      ),
      (
        "details",
        Column(
          texts: answers.map { answer in
            let ids = answer.value.details.map(FetchRequest.encoded)
            return ids.isEmpty ? nil : ids.joined(separator: " ")
          })
      ),
      ("import_id", Column(int32s: answers.map { $0.value.importID.map { Int32($0) } })),
    ])
  }
}

extension KnownAnswer {
  /// The month whose rows it belongs to.
  fileprivate var month: Month { Month(of: day) }
}
