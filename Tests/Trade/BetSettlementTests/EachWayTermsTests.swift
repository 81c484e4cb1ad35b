import BetSettlement
import Racing
import TestSupport
import Testing

struct EachWayTermsTests {
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
      let terms = PlaceTable.standard.eachWayTerms(
        country: "GB", starters: field.starters, isHandicap: field.isHandicap)
      #expect(terms?.places ?? 0 == expected.0)
      #expect(terms.map { 1 / Double($0.divisor) } == expected.1)
    }
  }

  @Test(arguments: [2, 5, 9, 20])
  func `pools have no fraction`(starters: Int) {
    for country in ["HK", "AU", "US"] {
      let terms = PlaceTable.standard.eachWayTerms(
        country: country, starters: starters, isHandicap: true)
      #expect(terms == nil)
    }
  }
}
