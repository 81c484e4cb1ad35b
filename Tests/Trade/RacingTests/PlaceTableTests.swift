import Columns
import Racing
import Testing

struct PlaceTableTests {
  private let table = PlaceTable.standard

  @Test func `every country and bet has one line for each number of runners`() {
    let pairs = Set(table.rules.map { "\($0.country) \($0.bet.rawValue)" })
    #expect(pairs.count == 10)
    for pair in pairs {
      let words = pair.split(separator: " ")
      for isHandicap in [false, true] {
        for runners in 1...40 {
          let found = table.rules.filter {
            $0.country == words[0] && $0.bet.rawValue == words[1]
              && $0.isHandicap ?? isHandicap == isHandicap && $0.runners.contains(runners)
          }
          #expect(found.count == 1, "\(pair), \(runners) runners")
        }
      }
    }
  }

  @Test func `every line names its source, and fractions belong to each-way terms`() {
    for rule in table.rules {
      #expect(rule.source.count > 8)
      #expect((rule.divisor != nil) == (rule.bet == .eachWay))
      #expect((0...4).contains(rule.places))
    }
  }

  /// E074: places and fraction; none where only the win is paid.
  @Test(
    arguments: [
      (4, false, 0, nil), (5, false, 2, 4), (7, true, 2, 4), (8, false, 3, 5), (8, true, 3, 5),
      (11, true, 3, 5), (12, false, 3, 5), (12, true, 3, 4), (15, true, 3, 4), (16, true, 4, 4),
      (16, false, 3, 5),
    ] as [(Int, Bool, Int, Int64?)])
  func `published each-way terms are the table's`(
    starters: Int, isHandicap: Bool, places: Int, divisor: Int64?
  ) {
    for country in ["GB", "IE"] {
      let rule = table.rule(
        country: country, .eachWay, isHandicap: isHandicap, runners: starters)!
      #expect((rule.isWinOnly ? 0 : rule.places) == places)
      #expect((rule.isWinOnly ? nil : rule.divisor) == divisor)
    }
  }

  @Test(
    arguments: [
      ("AU", [0, 0, 0, 0, 2, 2, 2, 3, 3]), ("JP", [0, 0, 0, 0, 2, 2, 2, 3, 3]),
      ("FR", [0, 0, 0, 2, 2, 2, 2, 3, 3]), ("HK", [0, 0, 0, 2, 2, 2, 3, 3, 3]),
      ("US", [3, 3, 3, 3, 3, 3, 3, 3, 3]), ("GB", [1, 1, 1, 1, 2, 2, 2, 3, 3]),
      // Racing's own codes, in any case.
      ("HKG", [0, 0, 0, 2, 2, 2, 3, 3, 3]), ("hkg", [0, 0, 0, 2, 2, 2, 3, 3, 3]),
      ("USA", [3, 3, 3, 3, 3, 3, 3, 3, 3]), ("AUS", [0, 0, 0, 0, 2, 2, 2, 3, 3]),
      ("FRA", [0, 0, 0, 2, 2, 2, 2, 3, 3]), ("JPN", [0, 0, 0, 0, 2, 2, 2, 3, 3]),
      ("SAF", [1, 1, 1, 1, 2, 2, 2, 3, 3]), ("IRE", [1, 1, 1, 1, 2, 2, 2, 3, 3]),
      ("ZA", [1, 1, 1, 1, 2, 2, 2, 3, 3]), ("", [1, 1, 1, 1, 2, 2, 2, 3, 3]),
    ])
  func `reports count places by the country's terms`(country: String, places: [Int]) {
    let found = (1...9).map {
      table.reportedPlaces(country: country, starters: $0, isHandicap: false)
    }
    #expect(found == places)
    #expect(table.reportedPlaces(country: country, starters: 0, isHandicap: false) == 0)
  }

  @Test func `reports on countries without own terms count as in Great Britain`() {
    for country in ["IE", "ZA", "NZ", "DE", "ZZ", "gb", ""] {
      for isHandicap in [false, true] {
        for starters in 0...40 {
          let places = ["GB", country].map {
            table.reportedPlaces(country: $0, starters: starters, isHandicap: isHandicap)
          }
          #expect(places[0] == places[1], "\(country), \(starters) starters")
        }
      }
    }
  }

  @Test func `small fields have no American place or show pool`() {
    let place = [3, 4, 5].map {
      table.rule(country: "US", .place, isHandicap: false, runners: $0)!.places
    }
    let show = [3, 4, 5].map {
      table.rule(country: "US", .show, isHandicap: false, runners: $0)!.places
    }
    #expect(place == [0, 2, 2] && show == [0, 0, 3])
  }

  @Test func `Japan alone goes by declared runners`() {
    let declared = Set(table.rules.filter { $0.basis == .declared }.map(\.country))
    #expect(declared == ["JP"])
    #expect(table.rule(country: "ZZ", .place, isHandicap: false, runners: 9) == nil)
  }
}
