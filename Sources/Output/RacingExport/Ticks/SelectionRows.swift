import Columns
import ExchangeStream
import Foundation
import Racing
import TabularFiles

/// The runners of a stream's markets, with the days of their races.
struct SelectionRows {
  /// The day of each market that has one, by its id.
  private(set) var days: [String: Day] = [:]
  /// The rows of each month, with the fields of ``TickTables/selectionFields``.
  private(set) var rows: [Month: Table] = [:]
  /// The number of rows whose runner was found in the store.
  private(set) var matchedCount = 0

  /// The kind of market that is read: the winner of a horse race.
  static let marketType = "7/WIN"

  private static let columns = [
    "../WIN/id", "WIN/id", "WIN/name", "WIN/status", "WIN/bsp", "../market/marketTime",
    "../market/venue", "../market/countryCode",
  ]

  /// Reads a stream's last definitions.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - stored: The runners of a store; nil without one.
  /// - Throws: `FileError` for a damaged definition, or a damaged file of the store.
  init(_ stream: MarketTicks, _ stored: MarketRunners?) throws(FileError) {
    let table = try stream.runners(Self.columns)
    let texts = table.columns
    func text(_ column: Int, _ row: Int) -> String? {
      texts[column].isNull(row) ? nil : texts[column].texts[row]
    }
    let inPlayAt = Dictionary(
      stream.markets.map { ($0.id, $0.inPlayAt) }, uniquingKeysWith: { $1 })
    var months: [Month: [[Cell]]] = [:]
    for row in 0..<table.rowCount {
      guard let market = text(0, row), let id = text(1, row).flatMap(Int64.init) else { continue }
      guard let off = text(5, row).flatMap(Self.milliseconds), let course = text(6, row) else {
        continue
      }
      let day = Self.day(off)
      days[market] = day
      let horse = text(2, row).map(Self.withoutNumber)
      var runner: MarketRunners.Runner?
      if let horse { runner = try stored?.runner(day, course: course, horse: horse) }
      if runner != nil { matchedCount += 1 }
      let bsp = text(4, row).flatMap { try? Odds.decimal($0) }
      months[Month(of: day), default: []].append([
        .text(market), .number(id), .number(Int64(day.number)), .number(off),
        .number((inPlayAt[market] ?? nil) ?? off), .text(course), .text(text(7, row)),
        .text(horse), .text(text(3, row)), .number(bsp?.micros), .text(runner?.raceID),
        .text(runner?.jockey), .text(runner?.trainer),
      ])
    }
    rows = months.mapValues(Self.table)
  }

  // MARK: - Implementation

  private enum Cell {
    case text(String?)
    case number(Int64?)

    var text: String? { if case .text(let value) = self { value } else { nil } }
    var number: Int64? { if case .number(let value) = self { value } else { nil } }
  }

  private static func table(_ rows: [[Cell]]) -> Table {
    let fields = TickTables.selectionFields
    let columns = fields.enumerated().map { index, field in
      switch field.type {
      case .date: Column(.date, int32s: rows.map { $0[index].number.map { Int32($0) } })
      case .int64: Column(int64s: rows.map(\.[index].number))
      default: Column(texts: rows.map(\.[index].text))
      }
    }
    return Table(fields: fields, columns: columns, rowCount: rows.count)
  }

  /// Drops the number before a name outside of Britain and Ireland: `4. Name`.
  private static func withoutNumber(_ name: String) -> String {
    guard let match = name.prefixMatch(of: /\d+[A-Z]?\. */), match.range.upperBound < name.endIndex
    else { return name }
    return String(name[match.range.upperBound...])
  }

  /// Reads a time such as `2017-06-14T18:55:00.000Z`.
  private static func milliseconds(_ text: String) -> Int64? {
    Moment.micros(text, [.micros, .nanos, .anyDigits]).map { $0 / 1_000 }
  }

  /// Returns the day in London; imports of these streams use it as the day of the race too.
  private static func day(_ milliseconds: Int64) -> Day {
    let seconds = milliseconds / 1000
    let zone = london?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))) ?? 0
    return Day.split(micros: (seconds + Int64(zone)) * 1_000_000).day
  }

  private static let london = TimeZone(identifier: "Europe/London")
}
