/// A trial of a race key on a file's rows: the races that it would merge.
struct KeyTrial {
  /// The share of races that have the signs of several.
  let mergedShare: Double
  /// The average number of rows of a race.
  let rowsPerRace: Double

  /// The columns that differ between a race's runners.
  struct Runners {
    /// Names, or keys, of the horses.
    var horses: ColumnProfile?
    var numbers: ColumnProfile?
    var riders: ColumnProfile?
    var positions: ColumnProfile?
  }

  /// The most horses in a race.
  private static let fullField = 40

  /// Tries a key.
  ///
  /// A number, a rider or a first place that two horses of a race have is a sign, but a first place
  /// only beside a second. Rows that repeat a horse are none: a race may be in a file twice.
  ///
  /// - Parameters:
  ///   - races: The rows by the key.
  ///   - runners: The columns.
  init(_ races: RowRelations, _ runners: Runners) {
    rowsPerRace = races.rowsPerRace
    let firsts = runners.positions.map { Self.codes(of: 1, in: $0) } ?? []
    let seconds = runners.positions.map { Self.codes(of: 2, in: $0) } ?? []
    // Non-runners share words such as NR.
    let isNumber = runners.numbers?.values.map { $0.contains(where: \.isNumber) } ?? []
    var found = [Race](repeating: Race(), count: races.raceCount)
    for (row, race) in races.races.enumerated() where race >= 0 {
      let horse = runners.horses?.codes[row] ?? runners.numbers?.codes[row] ?? Int32(row)
      guard horse >= 0, found[Int(race)].horses.insert(horse).inserted else { continue }
      if let number = runners.numbers?.codes[row], number >= 0, runners.horses != nil,
        isNumber[Int(number)]
      {
        found[Int(race)].note(number, among: \.numbers)
      }
      if let rider = runners.riders?.codes[row], rider >= 0 {
        found[Int(race)].note(rider, among: \.riders)
      }
      guard let position = runners.positions?.codes[row], position >= 0 else { continue }
      if firsts.contains(position) { found[Int(race)].firstCount += 1 }
      if seconds.contains(position) { found[Int(race)].hasSecond = true }
    }
    let merged = found.count { race in
      // Entries of a large race have different numbers.
      race.repeatCount > 0
        || race.horses.count > max(Self.fullField, race.numbers.count * 10 / 9)
        || race.firstCount > 1 && race.hasSecond
    }
    mergedShare = found.isEmpty ? 0 : Double(merged) / Double(found.count)
  }

  /// The share of races whose signs are mistakes of a file.
  static let accidents = 0.02

  /// Whether the key makes one race of several.
  var merges: Bool { mergedShare > Self.accidents }

  /// Whether the key may separate races.
  var isGood: Bool { !merges && rowsPerRace >= 1.5 }

  // MARK: - Implementation

  private struct Race {
    var horses: Set<Int32> = []
    var numbers: Set<Int32> = []
    var riders: Set<Int32> = []
    var repeatCount = 0
    var firstCount = 0
    var hasSecond = false

    mutating func note(_ code: Int32, among known: WritableKeyPath<Race, Set<Int32>>) {
      if !self[keyPath: known].insert(code).inserted { repeatCount += 1 }
    }
  }

  private static func codes(of place: Int, in positions: ColumnProfile) -> Set<Int32> {
    Set(
      positions.values.indices.filter { Double(positions.values[$0]) == Double(place) }
        .map { Int32($0) })
  }
}
