import ColumnStore
import Columns
import Racing

/// Answers of one month as rows of the table `responses`, without their names' codes.
struct AnswerRows: Sendable {
  private let apis: [String]
  private let states: [String?]
  /// The columns without a dictionary, by name.
  private let columns: [String: Column]

  /// Orders some of the known answers by day and request.
  init(_ known: KnownAnswers, at places: [Int]) {
    let (requests, answers) = (known.requests, known.answers)
    let order = places.sorted { first, second in
      let days = (answers[first].day, answers[second].day)
      return days.0 != days.1 ? days.0 < days.1 : requests[first] < requests[second]
    }
    apis = order.map { answers[$0].api }
    states = order.map { answers[$0].state }
    columns = [
      "request": Column(texts: order.map { requests[$0] }),
      "day": Column(.date, int32s: order.map { answers[$0].day.number }),
      "fetched_at": Column(.instant, int64s: order.map { answers[$0].fetchedAt }),
      "status": Column(int16s: order.map { Int16(clamping: answers[$0].status) }),
      "bytes": Column(int64s: order.map { Int64(answers[$0].bytes) }),
      "sha256": Column(texts: order.map { answers[$0].sha256 }),
      "details": Column(texts: order.map { Self.text(answers[$0].details) }),
      "open_races": Column(texts: order.map { Self.text(answers[$0].open) }),
      "import_id": Column(int32s: order.map { answers[$0].importID.map { Int32($0) } }),
    ]
  }

  /// Returns the rows.
  func table(_ dictionary: (String) -> DictionaryEncoder) -> Table {
    let (apis, states) = (dictionary("api"), dictionary("race_state"))
    var columns = columns
    columns["api"] = Column(.coded(dictionary: "api"), int32s: self.apis.map { apis.code($0) })
    columns["race_state"] = Column(
      .coded(dictionary: "race_state"),
      int32s: self.states.map { $0.map { states.code($0) } })
    return Table(
      RacingTables.responseFields.map { (name: $0.name, column: columns[$0.name]!) })
  }

  // MARK: - Implementation

  private static func text(_ ids: [String]) -> String? {
    ids.isEmpty ? nil : ids.map(\.pathPart).joined(separator: " ")
  }
}
