import Racing
import Testing

struct PlaceTermsTests {
  @Test(arguments: [
    (1, 1, 1), (4, 1, 1), (5, 2, 2), (7, 2, 2), (8, 3, 3), (11, 3, 3), (12, 3, 3), (15, 3, 3),
    (16, 3, 4), (40, 3, 4),
  ])
  func `Great Britain and Ireland pay by starters, and always the winner`(
    starters: Int, any: Int, handicap: Int
  ) {
    #expect(PlaceTerms.gbIE.paidPlaces(starters: starters, isHandicap: false) == any)
    #expect(PlaceTerms.gbIE.paidPlaces(starters: starters, isHandicap: true) == handicap)
  }

  @Test(arguments: [(3, 0), (4, 2), (6, 2), (7, 3), (14, 3)])
  func `Hong Kong pays three from seven starters and two from four`(starters: Int, places: Int) {
    for isHandicap in [false, true] {
      #expect(PlaceTerms.hk.paidPlaces(starters: starters, isHandicap: isHandicap) == places)
    }
  }

  @Test(arguments: [2, 5, 9, 20])
  func `the other terms ignore the field`(starters: Int) {
    #expect(PlaceTerms.firstThree.paidPlaces(starters: starters, isHandicap: true) == 3)
    #expect(PlaceTerms.usPlace.paidPlaces(starters: starters, isHandicap: true) == 2)
  }

  @Test(
    arguments: [
      ("GB", .gbIE), ("IE", .gbIE), ("FR", .gbIE), ("NZ", .gbIE), ("", .gbIE), ("HK", .hk),
      ("US", .firstThree), ("AU", .firstThree), ("JP", .firstThree),
    ] as [(String, PlaceTerms)])
  func `a race's country chooses the terms`(country: String, terms: PlaceTerms) {
    #expect(PlaceTerms.terms(country: country) == terms)
  }

  @Test func `a command line can choose terms by name`() {
    let terms = PlaceTerms.names.map { PlaceTerms(name: $0) }
    #expect(terms == [.gbIE, .hk, .firstThree, .usPlace, .firstThree, .firstThree])
    #expect(PlaceTerms(name: "uk") == nil)
  }
}
