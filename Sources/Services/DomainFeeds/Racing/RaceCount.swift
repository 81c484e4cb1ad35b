import APICore
import Columns
import TabularFiles

/// The races in an answer, be it a list or a single race.
struct RaceCount {
  /// The number of elements.
  let elements: Int
  /// The number of races with an id.
  let count: Int
  /// The number of races with an unreadable date, which is stored as none.
  let misdatedCount: Int
  /// The number of runners of races with an id.
  private let runners: Int
  /// The indices of the runners without name, id and number.
  private let nameless: [Int]
  private let firstDate: String?

  private static let columns = ["id_race", "race_id", "date", "race_time"]
  private static let runnerColumns = [
    "../id_race", "../race_id", "horse", "id_horse", "horse_id", "number",
  ]
  private static let runnerRows = RowPath("[]/horses|runners/*")!

  /// Reads a body; a body that is no JSON has no elements.
  init(of body: SourceFile) {
    (runners, nameless) = Self.runners(of: body)
    let parts = try? body.mapParts(threads: 1) { part throws(FileError) in
      let rows = JournalRows(try part.read(columns: Self.columns, rows: RowPath("[]")!))
      let races = (0..<rows.count).filter { rows.idColumn($0, of: 0...1) != nil }
      return (rows.count, races.count, races.compactMap { Self.unreadableDate(rows, $0) })
    }
    let found = parts ?? []
    elements = found.reduce(0) { $0 + $1.0 }
    count = found.reduce(0) { $0 + $1.1 }
    let dates = found.flatMap(\.2)
    misdatedCount = dates.count
    firstDate = dates.first
  }

  /// The elements that are no races, in words; nil if all are races.
  var stray: String? {
    let count = elements - count
    guard count > 0 else { return nil }
    return "\(count) of \(elements) elements \(count == 1 ? "is" : "are") no race with an id"
  }

  /// The number of races without an id and of runners without a name: the store cannot keep them.
  var unreadCount: Int { elements - count + nameless.count }

  /// The runners without name, id and number, in words; nil if there are none.
  var unnamed: String? {
    guard let first = nameless.first else { return nil }
    let more = nameless.count > 1 ? " and \(nameless.count - 1) more" : ""
    return "left out: runner \(first + 1) of \(runners)\(more): found nothing as horse, id_horse, "
      + "horse_id and number; expected a value in one of them"
  }

  /// The unreadable dates, in words; nil if all are readable.
  var misdated: String? {
    guard let firstDate else { return nil }
    let whose = elements == 1 ? "its date" : "the date of \(misdatedCount) of \(elements) elements"
    let more = misdatedCount > 1 ? " and the like" : ""
    let date = DisplayWidth.printable(firstDate, limit: 40)
    return "found “\(date)”\(more) as \(whose); expected one such as 2020-11-08 16:50:00"
  }

  // MARK: - Implementation

  /// Counts runners and finds those without name, id and number; finds none if all are without,
  /// because the race then counts as one without runners.
  private static func runners(of body: SourceFile) -> (count: Int, nameless: [Int]) {
    let parts = try? body.mapParts(threads: 1) { part throws(FileError) in
      let rows = JournalRows(try part.read(columns: runnerColumns, rows: runnerRows))
      return (0..<rows.count).filter { rows.idColumn($0, of: 0...1) != nil }
        .map { rows.idColumn($0, of: 2...5) != nil }
    }
    let named = (parts ?? []).flatMap { $0 }
    let isNone = !named.contains(true)
    return (named.count, isNone ? [] : named.indices.filter { !named[$0] })
  }

  /// Returns a race's date as text if it is unreadable.
  private static func unreadableDate(_ rows: JournalRows, _ row: Int) -> String? {
    let text = [2, 3].lazy.compactMap { rows[row, $0] }.first { !$0.isEmpty }
    return text.flatMap { APIDate($0) == nil ? $0 : nil }
  }
}
