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
  private let firstDate: String?

  private static let columns = ["id_race", "race_id", "date", "race_time"]

  /// Reads a body; a body that is no JSON has no elements.
  init(of body: SourceFile) {
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

  /// The unreadable dates, in words; nil if all are readable.
  var misdated: String? {
    guard let firstDate else { return nil }
    let whose = elements == 1 ? "its date" : "the date of \(misdatedCount) of \(elements) elements"
    let more = misdatedCount > 1 ? " and the like" : ""
    let date = DisplayWidth.printable(firstDate, limit: 40)
    return "found “\(date)”\(more) as \(whose); expected one such as 2020-11-08 16:50:00"
  }

  // MARK: - Implementation

  /// Returns a race's date as text if it is unreadable.
  private static func unreadableDate(_ rows: JournalRows, _ row: Int) -> String? {
    let text = [2, 3].lazy.compactMap { rows[row, $0] }.first { !$0.isEmpty }
    return text.flatMap { APIDate($0) == nil ? $0 : nil }
  }
}
