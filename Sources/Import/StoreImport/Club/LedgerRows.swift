import ColumnStore
import Columns
import Foundation
import RowReading
import Seasons
import StoreTables

/// Completes transactions by what a file leaves out: season, year, kind and key.
struct LedgerRows {
  let writer: StoreWriter
  /// The club's time zone, which decides on which day a season begins.
  let zone: TimeZone

  /// Returns the rows, each with a kind and a key, and with season and year where they have one.
  ///
  /// A column that the file lacks follows from the time: the season that the time lies in; for a
  /// season without a year, the last one that had begun. Where the file has the column, an empty
  /// cell means that the points count for no season.
  ///
  /// - Parameter rows: Rows with runner, time and points.
  /// - Returns: The rows with all columns of the ledger.
  func completed(_ rows: Table) -> Table {
    var rows = withKinds(rows)
    if rows["season"] == nil || rows["year"] == nil { rows = withSeasons(rows) }
    return withKeys(rows)
  }

  // MARK: - Implementation

  private func withKinds(_ rows: Table) -> Table {
    let earned = writer.dictionary("transaction_kind").code(TransactionKind.earned.rawValue)
    let given = rows.column(Field("kind", .coded(dictionary: "transaction_kind")))
    let codes = (0..<rows.rowCount).map { given.isNull($0) ? earned : given.int32s[$0] }
    return rows.replacing("kind", Column(given.type, .int32(Buffer(codes))))
  }

  private func withSeasons(_ rows: Table) -> Table {
    let encoder = writer.dictionary("season")
    let codes = Dictionary(
      uniqueKeysWithValues: Season.allCases.map { ($0, encoder.code($0.rawValue)) })
    let seasons = Dictionary(uniqueKeysWithValues: codes.map { ($1, $0) })
    var begun = BegunSeasons(zone)
    let times = rows.eventTimes
    let (given, givenYears) = (rows["season"], rows["year"])
    var newSeasons: [Int32?] = []
    var years: [Int16?] = []
    for row in 0..<rows.rowCount {
      if let given, given.isNull(row) {
        newSeasons.append(nil)
        years.append(givenYears.flatMap { $0.isNull(row) ? nil : $0.int16s[row] })
        continue
      }
      let season = given.flatMap { seasons[$0.int32s[row]] }
      let own = begun.season(season, at: times[row])
      newSeasons.append(codes[own.season])
      years.append(
        givenYears.map { $0.isNull(row) ? nil : $0.int16s[row] } ?? Int16(clamping: own.year))
    }
    return rows.replacing("season", Column(.coded(dictionary: "season"), int32s: newSeasons))
      .replacing("year", Column(int16s: years))
  }

  /// Gives transactions without an activity's key a key that is the same in every file.
  private func withKeys(_ rows: Table) -> Table {
    let field = SeasonTables.transactionKey
    let given = rows.column(field)
    // A column that the file lacks has no null if there are no rows.
    guard given.validity.nullCount > 0 || rows[field.name] == nil else { return rows }
    let runners = rows["runner_id"]!.int32s
    let kinds = rows["kind"]!.int32s
    let activities = rows.column(Field("activity_type", .coded(dictionary: "activity_type")))
    let times = rows.eventTimes
    let points = rows["points"]!.int32s
    // Safety: a dictionary leaves its names where they are.
    func name(_ dictionary: String, _ code: Int32) -> UnsafeBufferPointer<UInt8> {
      writer.dictionary(dictionary).utf8(Int(code))
    }
    let dash = UInt8(ascii: "-")
    var offsets: [Int32] = [0]
    var bytes: [UInt8] = []
    for row in 0..<rows.rowCount {
      if given.isNull(row) {
        bytes += Array("tx-".utf8) + name("runner_id", runners[row])
        bytes += [dash] + name("transaction_kind", kinds[row]) + [dash]
        if !activities.isNull(row) { bytes += name("activity_type", activities.int32s[row]) }
        bytes += Array("-\(times[row])-\(points[row])".utf8)
      } else {
        bytes += given.texts.utf8(row)
      }
      offsets.append(Int32(bytes.count))
    }
    let keys = TextBuffer(offsets: Buffer(offsets), bytes: Buffer(bytes))
    return rows.replacing(field.name, Column(.text, .text(keys)))
  }
}

/// The seasons that moments lie in; each quarter of an hour is looked up once.
private struct BegunSeasons {
  private struct Key: Hashable {
    let season: Season?
    /// Days begin on a quarter of an hour of UTC.
    let quarter: Int64
  }

  private var calendar = Calendar(identifier: .gregorian)
  private var known: [Key: SeasonYear] = [:]

  init(_ zone: TimeZone) { calendar.timeZone = zone }

  mutating func season(_ season: Season?, at micros: Int64) -> SeasonYear {
    let length: Int64 = 900_000_000
    let quarter = micros >= 0 ? micros / length : (micros - length + 1) / length
    let key = Key(season: season, quarter: quarter)
    if let found = known[key] { return found }
    let date = Date(timeIntervalSince1970: Double(quarter * 900))
    let found =
      season.map { SeasonYear($0, begunBy: date, in: calendar) }
      ?? SeasonYear(of: date, in: calendar)
    known[key] = found
    return found
  }
}
