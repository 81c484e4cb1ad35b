import Racing
import Testing

struct ErrorMessageTests {
  @Test(arguments: [
    (
      OddsError.malformed(found: "1,234.50", notation: .decimal),
      #"decimal odds: found "1,234.50"; expected digits with at most one decimal point"#
    ),
    (
      .malformed(found: "7-4", notation: .fractional),
      #"fractional odds: found "7-4"; expected a fraction such as 7/4, or Evens, "#
        + "with an optional favourite mark F, J or C"
    ),
    (
      .malformed(found: "+99", notation: .american),
      #"american odds: found "+99"; expected a whole number of at least 100 "#
        + "with an optional sign, or EVEN"
    ),
    (
      .malformed(found: "9:5", notation: .morningLine),
      #"morning line odds: found "9:5"; expected winnings and stake such as 9-5 or 9/5, or EVEN"#
    ),
    (
      .malformed(found: "1.30", notation: .hundredths),
      #"hundredths-to-one odds: found "1.30"; expected a whole number of hundredths, "#
        + "such as 130 for 1.30 to one"
    ),
    (
      .malformed(found: "9-10", notation: .toOne),
      #"to-one odds: found "9-10"; expected decimal winnings on one unit such as 0.90 or *0.90"#
    ),
    (
      .malformed(found: "$7.40", notation: .payoff),
      #"payoff odds: found "$7.40"; expected an amount such as 64.50 or 1,234.50"#
    ),
    (
      .outOfRange(found: "1.00", notation: .decimal),
      #"decimal odds: found "1.00"; expected decimal odds above 1 and at most 1000000"#
    ),
  ])
  func `a message says where, what was found and what was expected`(
    error: OddsError, text: String
  ) {
    #expect(error.description == text)
  }
}
