import Testing

@testable import SyntheticRacing

struct EngagementTests {
  @Test(arguments: [4, 3_000] + (isLongForm ? [89, 20_000, 70_000] : []))
  func `a jockey has one ride in a race and a horse one run in a day`(runners: Int) {
    for seed in [testSeed, 1] {
      let rows = SyntheticSeason(runners: runners, seed: seed).allRunners()
      for race in rows.races {
        #expect(Set(rows.jockey[race]).count == race.count, "seed \(seed)")
      }
      let runs = Set(zip(rows.horse, rows.date).map { [$0, $1] })
      #expect(runs.count == rows.count, "seed \(seed)")
    }
  }

  /// Rarely instead of never: small countries have too few for two large meetings on one day.
  @Test(arguments: [3_000, 50_000] + (isLongForm ? [142_000] : []))
  func `a jockey hardly ever rides at two meetings in a day`(runners: Int) {
    let rows = SyntheticSeason(runners: runners, seed: testSeed).allRunners()
    var course: [[Int32]: Int32] = [:]
    var elsewhere = 0
    for row in 0..<rows.count {
      let known = course.updateValue(rows.course[row], forKey: [rows.date[row], rows.jockey[row]])
      if let known, known != rows.course[row] { elsewhere += 1 }
    }
    #expect(elsewhere * 100 < rows.count, "\(elsewhere) of \(runners), seed \(testSeed)")
  }

  @Test func `a horse keeps its sire, its sex and mostly its trainer`() {
    let rows = SharedSeason.rows
    var last: [Int32: Int] = [:]
    var pairs = (all: 0, sameTrainer: 0, sameHorse: 0)
    for row in 0..<rows.count {
      guard let before = last.updateValue(row, forKey: rows.horse[row]) else { continue }
      pairs.all += 1
      if rows.trainer[row] == rows.trainer[before] { pairs.sameTrainer += 1 }
      if rows.sire[row] == rows.sire[before] && rows.age[row] >= rows.age[before]
        && isFemale(rows.sex[row]) == isFemale(rows.sex[before])
      {
        pairs.sameHorse += 1
      }
    }
    #expect(pairs.sameHorse == pairs.all, "seed \(testSeed)")
    #expect(rows.age.allSatisfy { (2...14).contains($0) }, "seed \(testSeed)")
    #expect(Double(pairs.sameTrainer) > 0.9 * Double(pairs.all), "seed \(testSeed)")
  }

  private func isFemale(_ sex: Int32) -> Bool { sex == 1 || sex == 4 }

  @Test func `people start and stop, and some are far busier than others`() {
    let rows = SharedSeason.rows
    var runs: [Int32: Int] = [:]
    var first: [Int32: Int32] = [:]
    var last: [Int32: Int32] = [:]
    for row in 0..<rows.count {
      runs[rows.jockey[row], default: 0] += 1
      first[rows.jockey[row]] = first[rows.jockey[row]] ?? rows.date[row]
      last[rows.jockey[row]] = rows.date[row]
    }
    let busiest = runs.values.sorted(by: >)
    #expect(busiest[0] > 10 * busiest[busiest.count / 2], "seed \(testSeed)")
    let busy = runs.keys.filter { runs[$0, default: 0] > 50 }
    #expect(busy.contains { first[$0, default: 0] > rows.date[0] + 365 }, "seed \(testSeed)")
    #expect(busy.contains { last[$0, default: 0] < SyntheticSeason.lastDate - 300 })
  }
}
