import Racing
import Testing

/// Terms chosen by name for all races.
struct PlaceTermsTests {
  /// By starters from 1 to 9.
  @Test(
    arguments: [
      ("gb", [1, 1, 1, 1, 2, 2, 2, 3, 3]), ("hk", [0, 0, 0, 2, 2, 2, 3, 3, 3]),
      ("au", [0, 0, 0, 0, 2, 2, 2, 3, 3]), ("jp", [0, 0, 0, 0, 2, 2, 2, 3, 3]),
      ("fr", [0, 0, 0, 2, 2, 2, 2, 3, 3]), ("us-place", [0, 0, 0, 2, 2, 2, 2, 2, 2]),
      ("us-show", [0, 0, 0, 0, 3, 3, 3, 3, 3]),
    ])
  func `a name stands for a country's bet`(name: String, places: [Int]) throws {
    let terms = try #require(PlaceTerms(rawValue: name))
    for isHandicap in [false, true] {
      let found = (1...9).map {
        PlaceTable.standard.reportedPlaces(terms, starters: $0, isHandicap: isHandicap)
      }
      #expect(found == places)
    }
  }

  @Test func `handicaps of sixteen or more pay a fourth place in Great Britain alone`() {
    for terms in PlaceTerms.allCases {
      let places = [15, 16, 40].map {
        PlaceTable.standard.reportedPlaces(terms, starters: $0, isHandicap: true)
      }
      #expect(places == (terms == .gb ? [3, 4, 4] : terms == .usPlace ? [2, 2, 2] : [3, 3, 3]))
    }
  }

  @Test func `other names stand for no terms`() {
    #expect(PlaceTerms.names == ["gb", "hk", "au", "jp", "fr", "us-place", "us-show"])
    #expect(PlaceTerms(rawValue: "uk") == nil && PlaceTerms(rawValue: "GB") == nil)
  }
}
