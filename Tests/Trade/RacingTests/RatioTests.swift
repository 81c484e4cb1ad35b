import Racing
import TestSupport
import Testing

struct RatioTests {
  @Test func `nothing over nothing is undefined`() {
    #expect(Ratio(0, over: 0).value == nil)
    #expect(Ratio(5, over: 0).value == nil)
    #expect(Rate.strikeRate.of([.wins: 0, .runs: 0]).rounded(toDecimals: 6) == nil)
    #expect(Rate.impactValue.of([.wins: 0, .runs: 3, .allWins: 0, .allRuns: 3]).value == nil)
  }

  @Test(
    arguments: [
      (1, 3, 6, 333_333), (2, 3, 6, 666_667), (-1, 3, 6, -333_333), (1, 2, 0, 0), (3, 2, 0, 2),
      (5, 2_000_000, 6, 2), (15, 2_000_000, 6, 8), (3071, 18218, 6, 168_570),
    ] as [(Int128, Int128, Int, Int64)])
  func `decimals are the exact value rounded half to even`(
    numerator: Int128, denominator: Int128, decimals: Int, expected: Int64
  ) {
    #expect(Ratio(numerator, over: denominator).rounded(toDecimals: decimals) == expected)
  }

  @Test(arguments: [
    Published(
      "E017", [184, 72, 36, 30], (win: 39, itm: 75), within: 0.5,
      "https://www.drf.com/news/bet-not-todd-pletcher")
  ])
  func `a published record gives win and in-the-money rates`(
    example: Published<[Int64], (win: Double, itm: Double)>
  ) {
    let record = example.inputs
    let win = Rate.strikeRate.of([.wins: record[1], .runs: record[0]])
    let placed = Rate.strikeRate.of([.wins: record[1...].reduce(0, +), .runs: record[0]])
    example.check(win.value.map { $0 * 100 }, example.expected.win)
    example.check(placed.value.map { $0 * 100 }, example.expected.itm)
  }

  @Test(arguments: [
    Published(
      "E028", [36, 126, 3118, 26441] as [Int64], (sr: 28.57, all: 11.79, iv: 2.42), within: 0.005,
      "https://www.geegeez.co.uk/horse-racing-metrics-a-e-iv-prb/?replytocom=97742")
  ])
  func `a published impact value compares two strike rates`(
    example: Published<[Int64], (sr: Double, all: Double, iv: Double)>
  ) {
    let (wins, runs) = (example.inputs[0], example.inputs[1])
    let (allWins, allRuns) = (example.inputs[2], example.inputs[3])
    let own = Rate.strikeRate.of([.wins: wins, .runs: runs]).value.map { $0 * 100 }
    let all = Rate.strikeRate.of([.wins: allWins, .runs: allRuns]).value.map { $0 * 100 }
    example.check(own, example.expected.sr)
    example.check(all, example.expected.all)
    let iv = Rate.impactValue.of(
      [.wins: wins, .runs: runs, .allWins: allWins, .allRuns: allRuns])
    example.check(iv.value, example.expected.iv)
  }

  @Test(arguments: [
    Published(
      "E029", [395, 17, 25, 33] as [Int64], 0.6, within: 0.05,
      "http://ausrace.com/pipermail/racing_ausrace.com/2019-January/000561.html"),
    Published(
      "E029", [790, 150, 93, 96], 1.4, within: 0.05,
      "http://ausrace.com/pipermail/racing_ausrace.com/2019-January/000561.html"),
    Published(
      "E029", [347, 54, 46, 41], 1.4, within: 0.05,
      "http://ausrace.com/pipermail/racing_ausrace.com/2019-January/000561.html"),
  ])
  func `a published place impact value takes the race's jockeys as population`(
    example: Published<[Int64], Double>
  ) {
    let places = example.inputs[1...].reduce(0, +)
    let iv = Rate.impactValue.of(
      [.wins: places, .runs: example.inputs[0], .allWins: 1415, .allRuns: 4708])
    example.check(iv.value, example.expected)
    #expect(Rate.strikeRate.of([.wins: 1415, .runs: 4708]).rounded(toDecimals: 9) == 300_552_251)
  }

  @Test(
    arguments: [
      (1, 3, "1/3"), (13, 3, "13/3"), (26, 6, "13/3"), (9, 2, "4.5"), (4, 2, "2"),
      (45, 100, "0.45"), (1, 1 << 18, "0.000003814697265625"), (0, 7, "0"),
    ] as [(Int128, Int128, String)])
  func `a quotient is shown as a decimal that ends, or as a fraction`(
    numerator: Int128, denominator: Int128, text: String
  ) {
    #expect(Ratio(numerator, over: denominator).text == text)
  }

  @Test(
    arguments: [
      (30, 13, 3, 130), (1, 1, 2, 0), (3, 1, 2, 2), (5, 1, 2, 2), (1, 2, 3, 1), (0, 5, 3, 0),
    ] as [(Int64, Int128, Int128, Int64)])
  func `an amount is multiplied and rounded once, half to even`(
    amount: Int64, numerator: Int128, denominator: Int128, expected: Int64
  ) {
    let ratio = Ratio(numerator, over: denominator)
    #expect(ratio.applied(to: amount) == expected)
    // The same over terms that take the product beyond 128 bits.
    let wide: Int128 = 1 << 121
    let scaled = Ratio(numerator * wide, over: denominator * wide)
    #expect(scaled.applied(to: amount) == expected)
    #expect((scaled * Ratio(wide, over: wide)).applied(to: amount) == expected)
  }

  @Test func `quotients are compared exactly`() {
    let limit = Ratio(5, over: 3)
    #expect(Ratio(micros: 1_666_666).isBelow(limit))
    #expect(!Ratio(micros: 1_666_667).isBelow(limit))
    #expect(!Ratio(10, over: 6).isBelow(limit) && !limit.isBelow(Ratio(10, over: 6)))
  }
}
