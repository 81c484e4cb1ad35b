import Columns
import Racing

extension MonthView {
  /// Returns a race's field size as given by its source, otherwise its number of starters.
  package func fieldSize(_ race: Int, given: Column) -> Int {
    given.isNull(race) ? starterCount(race) : Int(given.int16s[race])
  }

  /// The field sizes given by sources.
  package var givenFieldSizes: Column { races.column(RacingTables.flatField("field_size")!) }

  /// Per runner, the field size as in exported runners.
  var fieldSizes: Column {
    let given = givenFieldSizes
    let sizes = (0..<races.rowCount).map { Int16(clamping: fieldSize($0, given: given)) }
    return Column(.int16, .int16(spread(Buffer(sizes))))
  }
}
