import ColumnStore
import Columns
import Seasons

/// The rows of one season in a table of reports.
struct SeasonRows {
  let rows: Table

  init(_ table: String, _ season: SeasonYear, _ snapshot: Snapshot) {
    let code = snapshot.code(of: season.season.rawValue, in: "season")
    let months = snapshot.segments(of: table).map { segment in
      let seasons = segment.rows.column(Field("season", .coded(dictionary: "season")))
      let years = segment.rows.column(Field("year", .int16))
      let own = (0..<Int32(segment.rows.rowCount)).filter { row in
        let row = Int(row)
        return !seasons.isNull(row) && seasons.int32s[row] == code && !years.isNull(row)
          && Int(years.int16s[row]) == season.year
      }
      return segment.rows.gathered(own)
    }
    rows = months.isEmpty ? Table([]) : Table.concatenated(months)
  }

  func instants(_ name: String) -> Buffer<Int64> { rows.column(Field(name, .instant)).int64s }
}
