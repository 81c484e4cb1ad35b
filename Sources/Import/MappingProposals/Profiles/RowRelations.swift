/// The races of a sample's rows, and the behaviour of columns within them.
struct RowRelations {
  /// The race of each row, −1 if it is not known.
  let races: [Int32]
  let raceCount: Int

  /// Takes rows that agree in all the columns as one race.
  init(_ key: [ColumnProfile]) {
    guard let first = key.first else {
      races = []
      raceCount = 0
      return
    }
    var index: [[Int32]: Int32] = [:]
    races = first.codes.indices.map { row in
      let codes = key.map { $0.codes[row] }
      guard !codes.contains(-1) else { return -1 }
      if let race = index[codes] { return race }
      let race = Int32(index.count)
      index[codes] = race
      return race
    }
    raceCount = index.count
  }

  /// The average number of rows of a race.
  var rowsPerRace: Double {
    raceCount == 0 ? 0 : Double(races.count { $0 >= 0 }) / Double(raceCount)
  }

  /// Returns the share of races in which a column has only one value.
  func constancy(of column: ColumnProfile) -> Double {
    var values = [Int32](repeating: -1, count: raceCount)
    var isMixed = [Bool](repeating: false, count: raceCount)
    for (row, race) in races.enumerated() where race >= 0 && column.codes[row] >= 0 {
      let race = Int(race)
      if values[race] < 0 {
        values[race] = column.codes[row]
      } else if values[race] != column.codes[row] {
        isMixed[race] = true
      }
    }
    let mixed = isMixed.count { $0 }
    return raceCount == 0 ? 1 : 1 - Double(mixed) / Double(raceCount)
  }

  /// Returns the number of different texts per race, summed, as a share of the rows with a text.
  func distinctness(of column: ColumnProfile) -> Double {
    var counts: [[Int32]: Int] = [:]
    var filled = 0
    for (row, race) in races.enumerated() where race >= 0 && column.codes[row] >= 0 {
      counts[[race, column.codes[row]], default: 0] += 1
      filled += 1
    }
    return filled == 0 ? 1 : Double(counts.count) / Double(filled)
  }
}
