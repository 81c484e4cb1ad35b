import Columns
import Racing

/// Fields by name, stored or derived.
extension KeyColumns {
  /// Prepares a field: computes its column if derived or coded, and checks plain texts.
  package mutating func prepare(_ field: String) {
    if let fact = RunnerFact(rawValue: field) {
      _ = self.fact(fact)
    } else if field == DaysSinceLastRun.fieldName {
      _ = daysSinceLastRun()
    } else if case .coded = Self.type(ofField: field) {
      _ = namedColumn(field)
    } else if RacingTables.flatField(field)?.type == .text {
      checkTexts(field)
    }
  }

  /// Returns the names of a prepared field's codes; none for numbers and plain text.
  package func names(ofField field: String) -> [String] {
    guard case .coded = Self.type(ofField: field) else { return [] }
    let names = prepared(field).names
    return (0..<names.count).map { names[$0] }
  }

  /// Returns a prepared field's values, one per runner of a month.
  package func flatColumn(_ name: String, month: Int) -> Column {
    if let fact = RunnerFact(rawValue: name) { return preparedFact(fact).months[month] }
    let view = months[month]
    switch name {
    case DaysSinceLastRun.fieldName:
      let days = preparedDays[month]
      return Column(
        .int32, .int32(days), Validity(Bitmap(count: days.count) { days[$0] > 0 }))
    case "year":
      return Column(
        .int32,
        .int32(
          view.spread(Buffer(view.dates.map { Int32(truncatingIfNeeded: Day($0).civil.year) }))
        ))
    case "field_size": return view.fieldSizes
    case DerivedTimes.name:
      return DerivedTimes.column(runners: view.runners, races: view.races) {
        snapshot.dictionary($0).name(ofCode: $1)
      }
    default: break
    }
    if case .coded = Self.type(ofField: name) {
      let codes = prepared(name).months[month]
      return Column(
        .coded(dictionary: name), .int32(codes),
        Validity(Bitmap(count: codes.count) { codes[$0] >= 0 }))
    }
    let field = RacingTables.flatField(name)!
    // Runners also have their race's key.
    if let own = view.runners[name] { return own }
    guard let ofRaces = view.races[name] else { return view.runners.column(field) }
    let index = view.runners[RacingTables.raceIndex.name]!.int32s
    return ofRaces.gathered(Array(index))
  }

  /// Returns a value's column for a month, with its fields prepared; a field's is its own column.
  package func column(of value: FilterValue, month: Int) -> Column {
    if case .field(let field) = value { return flatColumn(field.name, month: month) }
    return value.column(rowCount: months[month].runners.rowCount) { flatColumn($0, month: month) }
  }

  /// Returns the type of a field's values; keys derived here are codes of names.
  package static func type(ofField name: String) -> ColumnType {
    if let fact = RunnerFact(rawValue: name) { return fact.type }
    if name == DaysSinceLastRun.fieldName || name == "year" { return .int32 }
    if name == DerivedTimes.name { return DerivedTimes.field.type }
    return RacingTables.flatField(name)?.type ?? .coded(dictionary: name)
  }
}
