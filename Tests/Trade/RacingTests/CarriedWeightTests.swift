import Racing
import TestSupport
import Testing

struct CarriedWeightTests {
  @Test(
    arguments: [
      ("126", .pounds, 126_000_000), ("126.5", .pounds, 126_500_000),
      ("126.0", .pounds, 126_000_000),
      ("126 lb", .pounds, 126_000_000), ("118LBS", .pounds, 118_000_000),
      ("9-0", .stonePounds, 126_000_000), ("9st 4lb", .stonePounds, 130_000_000),
      ("8 10", .stonePounds, 122_000_000), ("9st4", .stonePounds, 130_000_000),
      ("9St", .stonePounds, 126_000_000), ("10st 13 lbs", .stonePounds, 153_000_000),
      // 1 / 0.45359237 is 2.20462262184…
      ("1", .kilograms, 2_204_623), ("57", .kilograms, 125_663_489),
      ("57.5 kg", .kilograms, 126_765_801), ("45.359237", .kilograms, 100_000_000),
      ("57kg", .pounds, nil), ("126lb", .kilograms, nil), ("0", .pounds, nil), ("", .pounds, nil),
      ("1001", .pounds, nil), ("-126", .pounds, nil), ("NaN", .pounds, nil), ("1e2", .pounds, nil),
      ("1,260", .pounds, nil), ("500", .kilograms, nil), ("9-0", .pounds, nil),
      ("9-14", .stonePounds, nil), ("126", .stonePounds, nil), ("9.4", .stonePounds, nil),
      ("9-", .stonePounds, nil), ("-9-4", .stonePounds, nil), ("9--4", .stonePounds, nil),
      ("9-4.5", .stonePounds, nil), ("9-4-1", .stonePounds, nil), ("0-0", .stonePounds, nil),
      ("9st 14lb", .stonePounds, nil), ("9st 4kg", .stonePounds, nil), ("", .stonePounds, nil),
      ("999999999-1", .stonePounds, nil), ("99999999999999999999", .kilograms, nil),
    ] as [(String, WeightUnit, Int64?)])
  func `a carried weight is read in its unit`(text: String, unit: WeightUnit, micros: Int64?) {
    #expect(CarriedWeight.pounds(text, unit: unit) == micros)
  }

  @Test func `stones and pounds, and decimal pounds, read back what is printed`() {
    var generator = SeededGenerator(82)
    for pounds in Int64(1)...1000 {
      let text = "\(pounds / 14)-\(pounds % 14)"
      #expect(CarriedWeight.pounds(text, unit: .stonePounds) == pounds * 1_000_000)
      let micros = Int64.random(in: 1...1_000_000_000, using: &generator)
      let decimal = Decimal6(micros: micros).description
      #expect(
        CarriedWeight.pounds(decimal, unit: .pounds) == micros, "seed \(SeededGenerator.seed)")
    }
  }
}
