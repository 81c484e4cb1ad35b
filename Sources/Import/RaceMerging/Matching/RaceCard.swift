import Columns
import Racing
import RowReading

/// The facts of a runner that another source may know too.
struct Entrant {
  /// Its row in the table it was read from.
  let row: Int32
  /// The number that spellings of its name share; nil without a name.
  let name: Int32?
  /// The number that spellings with the same mark share; nil without a name.
  let markedName: Int32?
  /// The code of its name as printed.
  let horse: Int32?
  let horseID: Int32?
  let number: Int16?
  let outcome: Outcome

  /// Whether it was to run, according to its source.
  var isDeclared: Bool { outcome != .nonRunner && outcome != .void }
}

/// The facts of a race that another source may know too.
struct RaceCard {
  let id: String
  let date: Int32
  let offTime: Int64?
  let number: Int16?
  /// The number that spellings of its course share.
  let course: Int32?
  /// The code of the course as printed.
  let courseCode: Int32?
  let country: Int32?
  /// The source of its first row.
  let source: Int32
  /// All sources that have it.
  var sources: Set<Int32>
  let entrants: [Entrant]
}

/// Reads race cards from flat rows.
struct RaceCards {
  private let names: MatchingNames
  private let firstRow: Int32
  private let ids: TextBuffer
  private let dates: Buffer<Int32>
  private let offTimes: Cells<Int64>
  private let raceNumbers: Cells<Int16>
  private let courses: Cells<Int32>
  private let countries: Cells<Int32>
  private let sources: Buffer<Int32>
  private let horses: Cells<Int32>
  private let horseIDs: Cells<Int32>
  private let numbers: Cells<Int16>
  private let outcomes: Buffer<Int32>

  /// - Parameters:
  ///   - flat: Flat rows.
  ///   - names: Decides which spellings are one name.
  ///   - firstRow: The number of the first row in the entrants.
  init(_ flat: Table, names: MatchingNames, firstRow: Int = 0) {
    self.names = names
    self.firstRow = Int32(firstRow)
    ids = flat.raceIDs
    dates = flat.dates
    offTimes = Cells(flat["off_time"]?.int64s, flat["off_time"])
    raceNumbers = Cells(flat["race_no"]?.int16s, flat["race_no"])
    courses = Cells(flat["course"]?.int32s, flat["course"])
    countries = Cells(flat["country"]?.int32s, flat["country"])
    sources = flat.sources
    horses = Cells(flat["horse"]?.int32s, flat["horse"])
    horseIDs = Cells(flat["horse_id"]?.int32s, flat["horse_id"])
    numbers = Cells(flat["number"]?.int16s, flat["number"])
    outcomes = flat.outcomes
  }

  /// Returns the card of a race's rows; a fact comes from the first row that has it.
  func card(_ rows: ArraySlice<Int32>) -> RaceCard {
    let first = Int(rows.first!)
    let courseCode = courses.first(of: rows)
    return RaceCard(
      id: ids[first], date: dates[first], offTime: offTimes.first(of: rows),
      number: raceNumbers.first(of: rows),
      course: courseCode.flatMap { names.courses.number(ofCode: $0) }, courseCode: courseCode,
      country: countries.first(of: rows).flatMap { names.countries.number(ofCode: $0) },
      source: sources[first], sources: Set(rows.lazy.map { sources[Int($0)] }),
      entrants: rows.map(entrant))
  }

  private func entrant(_ row: Int32) -> Entrant {
    let horse = horses[Int(row)]
    return Entrant(
      row: firstRow + row, name: horse.flatMap { names.horses.number(ofCode: $0) },
      markedName: horse.flatMap { names.markedHorses.number(ofCode: $0) }, horse: horse,
      horseID: horseIDs[Int(row)], number: numbers[Int(row)],
      outcome: Outcome(rawValue: UInt8(outcomes[Int(row)]))!)
  }
}

/// A column's values; nil where the value or the column is missing.
struct Cells<Value: BitwiseCopyable & Sendable> {
  private let values: Buffer<Value>?
  private let validity: Validity

  init(_ values: Buffer<Value>?, _ column: Column?) {
    self.values = values
    validity = column?.validity ?? .allValid
  }

  subscript(row: Int) -> Value? {
    guard let values, validity.isValid(row) else { return nil }
    return values[row]
  }

  /// Returns the first value among rows.
  func first(of rows: ArraySlice<Int32>) -> Value? {
    for row in rows { if let value = self[Int(row)] { return value } }
    return nil
  }
}
