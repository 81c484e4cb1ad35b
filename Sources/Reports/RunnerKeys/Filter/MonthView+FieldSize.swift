import Columns
import Racing

extension MonthView {
  /// A race's field size as its source gives it, else the number of its starters.
  package func fieldSize(_ race: Int, given: Column) -> Int {
    given.isNull(race) ? starterCount(race) : Int(given.int16s[race])
  }

  /// The field sizes that sources give.
  package var givenFieldSizes: Column { races.column(RacingTables.flatField("field_size")!) }

  /// Each runner's field size, as exported runners have it.
  var fieldSizes: Column {
    let given = givenFieldSizes
    let sizes = (0..<races.rowCount).map { Int16(clamping: fieldSize($0, given: given)) }
    return Column(.int16, .int16(spread(Buffer(sizes))))
  }
}
