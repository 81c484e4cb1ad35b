import Testing

@testable import SyntheticRacing

struct ChronologyTests {
  @Test(arguments: [100, 3_000] + (isLongForm ? [60_000] : []))
  func `races are numbered in order of date and off time`(runners: Int) {
    let rows = SyntheticSeason(runners: runners, seed: testSeed).allRunners()
    var last = (date: Int32.min, off: Int64.min)
    for (index, race) in rows.races.enumerated() {
      let first = race.lowerBound
      #expect(rows.raceID[first] == Int64(index + 1))
      let now = (date: rows.date[first], off: rows.offTimeMicros[first])
      #expect(now >= last, "race \(index + 1), seed \(testSeed)")
      last = now
    }
  }

  @Test func `runners stand in order of their numbers and draws are a permutation`() {
    let rows = SyntheticSeason(runners: 3_000, seed: testSeed).allRunners()
    for race in rows.races {
      let expected = (1...race.count).map { Int16($0) }
      #expect(Array(rows.number[race]) == expected, "seed \(testSeed)")
      #expect(rows.draw[race].sorted() == expected, "seed \(testSeed)")
    }
  }

  @Test func `races of a meeting are numbered from one, half an hour apart`() {
    let rows = SharedSeason.rows
    var meetings: [[Int32]: [(number: Int16, off: Int64)]] = [:]
    for race in rows.races {
      let row = race.lowerBound
      meetings[[rows.date[row], rows.course[row]], default: []]
        .append((rows.raceNumber[row], rows.offTimeMicros[row]))
    }
    for races in meetings.values {
      #expect(races.map(\.number) == (1...races.count).map { Int16($0) }, "seed \(testSeed)")
      for (race, next) in zip(races, races.dropFirst()) {
        #expect([30, 35].contains((next.off - race.off) / 60_000_000), "seed \(testSeed)")
      }
    }
  }

  @Test func `off times are afternoons of the race day where the course is`() {
    let season = SharedSeason.season
    let rows = SharedSeason.rows
    for race in rows.races {
      let row = race.lowerBound
      let hours = season.world.countries[Int(rows.country[row])].hoursFromUTC
      let minute = rows.offTimeMicros[row] / 60_000_000 + Int64(hours * 60)
      let sinceMidnight = minute - Int64(rows.date[row]) * 1_440
      #expect((780..<1_440).contains(sinceMidnight), "race \(rows.raceID[row]), seed \(testSeed)")
    }
  }

  @Test(arguments: [
    (0, 1970), (-1, 1969), (364, 1970), (365, 1971), (11_016, 2000), (11_322, 2000),
    (11_323, 2001), (19_723, 2024), (20_088, 2024), (20_089, 2025),
  ])
  func `a date belongs to its calendar year`(date: Int, year: Int) {
    #expect(RacingCalendar.year(date: date) == year)
  }
}
