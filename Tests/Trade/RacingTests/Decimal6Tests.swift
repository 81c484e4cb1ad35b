import Racing
import TestSupport
import Testing

struct Decimal6Tests {
  @Test(
    arguments: [
      (0, "0"), (3_250_000, "3.25"), (10_000_000, "10"), (-500_000, "-0.5"), (1, "0.000001"),
      (100_000_000, "100"), (Int64.max, "9223372036854.775807"),
      (Int64.min, "-9223372036854.775808"),
    ] as [(Int64, String)])
  func `the description is the shortest exact text`(micros: Int64, text: String) {
    #expect(Decimal6(micros: micros).description == text)
    #expect(Decimal6(text) == Decimal6(micros: micros))
  }

  @Test(
    arguments: [
      (3_125_000, 2, "3.12"), (2_375_000, 2, "2.38"), (500_000, 0, "0"), (1_500_000, 0, "2"),
      (-4, 4, "0.0000"), (-50, 4, "0.0000"), (-51, 4, "-0.0001"), (1_234_550, 4, "1.2346"),
      (1_234_450, 4, "1.2344"), (9_999_995, 2, "10.00"), (7, 6, "0.000007"),
    ] as [(Int64, Int, String)])
  func `a fixed count of decimals is rounded half to even and never negative zero`(
    micros: Int64, decimals: Int, text: String
  ) {
    #expect(Decimal6(micros: micros).text(decimals: decimals) == text)
  }

  @Test func `printing and reading are inverse`() {
    var generator = SeededGenerator()
    for _ in 0..<2_000 {
      let shift = Int64.random(in: 0...60, using: &generator)
      let number = Decimal6(micros: Int64.random(in: .min ... .max, using: &generator) >> shift)
      #expect(Decimal6(number.description) == number, "seed \(SeededGenerator.seed)")
      #expect(Decimal6(number.text(decimals: 6)) == number, "seed \(SeededGenerator.seed)")
    }
  }

  @Test func `other scales print with the same rules`() {
    var bytes: [UInt8] = Array("x=".utf8)
    DecimalText.append(1_259_523_809, scale: 9, decimals: 4, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "x=1.2595")
    bytes = []
    DecimalText.append(-12, scale: 0, decimals: 0, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "-12")
  }

  @Test func `numbers order by value`() {
    #expect(Decimal6(micros: -1) < Decimal6(micros: 0))
    #expect(Decimal6("nothing") == nil)
  }
}
