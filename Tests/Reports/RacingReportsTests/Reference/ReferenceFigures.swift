import Columns
import Foundation
import Kernels

/// The cells of one row, computed from its runs in time order.
struct ReferenceFigures {
  let runs: [ReferenceRun]
  let population: (runs: Int, wins: Int)
  let asOf: Int
  let rate: Int128

  private static let z = 1.959963984540054

  var cells: [String] {
    let wins = runs.count { $0.isWin }
    let known = runs.compactMap(\.isPlaced)
    let placed = known.count { $0 }
    let (low, high) = wilson(Double(wins), Double(runs.count))
    var cells = [
      "\(runs.count)", "\(wins)", known.isEmpty ? "" : "\(placed)",
      quotient(wins, runs.count, 6), real(low), real(high), quotient(placed, known.count, 6),
    ]
    for basis in ["sp", "tote", "bsp"] { cells += bets(basis) }
    cells += expectation
    cells.append(quotient(wins * population.runs, runs.count * population.wins, 6))
    let prbs = runs.compactMap(\.prb)
    cells.append(text(prbs.reduce(0, +), Int128(prbs.count) * 1_000_000, 6))
    cells += losingRuns + [drawdown, String(runs.suffix(6).map(\.form)), formScore]
    return cells + [Day(Int32(runs.last!.day)).iso]
  }

  private func wilson(_ wins: Double, _ n: Double) -> (Double, Double) {
    let (p, z) = (wins / n, Self.z)
    let centre = p + z * z / (2 * n)
    let width = z * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
    return ((centre - width) / (1 + z * z / n), (centre + width) / (1 + z * z / n))
  }

  /// Returns the six columns of a basis; bets in one race are one market and one cluster.
  private func bets(_ basis: String) -> [String] {
    var markets: [Int: (bets: Int128, profit: Int128)] = [:]
    for run in runs {
      guard let returned = run.returned(basis) else { continue }
      markets[run.race, default: (0, 0)].bets += 1
      markets[run.race]!.profit += returned - 1_000_000
    }
    if markets.isEmpty { return ["0", "", "", "", "", ""] }
    if basis == "bsp" {
      for (race, market) in markets {
        markets[race]!.profit -= referenceDivide(max(0, market.profit) * rate, 1_000_000)
      }
    }
    let count = markets.values.reduce(0) { $0 + $1.bets }
    let profit = markets.values.reduce(0) { $0 + $1.profit }
    let ends = interval(basis, markets.values.map { $0 })
    return [
      "\(count)", text(profit + count * 1_000_000, 1_000_000, 4), text(profit, 1_000_000, 4),
      text(profit, count * 1_000_000, 6), ends.map { real($0.low) } ?? "",
      ends.map { real($0.high) } ?? "",
    ]
  }

  /// Searches the ends by halving; the odds of a tote's bets are those at sp.
  private func interval(_ basis: String, _ markets: [(bets: Int128, profit: Int128)]) -> Interval? {
    let isExchange = basis == "bsp"
    let odds = runs.compactMap { isExchange ? $0.bsp : $0.sp }
    let count = markets.reduce(0) { $0 + $1.bets }
    let returned = markets.reduce(0) { $0 + $1.profit + $1.bets * 1_000_000 }
    let stakeSquares = Double(markets.reduce(0) { $0 + $1.bets * $1.bets })
    let kept = isExchange ? 1 - Double(rate) / 1e6 : 1
    let net = odds.map { 1 + (Double($0) / 1e6 - 1) * kept }
    // (1 − kept + kept · odds)², where odds² is of odds in whole hundredths.
    let squares = odds.map { odds in
      let short = Double(odds / 10_000) / 100
      return (1 - kept) * (1 - kept) + 2 * kept * (1 - kept) * Double(odds) / 1e6
        + kept * kept * short * short
    }
    let share = odds.isEmpty ? 0 : Double(count) / Double(odds.count)
    let priced = ReturnInterval(
      stake: Int64(count) * 1_000_000, returned: Int64(returned),
      secondMoment: share * net.reduce(0, +), stakeSquares: stakeSquares,
      thirdMoment: share * squares.reduce(0, +))
    if !odds.isEmpty && priced.isPossible { return priced.referenceInterval }
    guard returned > 0 else { return nil }
    let returns = markets.map { Double($0.profit + $0.bets * 1_000_000) / 1e6 }
    return ReturnInterval(
      stake: Int64(count) * 1_000_000, returned: Int64(returned),
      returnSquares: returns.reduce(0) { $0 + $1 * $1 }, stakeSquares: stakeSquares
    ).referenceInterval
  }

  private var expectation: [String] {
    let priced = runs.filter { $0.chance != nil }
    guard !priced.isEmpty else { return ["", ""] }
    let expected = priced.reduce(0) { $0 + $1.chance! }
    return [
      text(expected, 1_000_000_000, 4), text(priced.reduce(0) { $0 + $1.winShare }, expected, 6),
    ]
  }

  private var losingRuns: [String] {
    var (longest, current) = (0, 0)
    for run in runs {
      current = run.isWin ? 0 : current + 1
      longest = max(longest, current)
    }
    return ["\(longest)", "\(current)"]
  }

  private var drawdown: String {
    let returns = runs.compactMap(\.spReturned)
    var (sum, peak, fall): (Int128, Int128, Int128) = (0, 0, 0)
    for returned in returns {
      sum += returned - 1_000_000
      peak = max(peak, sum)
      fall = max(fall, peak - sum)
    }
    return returns.isEmpty ? "" : text(fall, 1_000_000, 4)
  }

  private var formScore: String {
    var (sum, weights): (Int128, Int128) = (0, 0)
    for run in runs where asOf - run.day <= 365 {
      guard let prb = run.prb else { continue }
      let weight = Int128((pow(0.5, Double(asOf - run.day) / 30) * 1e9).rounded(.toNearestOrEven))
      sum += weight * prb
      weights += weight
    }
    return text(sum, weights * 1_000_000, 6)
  }

  private func quotient(_ numerator: Int, _ denominator: Int, _ decimals: Int) -> String {
    text(Int128(numerator), Int128(denominator), decimals)
  }

  /// Formats a quotient with `decimals` decimals; empty over zero.
  private func text(_ numerator: Int128, _ denominator: Int128, _ decimals: Int) -> String {
    guard denominator != 0 else { return "" }
    let power = (0..<decimals).reduce(Int128(1)) { power, _ in power * 10 }
    let scaled = referenceDivide(numerator * power, denominator)
    let digits = String(scaled.magnitude)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return (scaled < 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }

  private func real(_ value: Double) -> String {
    let text = String(format: "%.6f", value)
    return text == "-0.000000" ? "0.000000" : text
  }
}
