import ColumnStore
import Columns
import Seasons
import StoreTables

/// The seasons in a store.
public enum StoredSeasons {
  /// Returns all seasons with transactions, rewards, progress or runners' points, in time order.
  ///
  /// - Parameter snapshot: The store.
  /// - Returns: The seasons.
  /// - Throws: `StoreError` for a damaged table.
  public static func all(in snapshot: Snapshot) throws(StoreError) -> [SeasonYear] {
    try snapshot.checkReports()
    let ledger = try snapshot.ledgerSegments()
    var found: Set<SeasonYear> = []
    for table in SeasonTables.rebuiltTables where table != SeasonTables.roster {
      let isLedger = table == SeasonTables.pointsLedger
      for segment in isLedger ? ledger : snapshot.segments(of: table) {
        let rows = SeasonCodes(segment.rows, snapshot)
        var last: (Int32, Int16)?
        // Rows of one season are mostly adjacent, so skip repeated codes.
        for row in 0..<segment.rows.rowCount {
          guard let code = rows.code(row), last == nil || last! != code else { continue }
          last = code
          if let season = rows.season(code) { found.insert(season) }
        }
      }
    }
    return found.sorted { ($0.year, $0.season.place) < ($1.year, $1.season.place) }
  }

  /// Returns the season of the last transaction that has one.
  ///
  /// - Parameter snapshot: The store.
  /// - Returns: The season.
  /// - Throws: ``SeasonError`` `.noTransactions` if there are none, `.store` for a damaged ledger.
  public static func last(in snapshot: Snapshot) throws(SeasonError) -> SeasonYear {
    let segments = try SeasonError.ofStore { () throws(StoreError) in
      try snapshot.ledgerSegments()
    }
    for segment in segments.reversed() {
      let rows = SeasonCodes(segment.rows, snapshot)
      for row in (0..<segment.rows.rowCount).reversed() {
        if let season = rows.code(row).flatMap(rows.season) { return season }
      }
    }
    throw .noTransactions(store: snapshot.store)
  }
}

/// Seasons by the codes of rows.
private struct SeasonCodes {
  private let seasons: Column
  private let years: Column
  private let names: NameDictionary

  init(_ rows: Table, _ snapshot: Snapshot) {
    seasons = rows.column(Field("season", .coded(dictionary: "season")))
    years = rows.column(Field("year", .int16))
    names = snapshot.dictionary("season")
  }

  func code(_ row: Int) -> (Int32, Int16)? {
    seasons.isNull(row) || years.isNull(row) ? nil : (seasons.int32s[row], years.int16s[row])
  }

  func season(_ code: (Int32, Int16)) -> SeasonYear? {
    // An invalid code has no name, so no season.
    guard (0..<names.count).contains(Int(code.0)) else { return nil }
    return Season(rawValue: names[Int(code.0)]).map { SeasonYear($0, Int(code.1)) }
  }
}

extension Season {
  /// The order within a year: xc before track.
  fileprivate var place: Int { self == .xc ? 0 : 1 }
}
