import ColumnStore
import Foundation
import SeasonTotals
import Seasons

/// The default seasons of a fetch.
enum LedgerSeasons {
  /// Returns the current season, and those with points in the store's ledger.
  static func usual(_ fetch: PointsFetch) throws(FetchError) -> [SeasonYear] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = fetch.zone
    let now = SeasonYear(
      of: Date(timeIntervalSince1970: Double(fetch.job.clock.now) / 1e6), in: calendar)
    let stored = try stored(fetch.job.store)
    return stored.contains(now) ? stored : stored + [now]
  }

  // MARK: - Implementation

  private static func stored(_ store: String) throws(FetchError) -> [SeasonYear] {
    do {
      return try StoredSeasons.all(
        in: Snapshot(store: store, tables: [SeasonTables.pointsLedger]))
    } catch .notFound {
      return []
    } catch {
      throw .store(error)
    }
  }
}
