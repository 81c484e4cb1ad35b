import Racing
import TestSupport
import Testing

struct RateROITests {
  struct Slice: Sendable {
    let wins: Int64
    let runs: Int64
    let profitSP: Double
    let profitBSP: Double
  }

  struct Percents: Sendable {
    let strikeRate: Double
    let roiSP: Double
    let roiBSP: Double
  }

  private static let page =
    "http://www.punterprofits.com/horse-racing/lto_winners_on_the_flat.php"

  @Test(arguments: [
    Published(
      "E007", Slice(wins: 3071, runs: 18218, profitSP: -3098.93, profitBSP: -1290.78),
      Percents(strikeRate: 16.9, roiSP: -17.0, roiBSP: -7.1), within: 0.06, page),
    Published(
      "E008", Slice(wins: 445, runs: 2657, profitSP: -573.54, profitBSP: -317.9),
      Percents(strikeRate: 16.8, roiSP: -21.6, roiBSP: -12.0), within: 0.06, page),
    Published(
      "E010", Slice(wins: 660, runs: 3691, profitSP: -407.31, profitBSP: -27.4),
      Percents(strikeRate: 17.9, roiSP: -11.0, roiBSP: -0.7), within: 0.06, page),
    Published(
      "E011", Slice(wins: 371, runs: 2318, profitSP: -331.41, profitBSP: -93.24),
      Percents(strikeRate: 16.0, roiSP: -14.3, roiBSP: -4.0), within: 0.06, page),
    Published(
      "E014", Slice(wins: 112, runs: 824, profitSP: -272.92, profitBSP: -195.67),
      Percents(strikeRate: 13.6, roiSP: -33.1, roiBSP: -23.7), within: 0.06, page),
    Published(
      "E015", Slice(wins: 361, runs: 1393, profitSP: 21.54, profitBSP: 134.95),
      Percents(strikeRate: 25.9, roiSP: 1.5, roiBSP: 9.7), within: 0.06, page),
  ])
  func `published slices give strike rate and ROI on both bases`(
    example: Published<Slice, Percents>
  ) {
    let slice = example.inputs
    let strikeRate = Rate.strikeRate.of([.wins: slice.wins, .runs: slice.runs])
    example.check(strikeRate.value.map { $0 * 100 }, example.expected.strikeRate)
    example.check(roi(slice.profitSP, bets: slice.runs), example.expected.roiSP)
    example.check(roi(slice.profitBSP, bets: slice.runs), example.expected.roiBSP)
  }

  @Test(arguments: [
    Published(
      "E004", (bets: 1000, wins: 450, odds: "1/1"), (profit: -100, roi: -0.1),
      "https://www.geegeez.co.uk/why-strike-rate-is-not-the-only-metric-in-town/"),
    Published(
      "E005", (bets: 1000, wins: 250, odds: "7/2"), (profit: 125, roi: 0.125),
      "https://www.geegeez.co.uk/why-strike-rate-is-not-the-only-metric-in-town/"),
  ])
  func `published level stakes at one price give profit and ROI`(
    example: Published<(bets: Int64, wins: Int64, odds: String), (profit: Double, roi: Double)>
  ) throws {
    let turnover = example.inputs.bets * Settlement.unitStakeMicros
    let profit = example.inputs.wins * (try Odds.fractional(example.inputs.odds)).micros - turnover
    example.check(units(profit), example.expected.profit)
    let roi = Rate.roi.of([.profit: profit, .turnover: turnover])
    example.check(roi.value, example.expected.roi)
  }

  @Test(arguments: [
    Published(
      "E021", (bets: 200, strikeRate: 0.58, odds: "1.9"), 0.1, within: 0.003,
      "https://www.championbets.com.au/betting-education/winning-run-luck-skill/")
  ])
  func `published profit on turnover is the same ratio`(
    example: Published<(bets: Int64, strikeRate: Double, odds: String), Double>
  ) throws {
    let turnover = example.inputs.bets * Settlement.unitStakeMicros
    let wins = Int64((Double(example.inputs.bets) * example.inputs.strikeRate).rounded())
    let profit = wins * (try Odds.decimal(example.inputs.odds)).micros - turnover
    example.check(
      Rate.roi.of([.profit: profit, .turnover: turnover]).value, example.expected)
  }

  // MARK: - Implementation

  private func roi(_ profit: Double, bets: Int64) -> Double? {
    Rate.roi.of([.profit: micros(profit), .turnover: Settlement.turnoverMicros(bets: bets)])
      .value.map { $0 * 100 }
  }
}
