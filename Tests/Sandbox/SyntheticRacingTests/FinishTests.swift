import Testing

@testable import SyntheticRacing

struct FinishTests {
  private let rows = SharedSeason.rows

  @Test func `positions are a standard competition ranking with a winner in every race`() {
    for race in rows.races {
      let positions = race.filter(rows.isFinisher).map { Int(rows.position[$0]) }.sorted()
      let expected = positions.map { position in positions.count { $0 < position } + 1 }
      #expect(positions.first == 1 && positions == expected, "\(positions), seed \(testSeed)")
    }
    #expect((0..<rows.count).allSatisfy { rows.isFinisher($0) == (rows.position[$0] > 0) })
  }

  @Test func `beaten lengths follow the positions`() {
    for race in rows.races {
      let order = race.filter(rows.isFinisher).sorted { rows.position[$0] < rows.position[$1] }
      let follow = zip(order, order.dropFirst()).allSatisfy { front, back in
        let margin = rows.beatenLengthsMicros[back] - rows.beatenLengthsMicros[front]
        return rows.position[front] == rows.position[back] ? margin == 0 : margin >= 50_000
      }
      let isRight = follow && rows.beatenLengthsMicros[order[0]] == 0
      #expect(isRight, "race \(rows.raceID[order[0]]), seed \(testSeed)")
    }
    let others = (0..<rows.count).filter { !rows.isFinisher($0) }
    #expect(others.allSatisfy { rows.beatenLengthsMicros[$0] == -1 }, "seed \(testSeed)")
  }

  @Test func `dead heats, non-finishers and non-runners occur as often as stated`() {
    let starters = (0..<rows.count).filter(rows.isStarter)
    let nonFinishers = starters.count { !rows.isFinisher($0) }
    var level = 0
    var levelForFirst = 0
    for race in rows.races {
      let positions = race.map { rows.position[$0] }.filter { $0 > 0 }
      level += positions.count - Set(positions).count
      levelForFirst += positions.count { $0 == 1 } - 1
    }
    expect(rows.count - starters.count, near: 0.005, of: rows.count)
    expect(nonFinishers, near: 0.01, of: starters.count)
    expect(level, near: 0.003 * 0.9, of: starters.count)
    #expect(levelForFirst > 0, "seed \(testSeed)")
    #expect(Set(rows.outcome) == Set(0...11), "seed \(testSeed)")
  }

  @Test func `better jockeys win more`() {
    let season = SyntheticSeason(runners: 120_000, seed: testSeed)
    let rows = season.allRunners()
    let skill = season.world.jockeys.skill
    let starters = (0..<rows.count).filter(rows.isStarter)
      .sorted { (skill[Int(rows.jockey[$0])], $0) < (skill[Int(rows.jockey[$1])], $1) }
    let fifth = starters.count / 5
    let rates = (0..<5).map { part in
      let runs = starters[part * fifth..<(part + 1) * fifth]
      return Double(runs.count { rows.position[$0] == 1 }) / Double(fifth)
    }
    #expect(rates == rates.sorted(), "\(rates), seed \(testSeed)")
    #expect(rates[4] > 1.3 * rates[0], "\(rates), seed \(testSeed)")
  }
}

/// Expects a count within five standard deviations of a binomial's mean.
func expect(
  _ found: Int, near rate: Double, of total: Int, sourceLocation: SourceLocation = #_sourceLocation
) {
  let mean = rate * Double(total)
  #expect(
    abs(Double(found) - mean) <= 5 * (mean * (1 - rate)).squareRoot() + 1,
    "\(found) of \(total), expected \(rate); seed \(testSeed)", sourceLocation: sourceLocation)
}
