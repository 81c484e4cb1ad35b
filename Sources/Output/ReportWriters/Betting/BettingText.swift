import BettingFigures
import Columns
import Racing

/// The returns of bets, for reading on a terminal.
public enum BettingText {
  /// Returns the report's text: a line per game and money, then the bets with an unknown outcome.
  ///
  /// - Parameter report: The report.
  /// - Returns: Lines.
  public static func text(_ report: BettingReport) -> String {
    let title =
      TextCount.text(report.betCount, of: "bet") + " before " + report.asOf.iso
    let blocks = [[title] + games(report.games), unknown(report.unsettled)]
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  // MARK: - Implementation

  private static func games(_ group: BettingGroup) -> [String] {
    var table = TextTable(
      header: [
        "game", "kind", "money", "bets", "staked", "returned", "ROI %", "from", "to", "RTP %",
      ], sides: [.left, .left, .left] + Array(repeating: .right, count: 7))
    let amounts = group.rows.flatMap { [$0.stakedMicros, $0.returnedMicros] }.compactMap { $0 }
    let decimals = decimals(of: amounts)
    table.rows = group.rows.map { row in
      let roi = row.roi?.rounded(toDecimals: 6)
      return [
        DisplayWidth.printable(row.keys[0] ?? "–", limit: 32),
        DisplayWidth.printable(row.keys[1] ?? "–", limit: 16),
        money(row.keys[2], row.keys[3]), TextCount.grouped(Int(row.bets)),
        amount(row.stakedMicros, decimals), amount(row.returnedMicros, decimals), percent(roi),
        percent(bound(row.roiInterval?.low)), percent(bound(row.roiInterval?.high)),
        percent(roi.map { $0 + Decimal6.one }),
      ]
    }
    return table.lines
  }

  private static func unknown(_ bets: [UnknownBet]) -> [String] {
    guard !bets.isEmpty else { return [] }
    var table = TextTable(
      header: ["bet", "game", "kind", "stake", "money", "since"],
      sides: [.left, .left, .left, .right, .left, .left])
    let named = bets.prefix(Limits.listed)
    let decimals = decimals(of: named.compactMap(\.wagerMicros))
    table.rows = named.map { bet in
      [
        bet.key, DisplayWidth.printable(bet.game ?? "–", limit: 32),
        DisplayWidth.printable(bet.kind ?? "–", limit: 16), amount(bet.wagerMicros, decimals),
        money(bet.economy, bet.currency), OffTimeText.iso(bet.since),
      ]
    }
    let title =
      TextCount.text(bets.count, of: "bet")
      + " with an unknown outcome; `railbird fetch betting` asks the service:"
    let more = bets.count - named.count
    return [title] + table.lines + (more > 0 ? ["… and \(TextCount.grouped(more)) more"] : [])
  }

  /// Returns economy and currency; unbacked bets have neither.
  private static func money(_ economy: String?, _ currency: String?) -> String {
    let words = [economy, currency].compactMap { $0 }.map { DisplayWidth.printable($0, limit: 16) }
    return words.isEmpty ? "–" : words.joined(separator: " ")
  }

  /// Returns the smallest number of decimals, at least two, that shows all amounts exactly.
  private static func decimals(of micros: [Int64]) -> Int {
    var (decimals, unit): (Int, Int64) = (2, 10_000)
    while decimals < 6, micros.contains(where: { $0 % unit != 0 }) {
      (decimals, unit) = (decimals + 1, unit / 10)
    }
    return decimals
  }

  private static func amount(_ micros: Int64?, _ decimals: Int) -> String {
    micros.map { Decimal6(micros: $0).text(decimals: decimals) } ?? "–"
  }

  /// Formats a fraction of 10⁻⁶ as a percentage.
  private static func percent(_ micros: Int64?) -> String {
    micros.map { micros in
      // 10⁻⁶ equals 10⁻⁴ percent.
      var bytes: [UInt8] = []
      DecimalText.append(micros, scale: 4, decimals: 1, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    } ?? "–"
  }

  private static func bound(_ end: Double?) -> Int64? {
    end.map { Int64(($0 * 1e6).rounded(.toNearestOrEven)) }
  }
}
