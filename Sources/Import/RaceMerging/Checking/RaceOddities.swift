import Columns
import Racing
import RowReading

/// Signs in a file's races that one race does not have, counted over its races.
///
/// If you change this, also change docs/mapping.md, §1: an import and `--explain` print its lines.
package struct RaceOddities: Equatable {
  /// Races of more than one runner.
  package private(set) var raceCount = 0
  /// Races with winners that are no dead heat, or with two other signs of several races in one.
  package private(set) var mergedCount = 0
  /// The first of these races.
  package private(set) var firstMerged = ""
  /// Races of one runner.
  private var singleCount = 0
  private var kinds: [Sign: Kind] = [:]
  private var (sp, bsp) = (Books(), Books())
  /// Whether the starting prices are bare numbers in a notation that no mapping states.
  private var isBare = false
  /// The columns of the fields, for messages.
  private var labels: [String: String] = [:]

  package init() {}

  /// Counts the signs in a file's rows, checked and with one row for each runner.
  ///
  /// - Parameters:
  ///   - rows: The rows; each race is whole.
  ///   - races: The rows of each race; nil for the kept rows.
  package init(_ rows: ImportRows, in races: RaceGroups? = nil) {
    for name in ["position", "number", "jockey", "sp", "bsp"] {
      let parts = rows.mapping.fields[name]?.sources.flatMap(\.parts) ?? []
      let columns = parts.filter { $0.literal == nil }.map(\.column)
      let first = columns.indices.filter { columns.firstIndex(of: columns[$0]) == $0 }
      labels[name] = columns.isEmpty ? name : first.map { columns[$0] }.joined(separator: ", ")
    }
    // Odds of 1 are the stake back, so none to one.
    isBare =
      rows.mapping.fields["sp"].map {
        $0.formats.isEmpty && $0.atLeastMicros == nil && $0.timesMicros == nil
      } ?? false
    let groups = races ?? rows.groups ?? RaceGroups(rows.table, kept: rows.kept)
    let reader = RaceSigns(rows.table)
    for race in 0..<groups.count {
      let members = groups[race]
      guard members.count > 1 else {
        singleCount += members.count
        continue
      }
      raceCount += 1
      add(reader.signs(of: members), rows.table, members)
    }
  }

  /// Adds the races of other rows.
  package static func += (left: inout RaceOddities, right: RaceOddities) {
    left.raceCount += right.raceCount
    left.singleCount += right.singleCount
    if left.mergedCount == 0 { left.firstMerged = right.firstMerged }
    left.mergedCount += right.mergedCount
    left.kinds.merge(right.kinds) { Kind(count: $0.count + $1.count, example: $0.example) }
    left.sp += right.sp
    left.bsp += right.bsp
    left.isBare = left.isBare || right.isBare
    left.labels.merge(right.labels) { own, _ in own }
  }

  /// The doubts in words, one line each.
  package var lines: [String] {
    var lines = Sign.allCases.compactMap { sign -> String? in
      guard let kind = kinds[sign], sign.isOdd(in: kind.count, of: raceCount) else { return nil }
      return
        "\(label(sign.field)): \(sign.rawValue) in \(kind.count) of \(raceCount) races, such as "
        + kind.example
    }
    for (name, books, isBare) in [("bsp", bsp, false), ("sp", sp, isBare)] {
      if let found = books.doubt(isBare: isBare) { lines.append("\(label(name)): \(found)") }
    }
    if singleCount >= 10, singleCount > raceCount {
      lines.append(
        "race_id: \(singleCount) of \(singleCount + raceCount) races have one runner: the key may be "
          + "that of a runner, or the file have some runners of each race only")
    }
    return lines
  }

  // MARK: - Implementation

  /// The share of races above which something is no accident.
  private static let share = 0.05

  private struct Kind: Equatable {
    var count: Int
    var example: String
  }

  private func label(_ field: String) -> String { labels[field] ?? field }

  private mutating func add(_ found: RaceSigns.Found, _ table: Table, _ members: ArraySlice<Int32>)
  {
    if let sum = found.sp { sp.add(sum) }
    if let sum = found.bsp { bsp.add(sum) }
    guard found.signs != 0 else { return }
    let race = table.raceIDs[Int(members.first!)]
    for sign in Sign.allCases where found.signs & sign.bit != 0 {
      kinds[sign, default: Kind(count: 0, example: race)].count += 1
    }
    guard found.areOfSeveral else { return }
    if mergedCount == 0 { firstMerged = race }
    mergedCount += 1
  }
}

extension RaceOddities {
  /// A sign that a race is several, or misread.
  enum Sign: String, CaseIterable {
    case severalWinners = "several winners that are no dead heat"
    case deadHeats = "several winners"
    case highPosition = "a position above the number of runners"
    case largeField = "more starters than any field"
    case repeatedNumber = "a number twice"
    case repeatedRider = "a rider on two horses (the trainers' column?)"
    case fewRows = "fewer rows than runners (the placed ones alone?)"

    /// The field that has the sign.
    var field: String {
      switch self {
      case .severalWinners, .deadHeats, .highPosition, .largeField, .fewRows: "position"
      case .repeatedNumber: "number"
      case .repeatedRider: "jockey"
      }
    }

    /// A bit of its own.
    var bit: UInt8 { 1 << UInt8(Self.allCases.firstIndex(of: self)!) }

    /// Whether more races have it than some of a good file.
    func isOdd(in count: Int, of raceCount: Int) -> Bool {
      switch self {
      case .deadHeats, .highPosition: Double(count) > RaceOddities.share * Double(raceCount)
      // Withdrawn horses may have no row.
      case .fewRows: count >= 10 && count * 2 > raceCount
      default: true
      }
    }
  }

  /// The sums of inverse odds of races, in hundredths.
  private struct Books: Equatable {
    /// The number of races by sum; the last place has all larger ones.
    private var counts = [Int](repeating: 0, count: 1001)

    mutating func add(_ sum: Double) { counts[Int(min(sum, 10) * 100 + 0.5)] += 1 }

    static func += (left: inout Books, right: Books) {
      for place in left.counts.indices { left.counts[place] += right.counts[place] }
    }

    /// Returns the oddity in words; nil for none, and for a single race.
    ///
    /// - Parameter isBare: Whether the odds are numbers in a notation that no mapping states.
    /// - Returns: The doubt.
    func doubt(isBare: Bool) -> String? {
      let total = counts.reduce(0, +)
      guard total > 1 else { return nil }
      var left = total / 2
      let median = counts.firstIndex { count in
        left -= count
        return left < 0
      }!
      if !(80...160).contains(median) {
        return "the inverse odds of a race sum to \(Decimal6(micros: Int64(median) * 10_000)) (the "
          + "median), not 0.8 to 1.6: a model's prices, or another notation"
      }
      // Of so many favourites one is odds-on, and its odds to one are no decimal ones.
      if isBare, median >= 130, total < Self.racesWithOddsOn {
        return "the inverse odds of a race sum to \(Decimal6(micros: Int64(median) * 10_000)) (the "
          + "median): if the odds are to one, without the stake, write format: to_one, else format: "
          + "decimal"
      }
      let far = total - counts[Self.plausible].reduce(0, +)
      guard Double(far) > RaceOddities.share * Double(total) else { return nil }
      return "the inverse odds of \(far) of \(total) races sum to less than 0.5 or more than 1.9: "
        + "several races in one, or prices of some runners in another notation"
    }

    private static let plausible = 50...190
    private static let racesWithOddsOn = 100
  }
}
