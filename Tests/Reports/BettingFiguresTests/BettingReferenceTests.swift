import BettingFigures
import ColumnStore
import Columns
import Foundation
import ReportWriters
import TestSupport
import Testing

/// `BettingJob` against plain loops over the same random bets.
struct BettingReferenceTests {
  private static let groupings = [
    "game", "economy", "kind+currency", "player+game", "month", "week+batched", "day",
    "credit_game", "batched+economy+kind+currency",
  ]
  private static let windows: [Int?] = [nil, 1, 10, 45]
  private static let money = ["kind", "economy", "currency"]

  /// Bets of all kinds, economies, currencies and standings over some ten weeks.
  private static func bets(_ count: Int, _ random: inout SeededGenerator) -> [TestBet] {
    (0..<count).map { index in
      var bet = TestBet("k\(index)", "2024-01-01T00:00:00Z", wager: 0, payout: 0)
      // Coarse times, so that many bets coincide.
      bet.time += Int64.random(in: 0..<70 * 24, using: &random) * 3_600_000_000
      let kinds = ["backed", "backed", "backed", "unbacked", "credit", "unbacked_credit"]
      bet.kind = kinds.randomElement(using: &random)
      let isBacked = bet.kind == "backed" || bet.kind == "credit"
      bet.economy = isBacked ? ["real", "sandbox"].randomElement(using: &random) : nil
      bet.currency = isBacked ? ["GBP", "USD", "JPY", "KWD"].randomElement(using: &random) : nil
      bet.game = [nil, "slots", "wheel", "five"].randomElement(using: &random)!
      bet.creditGame = bet.kind!.hasSuffix("credit") ? "bonus" : nil
      bet.player = [nil, "ann", "bob"].randomElement(using: &random)!
      bet.batch = [nil, "B"].randomElement(using: &random)!
      let results = ["ok", "ok", "ok", "ok", "ok", "rejected", "indeterminate", "open"]
      bet.result = results.randomElement(using: &random)!
      let wager = Int64.random(in: 1...500, using: &random) * 10_000
      bet.wager = Int.random(in: 0..<40, using: &random) == 0 ? nil : wager
      let multiple = [0, 0, 0, 1, 2, 36].randomElement(using: &random)! as Int64
      bet.payout = Int.random(in: 0..<40, using: &random) == 0 ? nil : wager * multiple / 2
      return bet
    }
  }

  @Test func `figures are those of plain loops over the bets`() throws {
    var random = SeededGenerator(41)
    for count in [1, 7, 60, LongForm.count(900, short: 300, "bets of plain loops")] {
      let bets = Self.bets(count, &random)
      let store = try BetStore(bets)
      let asOf = Day(iso: "2024-03-01")!
      for grouping in Self.groupings {
        let expected = PlainBets(bets, asOf: asOf).rows(grouping, Self.windows)
        let found: [[String: String]]
        do {
          found = try store.report(by: grouping, windows: Self.windows) { $0.asOf = asOf }.cells()
        } catch BettingError.noBets {
          #expect(expected.isEmpty)
          continue
        }
        #expect(found.count == expected.count, "\(grouping), seed \(SeededGenerator.seed)")
        for row in found {
          let id = PlainBets.id(row)
          let plain = try #require(expected[id], "\(id), seed \(SeededGenerator.seed)")
          for (column, value) in plain {
            let cell = row[column].flatMap { Double($0) }
            // Four or six decimals, the last one rounded; the sums are at most some thousands.
            let tolerance =
              ["staked", "returned", "profit", "max_drawdown"].contains(column) ? 6e-5 : 6e-7
            #expect(
              value == nil ? cell == nil : abs((cell ?? .infinity) - value!) < tolerance,
              "\(column) of \(id): \(String(describing: cell)), not \(String(describing: value))")
          }
        }
      }
    }
  }

  @Test func `no figure holds two kinds, economies or currencies`() throws {
    var random = SeededGenerator(42)
    let bets = Self.bets(LongForm.count(600, short: 250, "bets of all kinds"), &random)
    func money(_ bet: TestBet) -> [String] {
      [bet.kind, bet.economy, bet.currency].map { $0 ?? "" }
    }
    func rows(_ bets: [TestBet]) throws -> [[[String: String]]] {
      let store = try BetStore(bets)
      return try Self.groupings.map { grouping in
        let report = try store.report(by: grouping) { $0.asOf = Day(iso: "2024-04-01") }
        // The first day differs if some bets are left out.
        return report.cells().map { cells in cells.filter { $0.key != "from" } }
      }
    }
    let all = try rows(bets)
    let parts = Dictionary(grouping: bets, by: money)
    #expect(parts.count == 18)
    for (money, part) in parts {
      // Without the other bets the rows are the same, so these contain none of them.
      let own = all.map { $0.filter { row in money == Self.money.map { row[$0]! } } }
      #expect(try rows(part) == own, "\(money), seed \(SeededGenerator.seed)")
    }
  }

  @Test func `amounts of one money add up to the same total, however they are grouped`() throws {
    var random = SeededGenerator(43)
    let bets = Self.bets(500, &random)
    let report = try BetStore(bets).report(by: "month", "week", "day", "batched", "currency")
    func totals(_ index: Int) -> [[String?]: Int64] {
      let keys = report.groups[index].grouping.keys
      var totals: [[String?]: Int64] = [:]
      for row in report.groups[index].rows {
        let money = BetKey.ofMoney.map { row.keys[keys.firstIndex(of: $0)!] }
        totals[money, default: 0] += row.stakedMicros ?? 0
      }
      return totals
    }
    for index in report.groups.indices { #expect(totals(index) == totals(0)) }
    let plain = Dictionary(
      grouping: bets.filter { $0.result == "ok" && $0.wager != nil && $0.payout != nil }
    ) { [$0.kind, $0.economy, $0.currency] }
    #expect(
      totals(0).filter { $0.value > 0 } == plain.mapValues { $0.reduce(0) { $0 + $1.wager! } })
  }

  @Test func `rows in another order give the same bytes`() throws {
    var random = SeededGenerator(44)
    let bets = Self.bets(400, &random)
    func text(_ bets: [TestBet]) throws -> [String] {
      let store = try BetStore(bets)
      return try Self.groupings.flatMap { grouping in
        let report = try store.report(by: grouping, windows: Self.windows)
        let file = CellTable(report.groups[0])
        return [file.csv, file.json, BettingText.text(report)]
      }
    }
    let expected = try text(bets)
    for _ in 0..<LongForm.count(4, short: 1, "orders of bets") {
      #expect(try text(bets.shuffled(using: &random)) == expected)
    }
  }
}

/// The specification of the figures, by dictionaries and loops in `Double`.
private struct PlainBets {
  private let bets: [TestBet]
  private let asOf: Day

  init(_ bets: [TestBet], asOf: Day) {
    self.bets = bets.filter { Day.split(micros: $0.time).day < asOf }.sorted {
      ($0.time, $0.key) < ($1.time, $1.key)
    }
    self.asOf = asOf
  }

  /// Returns a row's keys and window.
  static func id(_ row: [String: String]) -> String {
    let keys = BetKey.allCases.map(\.rawValue) + ["window"]
    return keys.map { "\($0)=\(row[$0] ?? "")" }.joined(separator: " ")
  }

  func rows(_ grouping: String, _ windows: [Int?]) -> [String: [String: Double?]] {
    var rows: [String: [TestBet]] = [:]
    for window in windows {
      for bet in bets where window.map({ Self.day(bet) >= asOf - $0 }) ?? true {
        var keys = [
          "kind": bet.kind ?? "", "economy": bet.economy ?? "", "currency": bet.currency ?? "",
        ]
        let own = grouping.split(separator: "+").map(String.init)
        for key in own { keys[key] = Self.value(key, bet) ?? "" }
        let isMissing = own.contains { !keys.keys.contains($0) || Self.isMissing($0, bet) }
        guard !isMissing else { continue }
        keys["window"] = window.map { "\($0)d" } ?? "all"
        rows[Self.id(keys), default: []].append(bet)
      }
    }
    return rows.mapValues(Self.figures)
  }

  private static func day(_ bet: TestBet) -> Day { Day.split(micros: bet.time).day }

  private static func isMissing(_ key: String, _ bet: TestBet) -> Bool {
    !BetKey.ofMoney.map(\.rawValue).contains(key) && value(key, bet) == nil
  }

  /// By Foundation's calendar, not by the engine's.
  private static func value(_ key: String, _ bet: TestBet) -> String? {
    let date = Date(timeIntervalSince1970: Double(bet.time) / 1e6)
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    switch key {
    case "game": return bet.game
    case "credit_game": return bet.creditGame
    case "kind": return bet.kind
    case "economy": return bet.economy
    case "currency": return bet.currency
    case "player": return bet.player
    case "batched": return bet.batch == nil ? "no" : "yes"
    case "day": return String(date.formatted(.iso8601).prefix(10))
    case "month": return String(date.formatted(.iso8601).prefix(7))
    default:
      let monday = calendar.dateInterval(of: .weekOfYear, for: date)!.start
      return String(monday.formatted(.iso8601).prefix(10))
    }
  }

  private static func figures(_ bets: [TestBet]) -> [String: Double?] {
    let counted = bets.filter { $0.result == "ok" && $0.wager != nil && $0.payout != nil }
    let stakes = counted.map { Double($0.wager!) / 1e6 }
    let payouts = counted.map { Double($0.payout!) / 1e6 }
    let (staked, returned) = (stakes.reduce(0, +), payouts.reduce(0, +))
    let hasBets = !counted.isEmpty
    let isMoney = hasBets && !(counted[0].kind!.hasSuffix("credit"))
    let roi = (returned - staked) / staked
    var squares = 0.0
    for (stake, payout) in zip(stakes, payouts) {
      squares += (payout - stake - roi * stake) * (payout - stake - roi * stake)
    }
    let half = 1.959963984540054 * squares.squareRoot() / staked
    var (sum, peak, fall, current, longest) = (0.0, 0.0, 0.0, 0, 0)
    for (stake, payout) in zip(stakes, payouts) {
      sum += payout - stake
      peak = max(peak, sum)
      fall = max(fall, peak - sum)
      current = payout > 0 ? 0 : current + 1
      longest = max(longest, current)
    }
    func money(_ value: Double) -> Double? { isMoney ? value : nil }
    let wins = payouts.count { $0 > 0 }
    return [
      "bets": Double(counted.count), "wins": Double(wins),
      "win_rate": hasBets ? Double(wins) / Double(counted.count) : nil,
      "staked": hasBets ? staked : nil, "returned": hasBets ? returned : nil,
      "profit": money(returned - staked), "roi": money(roi), "roi_low": money(roi - half),
      "roi_high": money(roi + half), "rtp": money(returned / staked),
      "rtp_low": money(returned / staked - half), "rtp_high": money(returned / staked + half),
      "longest_losing_run": Double(longest), "current_losing_run": Double(current),
      "max_drawdown": money(fall),
      "open": Double(bets.count { $0.result == "open" }),
      "indeterminate": Double(bets.count { $0.result == "indeterminate" }),
      "rejected": Double(bets.count { $0.result == "rejected" }),
      "incomplete": Double(bets.count { $0.result == "ok" } - counted.count),
    ]
  }
}
