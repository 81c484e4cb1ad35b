import ColumnStore
import Racing
import RacingExport

/// Each horse's best official rating, read from the stored rows.
func bestRatings(store: String) throws -> [String: Int16] {
  var best: [String: Int16] = [:]
  for month in try ExportJob(Snapshot(store: store)).months(of: RacingTables.runners) {
    let (horses, ratings) = (month["horse"]!, month["official_rating"]!)
    for row in 0..<month.rowCount where !horses.isNull(row) && !ratings.isNull(row) {
      best[horses.texts[row]] = max(ratings.int16s[row], best[horses.texts[row]] ?? 0)
    }
  }
  return best
}
