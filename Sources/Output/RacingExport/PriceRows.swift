import Columns
import Racing

/// The table `prices`: one row per runner and named price, in the order of the runners.
enum PriceRows {
  /// Makes the rows of a month's prices.
  ///
  /// - Parameters:
  ///   - runners: A month's rows of `runners`.
  ///   - races: The same month's rows of `races`.
  /// - Returns: A row for each price that a runner has, with its race's key and day.
  static func rows(runners: Table, races: Table) -> Table {
    let prices = NamedPrice.among(runners.fields.map(\.name))
    let columns = prices.map { runners.column($0.field) }
    let volumes = prices.map { price in price.volume.flatMap { runners[$0] } }
    var rows: [Int32] = []
    var places: [Int] = []
    for row in 0..<runners.rowCount {
      for place in prices.indices where !columns[place].isNull(row) {
        rows.append(Int32(row))
        places.append(place)
      }
    }
    let shown = zip(rows, places)
    let values = shown.map { columns[$1].int64s[Int($0)] }
    let traded = shown.map { row, place in
      volumes[place].flatMap { $0.isNull(Int(row)) ? nil : $0.int64s[Int(row)] }
    }
    let flat = FlatRows.joined(runners: runners, races: races).gathered(rows)
    let fields = RacingTables.priceFields
    return Table(
      fields: fields,
      columns: fields.map { field in
        switch field.name {
        case "name": Column(texts: places.map { prices[$0].name })
        case "price": Column(.micros, .int64(Buffer(values)))
        case "volume":
          Column(
            .micros, .int64(Buffer(traded.map { $0 ?? 0 })), Validity(traded.map { $0 != nil }))
        default: flat.column(field)
        }
      }, rowCount: rows.count)
  }
}
