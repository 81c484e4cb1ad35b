import Racing
import TestSupport
import Testing

struct RivalsBeatenTests {
  @Test(arguments: [
    Published(
      "E030", (position: 3, runners: 5), 0.5, "https://www.geegeez.co.uk/tag/metrics/"),
    Published("E031", (position: 3, runners: 11), 0.8, "METRICS 2.8"),
    Published(
      "E032", (position: 4, runners: 7), 0.5,
      "https://www.geegeez.co.uk/tag/percentage-of-rivals-beaten"),
    Published(
      "E033", (position: 4, runners: 16), 0.8,
      "https://www.geegeez.co.uk/tag/percentage-of-rivals-beaten"),
  ])
  func `published runs beat a share of their rivals`(
    example: Published<(position: Int, runners: Int), Double>
  ) {
    let (position, runners) = example.inputs
    let ratio = RivalsBeaten.ratio(starters: runners, ahead: position - 1, tied: 1)
    example.check(ratio.value, example.expected)
  }

  @Test func `a race with one starter is left out`() {
    #expect(RivalsBeaten.ratio(starters: 1, ahead: 0, tied: 1).value == nil)
    #expect(RivalsBeaten.micros(starters: 1, ahead: 0, tied: 1) == nil)
  }

  @Test func `tied runners take the middle rank`() {
    #expect(RivalsBeaten.micros(starters: 5, ahead: 1, tied: 2) == 625_000)
    #expect(RivalsBeaten.micros(starters: 3, ahead: 0, tied: 3) == 500_000)
  }

  @Test func `non-finishers share the mean of the last ranks`() {
    // Seven starters, four finishers: ranks 5, 6 and 7 have the mean 6.
    #expect(RivalsBeaten.micros(starters: 7, ahead: 4, tied: 3) == 166_667)
  }

  @Test func `a race's mean is one half, ties and non-finishers included`() {
    var generator = SeededGenerator()
    for _ in 0..<300 {
      let groups = (0..<6).map { _ in Int.random(in: 1...4, using: &generator) }
      let starters = groups.reduce(0, +)
      var ahead = 0
      var numerator: Int128 = 0
      for tied in groups {
        let ratio = RivalsBeaten.ratio(starters: starters, ahead: ahead, tied: tied)
        #expect(
          ratio.rounded(toDecimals: 6)
            == RivalsBeaten.micros(starters: starters, ahead: ahead, tied: tied))
        numerator += ratio.numerator * Int128(tied)
        ahead += tied
      }
      let mean = Ratio(numerator, over: Int128(2 * (starters - 1) * starters))
      #expect(mean.value == 0.5, "seed \(SeededGenerator.seed): \(groups)")
    }
  }
}
