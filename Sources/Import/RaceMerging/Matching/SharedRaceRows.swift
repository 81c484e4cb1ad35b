import Columns
import Racing

/// The rows of races with several sources; each cell comes from the source that owns its field.
///
/// A null never replaces a value. Otherwise the first source to fill a field owns it; a source with
/// more results than those before owns all fields that it fills. So the order of the files has no
/// effect, and a file that comes again changes nothing.
struct SharedRaceRows {
  /// The file's rows, blended with the stored ones.
  private(set) var table: Table
  /// By race, the fields that the file's source owns from now on.
  private(set) var claims: [FieldSet]
  /// Runners for which the sources give different results.
  private(set) var disagreementCount = 0

  private let stored: Table
  private let races: [SharedRace]
  private static let facts = Set(RacingTables.raceFields.map(\.name)).subtracting(["race_id"])

  /// Blends a file's rows with stored ones.
  init(_ table: Table, stored: Table, races: [SharedRace]) {
    self.table = table
    self.stored = stored
    self.races = races
    claims = Array(repeating: [], count: races.count)
    let results = storedResults()
    var columns: [Column] = []
    for (field, column) in zip(table.fields, table.columns) {
      columns.append(blended(field, column, results))
    }
    self.table = Table(fields: table.fields, columns: columns, rowCount: table.rowCount)
      .replacing(StoredRunners.rowName, rowNumbers())
  }

  // MARK: - Implementation

  private mutating func blended(_ field: Field, _ own: Column, _ storedWins: Set<Int32>) -> Column {
    let other = stored.column(field)
    var sources = RowSources(ownCount: own.count)
    switch field.name {
    case "import_id": return own
    case "race_id":
      for race in races { sources.take(race.storedRows[0], for: race.rows) }
    case "source":
      for race in races {
        for (row, partner) in race.pairs { sources.take(partner, for: row) }
      }
    case "position", "outcome":
      for (place, race) in races.enumerated() {
        if race.leads { claims[place].formUnion(FieldSet(field.name)) }
        for (row, partner) in race.pairs where storedWins.contains(row) {
          sources.take(partner, for: row)
        }
      }
    case let name where Self.facts.contains(name):
      for (place, race) in races.enumerated() where !claim(FieldSet(name), own, other, place) {
        sources.take(race.storedRows[0], for: race.rows)
      }
    case let name: takeCells(name, own, other, &sources)
    }
    return Column.concatenated([own, other]).gathered(sources.rows)
  }

  private mutating func takeCells(
    _ name: String, _ own: Column, _ other: Column, _ sources: inout RowSources
  ) {
    let field = FieldSet(name)
    for (place, race) in races.enumerated() {
      let owns = claim(field, own, other, place)
      for (row, partner) in race.pairs {
        let yields = own.isNull(Int(row)) || !owns && !other.isNull(Int(partner))
        if yields || name == "number" && race.numbersTaken.contains(own.int16s[Int(row)]) {
          sources.take(partner, for: row)
        }
      }
    }
  }

  /// Whether the file's source owns a field of a race; notes a field that it did not own before.
  private mutating func claim(_ field: FieldSet, _ own: Column, _ other: Column, _ place: Int)
    -> Bool
  {
    let race = races[place]
    guard race.rows.contains(where: { !own.isNull(Int($0)) }) else { return false }
    if race.owned.contains(field) { return true }
    guard race.leads || race.storedRows.allSatisfy({ other.isNull(Int($0)) }) else {
      return false
    }
    claims[place].formUnion(field)
    return true
  }

  /// Returns the file's rows whose stored result wins; counts the results that differ.
  private mutating func storedResults() -> Set<Int32> {
    let (positions, outcomes) = (table["position"]!, table["outcome"]!)
    let storedPositions = stored.column(Field("position", .int16))
    let storedOutcomes = stored["outcome"]!
    var storedWins: Set<Int32> = []
    for race in races {
      let owns = race.leads || race.owned.contains(FieldSet("outcome"))
      for (row, partner) in race.pairs {
        let own = Self.outcome(outcomes, row).specificity
        let other = Self.outcome(storedOutcomes, partner).specificity
        let isSame =
          outcomes.holdsSame(Int(row), as: storedOutcomes, Int(partner))
          && positions.holdsSame(Int(row), as: storedPositions, Int(partner))
        if own == other && !isSame && (race.isNew || !owns) { disagreementCount += 1 }
        if own < other || own == other && !owns { storedWins.insert(row) }
      }
    }
    return storedWins
  }

  private static func outcome(_ column: Column, _ row: Int32) -> Outcome {
    Outcome(rawValue: UInt8(column.int32s[Int(row)]))!
  }

  /// Lists the stored row that each row of the races replaces.
  private func rowNumbers() -> Column {
    let numbers = stored[StoredRunners.rowName]!.int32s
    var values = [Int32?](repeating: nil, count: table.rowCount)
    for race in races {
      for (row, partner) in zip(race.rows, race.partners) {
        values[Int(row)] = partner.map { numbers[Int($0)] } ?? StoredRunners.noRow
      }
    }
    return Column(int32s: values)
  }
}

/// For each row of a file, the source of a cell: the file, or the stored rows behind it.
private struct RowSources {
  private(set) var rows: [Int32]
  private let ownCount: Int32

  init(ownCount: Int) {
    self.ownCount = Int32(ownCount)
    rows = (0..<Int32(ownCount)).map { $0 }
  }

  mutating func take(_ storedRow: Int32, for row: Int32) { rows[Int(row)] = ownCount + storedRow }

  mutating func take(_ storedRow: Int32, for rows: [Int32]) {
    for row in rows { take(storedRow, for: row) }
  }
}
