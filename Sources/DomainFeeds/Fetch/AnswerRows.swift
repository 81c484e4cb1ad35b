import ColumnStore
import Columns
import Racing

/// Answers of one month as rows of the table `responses`, less the codes of their names.
struct AnswerRows: Sendable {
  private let apis: [String]
  private let states: [RaceState?]
  /// The columns that need no dictionary, by name.
  private let columns: [String: Column]

  /// Puts answers in order: by day and request.
  init(_ answers: [(request: String, answer: KnownAnswer)]) {
    let days = answers.map(\.answer.day.number)
    let order = answers.indices.sorted { first, second in
      days[first] != days[second]
        ? days[first] < days[second] : answers[first].request < answers[second].request
    }
    apis = order.map { answers[$0].answer.api }
    states = order.map { answers[$0].answer.raceState }
    columns = [
      "request": Column(texts: order.map { answers[$0].request }),
      "day": Column(.date, int32s: order.map { days[$0] }),
      "fetched_at": Column(.instant, int64s: order.map { answers[$0].answer.fetchedAt }),
      "status": Column(int16s: order.map { Int16(clamping: answers[$0].answer.status) }),
      "bytes": Column(int64s: order.map { Int64(answers[$0].answer.bytes) }),
      "sha256": Column(texts: order.map { answers[$0].answer.sha256 }),
      "details": Column(
        texts: order.map { place in
          let ids = answers[place].answer.details
          return ids.isEmpty ? nil : ids.map(FetchRequest.encoded).joined(separator: " ")
        }),
      "import_id": Column(int32s: order.map { answers[$0].answer.importID.map { Int32($0) } }),
    ]
  }

  /// The rows.
  func table(_ dictionary: (String) -> DictionaryEncoder) -> Table {
    let (apis, states) = (dictionary("api"), dictionary("race_state"))
    var columns = columns
    columns["api"] = Column(.coded(dictionary: "api"), int32s: self.apis.map { apis.code($0) })
    columns["race_state"] = Column(
      .coded(dictionary: "race_state"),
      int32s: self.states.map { $0.map { states.code($0.rawValue) } })
    return Table(
      RacingTables.responseFields.map { (name: $0.name, column: columns[$0.name]!) })
  }
}
