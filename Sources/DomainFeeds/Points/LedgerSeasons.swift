import ColumnStore
import Columns
import Foundation
import Seasons

/// The seasons that a fetch asks for where none is named.
enum LedgerSeasons {
  /// This season, and those that the store's ledger has points of, in time order.
  static func usual(_ job: PointsFetch) throws(FetchError) -> [SeasonYear] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = job.zone
    let now = Date(timeIntervalSince1970: Double(job.clock.now) / 1e6)
    let seasons = try stored(job.store).union([SeasonYear(of: now, in: calendar)])
    // Xc goes before track of its year.
    return seasons.sorted { ($0.year, $1.season.rawValue) < ($1.year, $0.season.rawValue) }
  }

  // MARK: - Implementation

  private static func stored(_ store: String) throws(FetchError) -> Set<SeasonYear> {
    let snapshot: Snapshot
    do {
      snapshot = try Snapshot(store: store, tables: [SeasonTables.pointsLedger])
    } catch .notFound {
      return []
    } catch {
      throw .store(error)
    }
    var seasons: Set<SeasonYear> = []
    for segment in snapshot.segments(of: SeasonTables.pointsLedger) {
      guard let codes = segment.rows["season"], let years = segment.rows["year"] else { continue }
      let names = snapshot.dictionary("season")
      for row in 0..<segment.rows.rowCount where !codes.isNull(row) && !years.isNull(row) {
        let name = String(decoding: names.utf8(Int(codes.int32s[row])), as: UTF8.self)
        guard let season = Season(rawValue: name) else { continue }
        seasons.insert(SeasonYear(season, Int(years.int16s[row])))
      }
    }
    return seasons
  }
}
