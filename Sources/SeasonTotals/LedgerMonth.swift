import ColumnStore
import Columns
import Seasons

/// One month's transactions as plain buffers, in order of time and key.
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

  /// The first row at a moment or after it.
  func firstRow(from micros: Int64) -> Int {
    var range = 0..<times.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if times[middle] < micros {
        range = (middle + 1)..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }
}

extension Snapshot {
  /// The ledger's months in time order.
  func ledgerMonths() -> [LedgerMonth] {
    segments(of: SeasonTables.pointsLedger).map { LedgerMonth($0.rows) }
  }

  /// The code of a name, or nil; for dictionaries of few names.
  func code(of name: String, in dictionary: String) -> Int32? {
    let names = self.dictionary(dictionary)
    return (0..<names.count).first { names[$0] == name }.map { Int32($0) }
  }
}

/// Which transactions count for a season.
struct SeasonFilter {
  let season: Int32
  let year: Int16
  let earned: Int32

  /// Nil where the store knows none that could.
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
