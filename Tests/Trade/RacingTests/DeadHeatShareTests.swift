import Racing
import TestSupport
import Testing

struct DeadHeatShareTests {
  @Test(arguments: [
    Published("E089", 368, 184, within: 0, "http://www.drf.com/news/dumb-rules-dead-heats"),
    Published("E089", 1882, 941, within: 0, "http://www.drf.com/news/dumb-rules-dead-heats"),
  ])
  func `a published pick three halves exactly`(example: Published<Double, Double>) {
    let half = DeadHeatShare(ahead: 0, tied: 2, paid: 1)
    example.check(units(half.applied(to: micros(example.inputs))), example.expected)
  }

  @Test(arguments: [
    (0, 1, 1, 1, 1), (1, 1, 1, 0, 1), (0, 2, 1, 1, 2), (2, 2, 3, 1, 2), (1, 4, 3, 2, 4),
    (3, 2, 3, 0, 2), (0, 3, 3, 3, 3), (0, 1, 0, 0, 1), (5, 3, 2, 0, 3),
  ])
  func `the share is the paid positions left over the tied runners`(
    ahead: Int, tied: Int, paid: Int, numerator: Int64, denominator: Int64
  ) {
    let share = DeadHeatShare(ahead: ahead, tied: tied, paid: paid)
    #expect(share.numerator == numerator)
    #expect(share.denominator == denominator)
  }

  @Test func `the shares of a race add up to its paid positions`() {
    var generator = SeededGenerator()
    for _ in 0..<500 {
      let groups = (0..<8).map { _ in Int.random(in: 1...4, using: &generator) }
      let paid = Int.random(in: 0...groups.reduce(0, +), using: &generator)
      var ahead = 0
      var positions: Int64 = 0
      for tied in groups {
        // A group's shares add up to its numerator, as each of its members has the same.
        positions += DeadHeatShare(ahead: ahead, tied: tied, paid: paid).numerator
        ahead += tied
      }
      #expect(positions == Int64(paid), "seed \(SeededGenerator.seed): \(groups)")
    }
  }

  @Test func `a win share is counted in units of a thousand-millionth`() {
    #expect(DeadHeatShare(ahead: 0, tied: 1, paid: 1).nanos == 1_000_000_000)
    #expect(DeadHeatShare(ahead: 0, tied: 3, paid: 1).nanos == 333_333_333)
    #expect(DeadHeatShare.none.nanos == 0)
  }
}
