import Columns
import Racing
import StoreSupport
import TestSupport
import Testing

@testable import Features
@testable import Questions
@testable import RunnerKeys

/// The bets of features beside a report's as of the row's day.
@Suite struct FeatureBetTests {
  /// Races of six to fourteen, two a day, with prices of all kinds that are missing at times; each
  /// jockey rides once a race.
  private static func csv(_ random: inout SeededGenerator) -> String {
    var rows = [
      "race_id,date,country,handicap,number,jockey,position,outcome,sp,tote,bsp,place_bsp"
    ]
    for race in 0..<60 {
      let date = Day(iso: "2026-01-01")! + race / 2
      let places = Array(1...Int.random(in: 6...14, using: &random)).shuffled(using: &random)
      let jockeys = (0..<20).shuffled(using: &random)
      let country = ["GB", "AU", "HK"].randomElement(using: &random)!
      for (index, place) in places.enumerated() {
        func price(_ least: Int) -> String {
          let hundredths = Int.random(in: least...3_000, using: &random)
          return Int.random(in: 0..<8, using: &random) == 0
            ? "" : "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
        }
        // Second and third tie at times.
        let position = place == 3 && race % 5 == 0 ? 2 : place
        let end = place == places.count ? ",fell" : "\(position),finished"
        let dividend = position == 1 ? price(110) : ""
        rows.append(
          "\(race),\(date.iso),\(country),\(race % 3 == 0),\(index + 1),J\(jockeys[index]),\(end),"
            + "\(price(110)),\(dividend),\(price(101)),\(price(101))")
      }
    }
    return rows.joined(separator: "\n") + "\n"
  }

  @Test func `bets of features are the report's as of the row's day`() throws {
    var random = SeededGenerator()
    let csv = Self.csv(&random)
    let groups = BetGroup.fixed.filter { $0 != .sp }
    var request = try FeatureRequest(
      dimensions: ["jockey"], windows: Window.list(["all", "14d"]))
    try request.setMetrics(groups.flatMap { ["\($0.rawValue)_bets", "\($0.rawValue)_roi"] })
    request.commission = Commission(rateMicros: 65_000)!
    request.threads = 2
    try request.setColumns(["date", "jockey"])
    let features = try FeatureJob(request, from: StoreFixture.snapshot(csv: csv)).run().table.cells
    var compared = 0
    for day in ["2026-01-02", "2026-01-13", "2026-01-30"] {
      let table = try ReportTable(csv) {
        $0.figures = FigureChoice(bets: BetGroup.fixed)
        $0.commission = request.commission
        $0.asOf = Day(iso: day)
        $0.windows = request.windows
      }
      let number = Day(iso: day)!.number
      for row in features["date"]!.indices where features["date"]![row] == "\(number)" {
        let jockey = try #require(features["jockey"]![row])
        for group in groups {
          for (window, days) in [("all", "all"), ("14d", "14")] {
            let name = "jockey_\(group.rawValue)"
            let bets = features["\(name)_bets_\(days)"]![row]
            let roi = features["\(name)_roi_\(days)"]![row]
            let reported = table[jockey, "\(group.rawValue)_bets", window: window] ?? ""
            let printed = table[jockey, "\(group.rawValue)_roi", window: window] ?? ""
            #expect(bets == (reported == "" ? "0" : reported), "\(jockey) \(group) \(window)")
            #expect((roi == nil) == (printed == ""), "\(jockey) \(group) \(window)")
            if let roi = roi.flatMap(Double.init), let printed = Double(printed) {
              #expect(
                abs(roi - printed) < 5.1e-7, "\(jockey) \(group), seed \(SeededGenerator.seed)")
              compared += 1
            }
          }
        }
      }
    }
    #expect(compared > 300)
  }
}
