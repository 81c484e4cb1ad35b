import ColumnStore
import Columns
import Racing

@testable import RunnerKeys

/// The facts of runners by their definitions, each runner against all others.
struct FactReference {
  /// A stored runner with its race, as texts; nil where there is no value.
  struct Row {
    let race: Int
    let day: Int
    let values: [String: String]

    subscript(field: String) -> String? { values[field] }

    var isStarter: Bool {
      !["non_runner", "void", "unresolved"].contains(values["outcome"])
    }
    var isWinner: Bool { values["outcome"] == "finished" && values["position"] == "1" }
    func number(_ field: String) -> Double? { values[field].flatMap(Double.init) }
  }

  /// All runners, in stored order.
  let rows: [Row]
  var rules = FactRules.standard

  init(_ snapshot: Snapshot) {
    var rows: [Row] = []
    var firstRace = 0
    for segment in snapshot.segments(of: RacingTables.races) {
      let races = segment.rows
      let runners = snapshot.segment(of: RacingTables.runners, month: segment.month)!.rows
      for row in 0..<runners.rowCount {
        let race = Int(runners["race_index"]!.int32s[row])
        var values: [String: String] = [:]
        for name in RacingTables.questionNames {
          let field = RacingTables.flatField(name)!
          if let column = runners[name] {
            values[name] = Self.text(column, row, field, snapshot)
          } else if let column = races[name] {
            values[name] = Self.text(column, race, field, snapshot)
          }
        }
        let day = Int(races["date"]!.int32s[race])
        rows.append(Row(race: firstRace + race, day: day, values: values))
      }
      firstRace += races.rowCount
    }
    self.rows = rows
  }

  static func text(_ column: Column, _ row: Int, _ field: Field, _ snapshot: Snapshot) -> String? {
    if column.isNull(row) { return nil }
    switch (field.type, column.values) {
    case (.coded(let name), _): return snapshot.dictionary(name)[Int(column.int32s[row])]
    case (.micros, .int64(let values)): return Decimal6(micros: values[row]).description
    case (.boolean, _): return column.booleans[row] ? "true" : "false"
    case (_, .text(let texts)): return texts[row]
    default: return column.slot(row)
    }
  }

  /// Whether two values of a fact are the same; shares of odds are sums of rounded inverses, whose
  /// last digit may be another where the share lies between two.
  static func areSame(_ left: String?, _ right: String?, _ fact: RunnerFact) -> Bool {
    guard fact == .oddsShare, let first = left.flatMap(Double.init),
      let second = right.flatMap(Double.init)
    else { return left == right }
    return abs(first - second) < 0.000_001_5
  }

  /// Per fact, the value of each runner; nil where it has none.
  func values() -> [RunnerFact: [String?]] {
    Dictionary(
      uniqueKeysWithValues: RunnerFact.allCases.map { fact in
        (fact, rows.indices.map { value(fact, $0) })
      })
  }

  /// A runner's value of a fact; nil where it has none.
  func value(_ fact: RunnerFact, _ index: Int) -> String? {
    let row = rows[index]
    switch fact {
    case .marketRank: return rank(row, index) { $0.number("sp") }
    case .isFavourite: return rank(row, index) { $0.number("sp") }.map { "\($0 == "1")" }
    case .oddsShare: return share(row, index)
    case .runners: return "\(field(row).count)"
    case .weightRank: return rank(row, index) { $0.number("weight_lb").map { -$0 } }
    case .ratingRank: return rank(row, index) { $0.number("official_rating").map { -$0 } }
    case .lastPosition:
      return last(row).flatMap { $0["outcome"] == "finished" ? $0["position"] : nil }
    case .lastBeatenLengths: return last(row)?["beaten_lengths"]
    case .lastCourse: return last(row)?["course"]
    case .lastDistance: return last(row)?["distance_m"]
    case .lastGoing: return last(row)?["going"]
    case .lastClass: return last(row)?["class"]
    case .lastWeight: return last(row)?["weight_lb"]
    case .lastSP: return last(row)?["sp"]
    case .lastJockey: return last(row)?["jockey"]
    case .lastWasFavourite: return lastIndex(row).flatMap { value(.isFavourite, $0) }
    case .runsSinceBreak: return row["horse"].map { _ in "\(runsSinceBreak(row))" }
    case .careerRuns: return past(row, ["horse"]).map { "\($0.count)" }
    case .careerWins: return wins(row, ["horse"])
    case .courseWins: return wins(row, ["horse", "course"])
    case .distanceWins: return wins(row, ["horse", "distance_m"])
    case .courseDistanceWins: return wins(row, ["horse", "course", "distance_m"])
    case .goingWins: return wins(row, ["horse", "going"])
    case .jockeyChange: return change(row, "jockey")
    case .trainerChange: return change(row, "trainer")
    case .classChange: return classChange(row)
    case .headgearChange: return headgearChange(row)
    case .distanceChange: return difference(row, "distance_m")
    case .weightChange: return difference(row, "weight_lb")
    case .jockeyRecentRuns: return past(row, ["jockey"], days: 14).map { "\($0.count)" }
    case .jockeyRecentWins: return wins(row, ["jockey"], days: 14)
    case .jockeyRecentRate: return rate(row, ["jockey"], days: 14)
    case .trainerRecentRuns: return past(row, ["trainer"], days: 14).map { "\($0.count)" }
    case .trainerRecentWins: return wins(row, ["trainer"], days: 14)
    case .trainerRecentRate: return rate(row, ["trainer"], days: 14)
    case .jockeyCourseRate: return rate(row, ["jockey", "course"])
    case .trainerCourseRate: return rate(row, ["trainer", "course"])
    case .jockeyTrainerRate: return rate(row, ["jockey", "trainer"])
    }
  }

  // MARK: - Implementation

  private func field(_ row: Row) -> [Row] {
    let all = rows.filter { $0.race == row.race }
    let starters = all.filter(\.isStarter)
    return starters.isEmpty ? all.filter { $0["outcome"] == "unresolved" } : starters
  }

  private func isInField(_ row: Row) -> Bool {
    row.isStarter || field(row).allSatisfy { !$0.isStarter } && row["outcome"] == "unresolved"
  }

  private func rank(_ row: Row, _ index: Int, _ value: (Row) -> Double?) -> String? {
    guard isInField(row), let own = value(row) else { return nil }
    return "\(1 + field(row).compactMap(value).count { $0 < own })"
  }

  private func share(_ row: Row, _ index: Int) -> String? {
    guard isInField(row), let own = row.number("sp") else { return nil }
    let sum = field(row).compactMap { $0.number("sp") }.reduce(0) { $0 + 1 / $1 }
    return Decimal6(micros: Int64((1_000_000 / own / sum).rounded(.toNearestOrEven))).description
  }

  /// Starts on earlier days of runners with the same values in these fields; nil without one.
  private func past(_ row: Row, _ fields: [String], days: Int = .max) -> [Row]? {
    guard fields.allSatisfy({ row[$0] != nil }) else { return nil }
    return rows.filter { other in
      other.isStarter && other.day < row.day && row.day - other.day <= days
        && fields.allSatisfy { other[$0] == row[$0] }
    }
  }

  private func wins(_ row: Row, _ fields: [String], days: Int = .max) -> String? {
    past(row, fields, days: days).map { "\($0.count(where: \.isWinner))" }
  }

  private func rate(_ row: Row, _ fields: [String], days: Int = .max) -> String? {
    guard let runs = past(row, fields, days: days), !runs.isEmpty else { return nil }
    let rate = Double(runs.count(where: \.isWinner)) / Double(runs.count)
    return Decimal6(micros: Int64((rate * 1_000_000).rounded(.toNearestOrEven))).description
  }

  private func lastIndex(_ row: Row) -> Int? {
    guard let horse = row["horse"] else { return nil }
    var found: Int?
    for (index, other) in rows.enumerated()
    where other.isStarter && other.day < row.day && other["horse"] == horse {
      if found == nil || rows[found!].day <= other.day { found = index }
    }
    return found
  }

  private func last(_ row: Row) -> Row? { lastIndex(row).map { rows[$0] } }

  private func runsSinceBreak(_ row: Row) -> Int {
    var (count, day) = (0, row.day)
    for other in (past(row, ["horse"]) ?? []).sorted(by: { $0.day > $1.day }) {
      if day - other.day >= rules.breakDays { break }
      (count, day) = (count + 1, other.day)
    }
    return count
  }

  private func change(_ row: Row, _ field: String) -> String? {
    guard let own = row[field], let before = last(row)?[field] else { return nil }
    return "\(own != before)"
  }

  private func difference(_ row: Row, _ field: String) -> String? {
    guard let own = row.number(field), let before = last(row)?.number(field) else { return nil }
    return Decimal6(micros: Int64(((own - before) * 1_000_000).rounded())).description
  }

  private func headgearChange(_ row: Row) -> String? {
    guard let before = last(row) else { return nil }
    if row["headgear"] == nil, before["headgear"] == nil {
      let isNamed = rows.contains {
        $0["source"] == row["source"] && $0["headgear"] != nil && $0.day < row.day
      }
      return isNamed ? "false" : nil
    }
    return "\(row["headgear"] != before["headgear"])"
  }

  private func classChange(_ row: Row) -> String? {
    guard let own = row["class"], let before = last(row)?["class"] else { return nil }
    let (source, other) = (row["source"]!, last(row)!["source"]!)
    let orders = [source, other].map { rules.classOrders[$0] }
    if source != other, orders.contains(where: { $0 != nil }) { return nil }
    let order = orders[0] ?? rules.classOrder
    let places =
      order.isEmpty
      ? ["Class 2": 2, "Class 3": 3, "Class 5": 5]
      : Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    if own == before, own == "Group 1", order.isEmpty { return "0" }
    guard let first = places[before], let second = places[own] else { return nil }
    return "\(first - second)"
  }
}
