import Testing

@testable import SyntheticRacing

struct SyntheticSeasonTests {
  /// The short form leaves out the largest seasons.
  @Test(
    arguments: [4, 5, 7, 8, 17, 21, 89, 90, 100, 999, 3_000]
      + (isLongForm ? [17_999, 50_000, 60_000] : []))
  func `a season has exactly as many runners as asked for`(runners: Int) {
    for seed in runners < 10_000 ? [testSeed, 1, 0, .max] : [testSeed] {
      let rows = SyntheticSeason(runners: runners, seed: seed).allRunners()
      for column in rows.columns { #expect(column.count == runners, "seed \(seed)") }
    }
  }

  @Test(arguments: [4, 100, 3_000] + (isLongForm ? [50_000] : []))
  func `fields have four to twenty runners`(runners: Int) {
    let rows = SyntheticSeason(runners: runners, seed: testSeed).allRunners()
    #expect(rows.races.allSatisfy { (4...20).contains($0.count) }, "seed \(testSeed)")
  }

  @Test(arguments: [4, 3_000] + (isLongForm ? [60_000] : []))
  func `the last day of a season is the last of 2024`(runners: Int) {
    let rows = SyntheticSeason(runners: runners, seed: testSeed).allRunners()
    #expect(rows.date.last == SyntheticSeason.lastDate, "seed \(testSeed)")
  }

  @Test func `a small season has racing in every window of a report`() {
    let rows = SyntheticSeason(runners: 3_000, seed: testSeed).allRunners()
    var before = 0
    for days in [14, 30, 90, 365, 800] {
      let runs = rows.date.count { Int(SyntheticSeason.lastDate) - Int($0) < days }
      #expect(runs > before, "\(days) days, seed \(testSeed)")
      before = runs
    }
    #expect(before == 3_000)
  }

  @Test func `the rows do not depend on the size of the blocks`() {
    func rows(_ blockRunners: Int) -> [[Int64]] {
      SyntheticSeason(runners: 20_000, seed: testSeed, blockRunners: blockRunners)
        .allRunners().columns
    }
    let whole = rows(1_000_000)
    for blockRunners in [1, 64, 5_000] {
      #expect(rows(blockRunners) == whole, "\(blockRunners) runners a block, seed \(testSeed)")
    }
  }

  @Test func `blocks hold whole races and are as large as asked for`() {
    let season = SyntheticSeason(runners: 20_000, seed: testSeed, blockRunners: 1_500)
    var lastRace: Int64 = 0
    var sizes: [Int] = []
    for block in season {
      #expect(block.raceID[0] == lastRace + 1, "seed \(testSeed)")
      lastRace = block.raceID[block.count - 1]
      sizes.append(block.count)
    }
    #expect(sizes.dropLast().allSatisfy { (1_500...2_000).contains($0) }, "seed \(testSeed)")
  }

  @Test func `another seed gives other rows`() {
    let one = SyntheticSeason(runners: 100, seed: 1).allRunners().columns
    let other = SyntheticSeason(runners: 100, seed: 2).allRunners().columns
    #expect(one != other)
  }
}
