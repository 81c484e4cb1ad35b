import BetableSDK
import Foundation
import Testing

/// Decimal text to exact integers and back.
struct AmountTests {
  @Test(arguments: [
    ("0.01", 1, 2), ("12", 12, 0), ("-0.50", -50, 2), ("0.000000001", 1, 9),
    ("999999999.999999999", 999_999_999_999_999_999, 9), ("007.10", 710, 2),
  ])
  func `a decimal text is read exactly`(text: String, units: Int64, places: Int) throws {
    let amount = try #require(BetAmount(text))
    #expect(amount.units == units && amount.places == places)
  }

  @Test(arguments: [
    "", ".", "1.", ".5", "1,5", "+1", "1e2", " 1", "1 ", "--1", "1.0000000001", "0x1", "١",
    "1234567890123456789", "NaN", "1.2.3", "-",
  ])
  func `no other text is an amount`(text: String) { #expect(BetAmount(text) == nil) }

  @Test func `the text is that which was read`() {
    for text in ["0.01", "0.10", "12", "-0.50", "100.00", "0"] {
      #expect(BetAmount(text)?.text == text)
    }
    #expect(BetAmount(units: 5, places: 3).text == "0.005")
    #expect(BetAmount(units: .min, places: 2).text == "-92233720368547758.08")
  }

  @Test func `minor units are exact, or there are none`() {
    #expect(BetAmount("1.5")?.minorUnits() == 150 && BetAmount("1.500")?.minorUnits() == 150)
    #expect(BetAmount("0.005")?.minorUnits() == nil)
    #expect(BetAmount("0.005")?.minorUnits(digits: 3) == 5)
    #expect(BetAmount("12")?.minorUnits(digits: 0) == 12)
    #expect(BetAmount(units: .max, places: 0).minorUnits() == nil)
  }

  @Test func `what is worth the same is equal, and sums are exact`() throws {
    let half = try #require(BetAmount("0.5"))
    let tiny = try #require(BetAmount("0.005"))
    #expect(half == BetAmount("0.50") && half != BetAmount("0.05"))
    #expect(Set([half, try #require(BetAmount("0.500"))]).count == 1)
    #expect(half.adding(tiny) == BetAmount("0.505") && half.times(3) == BetAmount("1.5"))
    #expect(BetAmount(units: .max, places: 0).adding(half) == nil)
    #expect(BetAmount(units: .max, places: 1).adding(half) == nil)
    let tenth = BetAmount(units: 1, places: 1)
    #expect((0..<10).reduce(BetAmount.zero) { sum, _ in sum.adding(tenth) ?? .zero }.text == "1.0")
  }

  @Test func `in JSON an amount is a text, never a number`() throws {
    let decoder = JSONDecoder()
    #expect(
      try decoder.decode([BetAmount].self, from: Data(#"["0.10"]"#.utf8)).map(\.text) == ["0.10"])
    #expect(throws: DecodingError.self) {
      try decoder.decode([BetAmount].self, from: Data("[0.1]".utf8))
    }
    let written = try JSONEncoder().encode([BetAmount(units: 10, places: 2)])
    #expect(written == Data(#"["0.10"]"#.utf8))
  }
}
