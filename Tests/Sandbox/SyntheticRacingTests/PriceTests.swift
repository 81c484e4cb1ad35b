import Testing

@testable import SyntheticRacing

struct PriceTests {
  private let season = SharedSeason.season
  private let rows = SharedSeason.rows

  @Test func `the overround of the starting prices is near eighteen percent`() {
    var total = 0.0
    var races = 0
    for race in rows.races {
      let prices = race.filter(rows.isStarter).map { rows.spMicros[$0] }
      if prices.contains(0) { continue }
      let book = prices.reduce(0) { $0 + 1_000_000 / Double($1) }
      #expect((0.95...1.6).contains(book), "seed \(testSeed)")
      total += book
      races += 1
    }
    #expect((1.10...1.30).contains(total / Double(races)), "seed \(testSeed)")
  }

  /// Measured against the near-fair exchange price: returns of outsiders vary too much for a test.
  @Test func `outsiders are overbet`() {
    func value(_ range: Range<Int64>) -> Double {
      let bets = (0..<rows.count).filter {
        range.contains(rows.bspMicros[$0]) && rows.spMicros[$0] > 0
      }
      let ratios = bets.map { Double(rows.spMicros[$0]) / Double(rows.bspMicros[$0]) }
      return ratios.reduce(0, +) / Double(bets.count)
    }
    let favourites = value(1..<6_000_000)
    let outsiders = value(21_000_000..<1_000_000_000)
    #expect(favourites > outsiders + 0.05, "\(favourites), \(outsiders), seed \(testSeed)")
  }

  @Test func `exchange prices are near fair`() {
    let priced = (0..<rows.count).filter { rows.bspMicros[$0] > 0 }
    let expected = priced.reduce(0.0) { $0 + 1_000_000 / Double(rows.bspMicros[$1]) }
    let wins = priced.count { rows.position[$0] == 1 }
    #expect(abs(Double(wins) / expected - 1) < 0.03, "\(wins), \(expected), seed \(testSeed)")
    #expect(priced.allSatisfy { rows.bspMicros[$0] % 10_000 == 0 })
    #expect(priced.allSatisfy { (1_010_000...1_000_000_000).contains(rows.bspMicros[$0]) })
  }

  @Test func `prices are missing as often as stated`() {
    let unitedStates = season.countryNames.firstIndex(of: "US") ?? -1
    var counts = (races: 0, paid: 0, noSP: 0, exchange: 0, noBSP: 0)
    var single = (withSP: 0, noSP: 0, withBSP: 0, noBSP: 0)
    for race in rows.races {
      let starters = race.filter(rows.isStarter)
      let missingSP = starters.count { rows.spMicros[$0] == 0 }
      let missingBSP = starters.count { rows.bspMicros[$0] == 0 }
      counts.races += 1
      counts.paid += rows.totePaid[race.lowerBound] ? 1 : 0
      if missingSP == starters.count {
        counts.noSP += 1
      } else {
        single.withSP += starters.count
        single.noSP += missingSP
      }
      if Int(rows.country[race.lowerBound]) == unitedStates {
        #expect(missingBSP == starters.count, "seed \(testSeed)")
        continue
      }
      counts.exchange += 1
      if missingBSP == starters.count {
        counts.noBSP += 1
      } else {
        single.withBSP += starters.count
        single.noBSP += missingBSP
      }
    }
    expect(counts.paid, near: 0.9, of: counts.races)
    expect(counts.noSP, near: 0.01, of: counts.races)
    expect(counts.noBSP, near: 0.03, of: counts.exchange)
    expect(single.noSP, near: 0.005, of: single.withSP)
    expect(single.noBSP, near: 0.005, of: single.withBSP)
  }

  @Test func `a dividend goes to the winners of a paid race and to no one else`() {
    let isRight = (0..<rows.count).allSatisfy { row in
      let isPaid = rows.totePaid[row] && rows.position[row] == 1
      let dividend = rows.toteMicros[row]
      return isPaid
        ? dividend % 100_000 == 0 && (1_000_000...2_000_000_000).contains(dividend)
        : dividend == 0
    }
    #expect(isRight, "seed \(testSeed)")
  }

  @Test func `non-runners keep their jockey but have no price`() {
    for row in 0..<rows.count where !rows.isStarter(row) {
      #expect(rows.spMicros[row] == 0 && rows.bspMicros[row] == 0 && rows.toteMicros[row] == 0)
      #expect(season.jockeyNames.indices.contains(Int(rows.jockey[row])))
    }
  }
}

struct PriceLadderTests {
  @Test func `rungs rise and are what the fractions say`() {
    #expect(zip(PriceLadder.rungs, PriceLadder.rungs.dropFirst()).allSatisfy(<))
    #expect(PriceLadder.rungs.first == 1_050_000)
    #expect(PriceLadder.rungs.last == 501_000_000)
    #expect(PriceLadder.rungs.contains(1_620_000))
  }

  @Test(arguments: [
    (0.5, 1_050_000), (1.05, 1_050_000), (2.02, 2_000_000), (5.1, 5_000_000),
    (62, 67_000_000), (9_999, 501_000_000),
  ])
  func `odds go to the nearest rung`(odds: Double, rung: Int64) {
    #expect(PriceLadder.micros(nearest: odds) == rung)
  }
}
