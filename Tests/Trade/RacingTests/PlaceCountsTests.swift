import Columns
import Testing

@testable import Racing

struct PlaceCountsTests {
  private static let countries = ["GB", "AU", "ZZ", "HK", "", "US", "FR", "JP", "IE", "au", "ZA"]

  private func expectEqual(
    _ table: PlaceTable, days: [Day], _ terms: PlaceTerms?, _ countries: [String]
  ) {
    let counts = PlaceCounts(table, countries: countries, terms: terms)
    for day in days {
      for (code, country) in ([""] + countries).enumerated() {
        for isHandicap in [false, true] {
          for starters in [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 15, 16, 17, 39, 40, 41, 32_767] {
            let expected =
              terms.map {
                table.reportedPlaces($0, starters: starters, isHandicap: isHandicap, on: day)
              }
              ?? table.reportedPlaces(
                country: country, starters: starters, isHandicap: isHandicap, on: day)
            let found = counts.places(
              countryCode: Int32(code) - 1, starters: starters, isHandicap: isHandicap, on: day)
            #expect(found == expected, "\(country), \(starters) starters, \(day)")
          }
        }
      }
    }
  }

  @Test(arguments: [nil] + PlaceTerms.allCases.map { $0 })
  func `counts are the table's in all countries and fields`(terms: PlaceTerms?) {
    expectEqual(.standard, days: [Day(iso: "2024-02-29")!], terms, Self.countries)
    expectEqual(.standard, days: [Day(0)], terms, [])
  }

  /// Lines with days, in the file's form.
  private static let dated = PlaceTable(
    RuleLines(
      Array(
        """
        country,bet,handicap,runners_from,runners_to,basis,places,fraction,valid_from,valid_to,source
        GB,each_way,any,1,7,starters,1,1/1,,2019-12-31,invented
        GB,each_way,any,8,,starters,2,1/5,,2019-12-31,invented
        GB,each_way,no,1,,starters,3,1/5,2020-01-01,,invented
        GB,each_way,yes,1,20,starters,4,1/4,2020-01-01,,invented
        GB,each_way,yes,21,,starters,5,1/4,2020-01-01,,invented
        HK,place,any,1,,starters,2,,2018-07-01,2021-06-30,invented
        """.utf8)))

  @Test func `lines hold on their days alone`() {
    let days = [
      "2018-06-30", "2018-07-01", "2019-12-31", "2020-01-01", "2021-06-30", "2021-07-01",
      "0001-01-01", "9999-12-31",
    ].map { Day(iso: $0)! }
    expectEqual(Self.dated, days: days, nil, Self.countries)
    expectEqual(Self.dated, days: days, .hk, Self.countries)
    let counts = PlaceCounts(Self.dated, countries: ["HK"])
    #expect(days.map { own(counts, 0, 9, $0) } == [0, 2, 2, 2, 2, 0, 0, 0])
    #expect(days.map { own(counts, -1, 30, $0) } == [2, 2, 2, 5, 5, 5, 2, 5])
  }

  private func own(_ counts: PlaceCounts, _ code: Int32, _ starters: Int, _ day: Day) -> Int {
    counts.places(countryCode: code, starters: starters, isHandicap: true, on: day)
  }
}
