import ColumnStore
import Columns
import Racing
import StoreSupport
import TestSupport
import Testing

@testable import ReportSQL
@testable import RunnerKeys

/// The months of a dataset's starters, made one after another, against facts of all runs together.
struct DatasetStartersTests {
  /// The facts of some months' rows as texts, by fact.
  private static func values(
    _ months: [Month], of starters: DatasetStarters
  ) throws -> [Month: [RunnerFact: [String?]]] {
    var found: [Month: [RunnerFact: [String?]]] = [:]
    for month in months {
      let table = try starters.table(of: month)
      for fact in RunnerFact.allCases {
        let column = try #require(table[fact.rawValue])
        found[month, default: [:]][fact] = (0..<column.count).map { row in
          if column.isNull(row) { return nil }
          switch column.values {
          case .text(let texts): return texts[row]
          case .boolean(let flags): return flags[row] ? "true" : "false"
          case .int64(let micros): return Decimal6(micros: micros[row]).description
          default: return column.slot(row)
          }
        }
      }
    }
    return found
  }

  @Test func `a month has the facts of all runs before it, in whatever order months are asked for`()
    throws
  {
    let snapshot = try StoreFixture.snapshot(
      csv: FactRaces.csv(FactRaces(races: 60, salt: 34).rows))
    let reference = FactReference(snapshot)
    let all = reference.values()
    var expected: [Month: [RunnerFact: [String?]]] = [:]
    for (index, row) in reference.rows.enumerated() {
      for fact in RunnerFact.allCases {
        expected[Month(of: Day(Int32(row.day))), default: [:]][fact, default: []]
          .append(all[fact]![index])
      }
    }
    let months = expected.keys.sorted()
    try #require(months.count > 4)
    func areSame(_ found: [Month: [RunnerFact: [String?]]]) -> Bool {
      found.allSatisfy { month, facts in
        facts.allSatisfy { fact, values in
          zip(values, expected[month]![fact]!).allSatisfy {
            FactReference.areSame($0, $1, fact)
          } && values.count == expected[month]![fact]!.count
        }
      }
    }
    let starters = try DatasetStarters(snapshot, aliases: NameAliases(), threads: 2)
    #expect(starters.months == months)
    let absences = try DatasetStarters(snapshot, aliases: NameAliases(), threads: 1).facts()
    for order in [months, [months[3], months[3], months[1]], months.reversed()] {
      #expect(areSame(try Self.values(order, of: starters)), "\(order.map(\.iso))")
      #expect(try starters.facts() == absences)
    }
  }

  @Test func `thousands of pairs are told apart, with their wins and without`() throws {
    let count = 5_000
    // Each pair runs alone, on a day of May and again in June; three of four win the first time.
    let rows = ["2024-05-01", "2024-06-01"].flatMap { day in
      (0..<count).map { pair in
        let position = pair % 4 == 0 ? 2 : 1
        return "\(day)-\(pair),\(day),Ayr,H\(pair % 500),J\(pair % 100),T\(pair / 100),"
          + "\(1000 + pair / 500),\(position),finished"
      }
    }
    let header = "race_id,date,course,horse,jockey,trainer,distance_m,position,outcome"
    let snapshot = try StoreFixture.snapshot(
      csv: ([header] + rows).joined(separator: "\n") + "\n")
    let starters = try DatasetStarters(snapshot, aliases: NameAliases(), threads: 1)
    for (month, isFirst) in [(Month(202_405), true), (Month(202_406), false)] {
      let table = try starters.table(of: month)
      let rates = try #require(table[RunnerFact.jockeyTrainerRate.rawValue])
      let wins = try #require(table[RunnerFact.distanceWins.rawValue])
      let both = try #require(table[RunnerFact.courseDistanceWins.rawValue])
      let ids = try #require(table["race_id"]).texts
      try #require(table.rowCount == count)
      for row in 0..<count {
        let pair = try #require(Int(ids[row].dropFirst(11)))
        let won = pair % 4 == 0 ? 0 : 1
        #expect(rates.isNull(row) == isFirst)
        #expect(isFirst || rates.int64s[row] == Int64(won) * 1_000_000, "\(pair)")
        #expect(wins.int32s[row] == (isFirst ? 0 : won) && both.int32s[row] == wins.int32s[row])
      }
    }
  }
}
