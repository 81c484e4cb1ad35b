import Testing

@testable import SyntheticRacing

struct SyntheticSeasonGoldenTests {
  /// A change of this number means that every recorded result on synthetic rows changes too.
  @Test func `seed 1 gives the recorded rows`() {
    let season = SyntheticSeason(runners: 10_000, seed: 1)
    var checksum = Checksum()
    for column in season.allRunners().columns {
      for value in column { checksum.add(value) }
    }
    #expect(checksum.value == 16_522_370_453_959_773_907)
  }

  @Test func `seed 1 gives the recorded names`() {
    let season = SyntheticSeason(runners: 10_000, seed: 1)
    let lists = [
      season.countryNames, season.courseNames, season.raceNames, season.raceClassNames,
      season.goingNames, season.surfaceNames, season.sexNames, season.jockeyNames,
      season.trainerNames, season.ownerNames, season.sireNames, SyntheticSeason.outcomeNames,
      (0..<Int32(season.horseCount)).map(season.horseName),
    ]
    var checksum = Checksum()
    for list in lists {
      for name in list { checksum.add(name) }
    }
    #expect(checksum.value == 8_304_578_643_464_835_511)
  }
}
