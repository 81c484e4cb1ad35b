import ColumnStore
import Columns
import Seasons
import StoreTables

/// One month's transactions as plain buffers, ordered by time and key.
struct LedgerMonth {
  let times: Buffer<Int64>
  let runners: Buffer<Int32>
  let points: Buffer<Int32>
  let seasons: Column
  let years: Column
  let kinds: Column
  let activities: Column

  init(_ rows: Table) {
    func column(_ name: String) -> Column {
      rows.column(SeasonTables.pointsLedgerFields.first { $0.name == name }!)
    }
    times = column("event_time").int64s
    runners = column("runner_id").int32s
    points = column("points").int32s
    seasons = column("season")
    years = column("year")
    kinds = column("kind")
    activities = column("activity_type")
  }

  /// Returns the first row at or after a moment.
  func firstRow(from micros: Int64) -> Int {
    times.indices.partitionPoint { times[$0] >= micros }
  }
}

extension Snapshot {
  /// Returns the ledger's months in time order.
  ///
  /// - Throws: ``SeasonError`` `.store` for a damaged month, as far as the columns' layout shows
  ///   it.
  func ledgerMonths() throws(SeasonError) -> [LedgerMonth] {
    try SeasonError.ofStore { () throws(StoreError) in
      var months: [LedgerMonth] = []
      for segment in try ledgerSegments() {
        let month = LedgerMonth(segment.rows)
        for time in [month.times.first, month.times.last] {
          guard let time, Month(of: Day.split(micros: time).day) == segment.month else {
            throw segment.damage(
              found: "transactions out of order", expected: "those of \(segment.month.iso)")
          }
        }
        months.append(month)
      }
      return months
    }
  }

  /// Returns the ledger's segments, after checking the layout of their columns.
  func ledgerSegments() throws(StoreError) -> [Segment] {
    let segments = segments(of: SeasonTables.pointsLedger)
    let types = Dictionary(
      uniqueKeysWithValues: SeasonTables.pointsLedgerFields.map { ($0.name, $0.type) })
    for segment in segments { try segment.checkColumns { types[$0] } }
    return segments
  }

  /// Verifies the checksums of all report tables; they have few rows.
  func checkReports() throws(StoreError) {
    for table in SeasonTables.rebuiltTables where table != SeasonTables.pointsLedger {
      _ = try checkedSegments(of: table)
    }
  }

  /// Returns the code of a name, or nil; for small dictionaries.
  func code(of name: String, in dictionary: String) -> Int32? {
    let names = self.dictionary(dictionary)
    return (0..<names.count).first { names[$0] == name }.map { Int32($0) }
  }
}

/// The codes of the transactions that count for a season.
struct SeasonFilter {
  let season: Int32
  let year: Int16
  let earned: Int32

  /// Makes the filter; nil if no transaction in the store can match.
  init?(_ season: SeasonYear, _ snapshot: Snapshot) {
    guard let code = snapshot.code(of: season.season.rawValue, in: "season"),
      let earned = snapshot.code(of: TransactionKind.earned.rawValue, in: "transaction_kind"),
      let year = Int16(exactly: season.year)
    else { return nil }
    self.season = code
    self.year = year
    self.earned = earned
  }
}
