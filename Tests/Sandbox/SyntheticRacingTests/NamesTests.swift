import Foundation
import Testing

@testable import SyntheticRacing

struct NamesTests {
  private static let largeSeason = SyntheticSeason(runners: 1_000_000, seed: testSeed)
  private let season = largeSeason

  @Test func `every list of names has each name once, in normal form C`() {
    let lists = [
      season.countryNames, season.courseNames, season.raceNames, season.raceClassNames,
      season.goingNames, season.surfaceNames, season.sexNames, season.jockeyNames,
      season.trainerNames, season.ownerNames, season.sireNames, SyntheticSeason.outcomeNames,
    ]
    for list in lists {
      #expect(Set(list).count == list.count)
      #expect(
        list.allSatisfy { Array($0.precomposedStringWithCanonicalMapping.utf8) == Array($0.utf8) })
    }
  }

  @Test func `every word is different`() {
    #expect(Set((0..<Names.wordCount).map(Names.word)).count == Names.wordCount)
  }

  @Test func `the factor that scatters horse names loses none`() {
    #expect(Names.horseCount == 1 << 27)
    #expect(Names.wordCount == 1 << 17)
    let names = Set((0..<100_000).map { Names.horse($0 * 131) })
    #expect(names.count == 100_000)
  }

  @Test func `some names need care in delimited text`() {
    #expect(season.raceNames.contains { $0.contains(",") && !$0.contains("\"") })
    #expect(season.raceNames.contains { $0.contains("\"") && !$0.contains(",") })
    #expect(season.raceNames.contains { $0.contains("\"") && $0.contains(",") })
    #expect(season.jockeyNames.contains { $0.contains("O'") })
    #expect(season.jockeyNames.contains { $0.contains("É") })
  }

  @Test func `a large season has the stated numbers of names`() {
    #expect(season.countryNames == ["GB", "IE", "AU", "US", "FR", "JP", "HK"])
    #expect(season.courseNames.count == 200)
    #expect(season.jockeyNames.count == 3_000)
    #expect(season.trainerNames.count == 4_000)
    #expect((65_000...68_000).contains(season.horseCount))
    #expect(season.firstDate == 20_088 - 7_304)
  }

  @Test func `a small season has the stated numbers of names`() {
    let small = SyntheticSeason(runners: 3_000, seed: testSeed)
    #expect(small.countryNames == ["GB", "IE", "HK"])
    #expect(small.courseNames.count == 8)
    #expect(small.jockeyNames.count == 40)
    #expect(small.trainerNames.count == 50)
  }

  @Test func `a horse's key has eight digits`() {
    #expect(season.horseID(0) == "hrs_00000000")
    #expect(season.horseID(65_432) == "hrs_00065432")
  }
}
