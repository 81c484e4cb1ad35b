import ColumnStore
import Columns
import Racing
import RunnerKeys

extension Snapshot {
  /// The last day on which any runner has a result; nil where none has.
  ///
  /// Cards of future days are stored too, so the last race day may be later.
  ///
  /// - Throws: `ReportError` `.store` when races are damaged.
  package var lastResultDay: Day? {
    get throws(ReportError) {
      for month in try monthViews().reversed() {
        let outcomes = month.outcomes.pointer
        for race in (0..<month.races.rowCount).reversed()
        where month.rows(ofRace: race).contains(where: {
          Outcome.isStarter(code: outcomes[$0])
        }) {
          return Day(month.dates[race])
        }
      }
      return nil
    }
  }
}
