import Racing
import Testing

struct PlaceTermsTests {
  struct Field: Sendable {
    let starters: Int
    let isHandicap: Bool
  }

  private static let fields: [(Int, Bool)] = [
    (4, false), (5, false), (7, true), (8, false), (8, true), (11, true), (12, false), (12, true),
    (15, true), (16, true), (16, false),
  ]

  /// Places and fraction; no places and no fraction where only the win is paid.
  private static let terms: [(Int, Double?)] = [
    (0, nil), (2, 0.25), (2, 0.25), (3, 0.2), (3, 0.2), (3, 0.2), (3, 0.2), (3, 0.25), (3, 0.25),
    (4, 0.25), (3, 0.2),
  ]

  @Test(arguments: [
    Published(
      "E074", fields.map { Field(starters: $0.0, isHandicap: $0.1) }, terms, within: 0,
      "https://www.racing-odds-data.com/head2head (handicap column) with "
        + "https://http2-desktop-akamai.gaming-assets.com/bet-calculator/static/betting-rules.html")
  ])
  func `published each-way terms depend on starters and handicap`(
    example: Published<[Field], [(Int, Double?)]>
  ) {
    for (field, expected) in zip(example.inputs, example.expected) {
      let terms = PlaceTerms.gbIE.eachWayTerms(
        starters: field.starters, isHandicap: field.isHandicap)
      #expect(terms?.places ?? 0 == expected.0)
      #expect(terms.map { 1 / Double($0.divisor) } == expected.1)
    }
  }

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
    #expect(PlaceTerms.hk.eachWayTerms(starters: starters, isHandicap: true) == nil)
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
