import ColumnStore
import Columns
import Racing

/// One month's races and runners as plain buffers; an absent column reads as zeros.
struct MonthView {
  let races: Table
  let runners: Table
  let dates: Buffer<Int32>
  /// The first runner row of each race, and the end.
  let raceStarts: [Int32]
  /// Per race; −1 where the country is unknown.
  let countryCodes: Buffer<Int32>
  let isHandicap: Bitmap
  let totePaid: Bitmap
  let positions: Buffer<Int16>
  let outcomes: Buffer<Int32>
  let sp: Buffer<Int64>
  let tote: Buffer<Int64>
  let bsp: Buffer<Int64>

  init(races: Table, runners: Table) {
    self.races = races
    self.runners = runners
    func race(_ name: String) -> Column { races.column(RacingTables.flatField(name)!) }
    func runner(_ name: String) -> Column { runners.column(RacingTables.flatField(name)!) }
    dates = race("date").int32s
    countryCodes = race("country").codesOrMissing
    isHandicap = race("handicap").booleans
    totePaid = race("tote_paid").booleans
    positions = runner("position").int16s
    outcomes = runner("outcome").int32s
    sp = runner("sp").int64s
    tote = runner("tote").int64s
    bsp = runner("bsp").int64s
    raceStarts = Self.starts(
      runners[RacingTables.raceIndex.name]!.int32s, raceCount: races.rowCount)
  }

  /// How many races were run before a day; a month's races are in order of date.
  func raceCount(before day: Day) -> Int {
    var range = 0..<dates.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if dates[middle] < day.number {
        range = (middle + 1)..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }

  /// The runner rows of a race.
  func rows(ofRace race: Int) -> Range<Int> {
    Int(raceStarts[race])..<Int(raceStarts[race + 1])
  }

  /// The races of a day.
  func races(on day: Day) -> Range<Int> { raceCount(before: day)..<raceCount(before: day + 1) }

  /// The runner rows of a day.
  func rows(on day: Day) -> Range<Int> {
    let races = races(on: day)
    return Int(raceStarts[races.lowerBound])..<Int(raceStarts[races.upperBound])
  }

  /// How many runners of a race came under starter's orders.
  func starterCount(_ race: Int) -> Int {
    rows(ofRace: race).count { outcomes[$0] < Int32(Outcome.nonRunner.rawValue) }
  }

  /// A value per race as one per runner.
  func spread<Value>(_ ofRaces: Buffer<Value>) -> Buffer<Value> {
    Buffer(count: runners.rowCount) { out in
      for race in 0..<races.rowCount {
        // Safety: the races' rows lie one after another and cover all of `out`.
        out[rows(ofRace: race)].initialize(repeating: ofRaces[race])
      }
    }
  }

  private static func starts(_ raceIndex: Buffer<Int32>, raceCount: Int) -> [Int32] {
    var starts = [Int32](repeating: 0, count: raceCount + 1)
    for race in raceIndex { starts[Int(race) + 1] += 1 }
    for race in 0..<raceCount { starts[race + 1] += starts[race] }
    return starts
  }
}

extension Column {
  /// A coded column's codes, −1 in place of nulls.
  var codesOrMissing: Buffer<Int32> {
    guard validity.bits != nil else { return int32s }
    let codes = int32s
    return Buffer((0..<codes.count).map { isNull($0) ? -1 : codes[$0] })
  }
}

extension Snapshot {
  /// The months that hold runners, in time order.
  func monthViews() -> [MonthView] {
    segments(of: RacingTables.runners).map { segment in
      MonthView(
        races: self.segment(of: RacingTables.races, month: segment.month)!.rows,
        runners: segment.rows)
    }
  }
}
