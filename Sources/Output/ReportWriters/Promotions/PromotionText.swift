import Columns
import PromotionFigures
import Racing

/// Boosts and tipsters for reading on a terminal.
public enum PromotionText {
  /// Returns the report's text: the boosts with the highest and lowest value, the tipsters, and the
  /// rows that could not be joined.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - top: The maximum number of boosts listed.
  /// - Returns: Lines.
  public static func text(_ report: PromotionReport, top: Int = 10) -> String {
    let blocks = [boosts(report.boosts, top), tipsters(report.tipsters), unsettled(report.picks)]
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  // MARK: - Implementation

  private static func boosts(_ rows: [BoostRow], _ top: Int) -> [String] {
    guard !rows.isEmpty else { return [] }
    var table = TextTable(
      header: ["boost", "odds", "boosted", "fair", "EV %", "hours"],
      sides: [.left, .right, .right, .right, .right, .right])
    let known = rows.filter { $0.expectedValueMicros != nil }.sorted {
      $0.expectedValueMicros! > $1.expectedValueMicros!
    }
    // Leaves out odds first seen after the boost's end: they could not be taken.
    table.rows = known.filter { $0.hoursOpen != 0 }.prefix(top).map { row in
      [
        DisplayWidth.printable(row.title ?? row.bannerID, limit: 48), odds(row.originalMicros),
        odds(row.boostedMicros), rounded(row.fairPriceMicros, to: 2),
        rounded(row.expectedValueMicros.map { $0 * 100 }, to: 1),
        row.hoursOpen.map { Decimal6(micros: $0 * 100).text(decimals: 1) } ?? "–",
      ]
    }
    let title = "\(TextCount.text(rows.count, of: "boost")), \(known.count) with a fair price"
    let gaps = BoostGap.allCases.compactMap { gap -> String? in
      let count = rows.count { $0.gap == gap }
      return count > 0 ? "\(count) \(gap.rawValue)" : nil
    }
    return [title + (gaps.isEmpty ? "" : " (without: \(gaps.joined(separator: ", ")))")]
      + (table.rows.isEmpty ? [] : table.lines)
  }

  private static func tipsters(_ rows: [TipsterRow]) -> [String] {
    guard !rows.isEmpty else { return [] }
    var table = TextTable(
      header: ["tipster", "picks", "settled", "claimed %", "won %", "ROI %", "from", "to", "A/E"],
      sides: [.left, .right, .right, .right, .right, .right, .right, .right, .right])
    table.rows = rows.map { row in
      [
        DisplayWidth.printable(row.name ?? row.id, limit: 32), "\(row.pickCount)", "\(row.runs)",
        rounded(row.claimedMicros.map { $0 * 100 }, to: 1), percent(row.winRate),
        percent(row.roi), bound(row.roiInterval?.low), bound(row.roiInterval?.high),
        row.actualOverExpected?.rounded(toDecimals: 6).map { rounded($0, to: 2) } ?? "–",
      ]
    }
    return table.lines
  }

  /// Counts picks that are not settled, by reason.
  private static func unsettled(_ picks: [PickRow]) -> [String] {
    BetGap.allCases.compactMap { gap in
      let count = picks.count { $0.state == .unsettled(gap) }
      return count > 0 ? "\(TextCount.text(count, of: "pick")) not settled: \(words(gap))" : nil
    }
  }

  private static func words(_ gap: BetGap) -> String {
    switch gap {
    case .late: "published after the event had begun"
    case .otherMarket: "no bet on the winner"
    case .noRace: "no such race in the store"
    case .ambiguousRace: "several races may be meant"
    case .noRunner: "no runner of that name"
    case .ambiguousRunner: "several runners of that name"
    case .noResult: "no result yet"
    }
  }

  private static func odds(_ micros: Int64?) -> String {
    micros.map { Decimal6(micros: $0).description } ?? "–"
  }

  private static func rounded(_ micros: Int64?, to decimals: Int) -> String {
    micros.map { Decimal6(micros: $0).text(decimals: decimals) } ?? "–"
  }

  private static func percent(_ ratio: Ratio) -> String {
    rounded(ratio.rounded(toDecimals: 6).map { $0 * 100 }, to: 1)
  }

  private static func bound(_ end: Double?) -> String {
    rounded(end.map { Int64(($0 * 1e8).rounded(.toNearestOrEven)) }, to: 1)
  }
}
