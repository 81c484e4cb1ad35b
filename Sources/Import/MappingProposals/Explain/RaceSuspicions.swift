import Columns
import Racing
import RowReading

/// Odd values in the races of a file that was read.
struct RaceSuspicions {
  private(set) var found: [String] = []
  private let rows: Table
  /// Races of more than one runner.
  private var raceCount = 0
  private var severalWinners = 0
  private var highPositions = 0
  private var repeatedNumbers = 0
  private var repeatedJockeys = 0
  private var books: [String: [Double]] = [:]

  /// The share of races above which something is no accident.
  private static let share = 0.05

  /// Examines the races.
  init(_ rows: Table, label: (String) -> String) {
    self.rows = rows
    let ids = rows["race_id"]!
    let groups = RaceGroups(rows) { ids.isNull($0) }
    for race in 0..<groups.count where groups[race].count > 1 {
      raceCount += 1
      look(at: groups[race].map(Int.init))
    }
    tell(label)
  }

  // MARK: - Implementation

  private mutating func look(at race: [Int]) {
    let outcomes = rows.outcomes
    let removed = Int32(Outcome.nonRunner.rawValue)
    let runs = race.filter { outcomes[$0] != removed }
    if let positions = rows["position"] {
      let told = runs.filter { !positions.isNull($0) }.map { positions.int16s[$0] }
      if told.count(where: { $0 == 1 }) > 1 { severalWinners += 1 }
      if told.contains(where: { Int($0) > race.count }) { highPositions += 1 }
    }
    if repeats("number", runs) { repeatedNumbers += 1 }
    if repeats("jockey", runs) { repeatedJockeys += 1 }
    for name in ["sp", "bsp"] { addBook(name, runs) }
  }

  private func repeats(_ name: String, _ runs: [Int]) -> Bool {
    guard let column = rows[name] else { return false }
    var seen: Set<Int32> = []
    for row in runs where !column.isNull(row) {
      let value =
        column.type == .int16 ? Int32(column.int16s[row]) : column.int32s[row]
      if !seen.insert(value).inserted { return true }
    }
    return false
  }

  /// Adds the sum of inverse odds of a race, if all its runners have odds.
  private mutating func addBook(_ name: String, _ runs: [Int]) {
    guard let odds = rows[name], runs.count > 1,
      runs.allSatisfy({ !odds.isNull($0) && odds.int64s[$0] > 0 })
    else { return }
    books[name, default: []].append(
      runs.reduce(0) { $0 + Double(Decimal6.one) / Double(odds.int64s[$1]) })
  }

  private mutating func tell(_ label: (String) -> String) {
    let strange: [(count: Int, field: String, what: String)] = [
      (severalWinners, "position", "several winners"),
      (highPositions, "position", "a position above the number of runners"),
      (repeatedNumbers, "number", "a number twice"),
      (repeatedJockeys, "jockey", "a rider on two horses (the trainers' column?)"),
    ]
    for (count, field, what) in strange where Double(count) > Self.share * Double(raceCount) {
      found.append("\(label(field)): \(what) in \(count) of \(raceCount) races")
    }
    for (name, sums) in books.sorted(by: { $0.key < $1.key }) {
      let median = sums.sorted()[sums.count / 2]
      guard !(0.8...1.6).contains(median) else { continue }
      let hundredths = Int64((median * 100).rounded())
      found.append(
        "\(label(name)): the inverse odds of a race sum to \(Decimal6(micros: hundredths * 10_000)) "
          + "(the median), not 0.8 to 1.6: a model's prices, or another notation")
    }
  }
}
