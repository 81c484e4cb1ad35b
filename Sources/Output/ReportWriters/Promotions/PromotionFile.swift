import PromotionFigures
import Racing

/// The files for boosts and tipsters, each as CSV and as JSON.
public enum PromotionFile: String, CaseIterable, Sendable {
  /// A row for each of a boost's odds.
  case boosts
  /// A row per tipster.
  case tipsters
  /// A row per pick.
  case picks = "tipster-picks"

  /// The file's CSV: UTF-8, LF, RFC 4180; names are guarded against spreadsheets.
  ///
  /// - Parameter report: The report.
  /// - Returns: A header line, then a line per row.
  public func csv(_ report: PromotionReport) -> String { table(report).csv }

  /// The file's JSON: an array with one object per line, with the CSV's digits.
  ///
  /// - Parameter report: The report.
  /// - Returns: A JSON array; members in column order, `null` where a cell is empty.
  public func json(_ report: PromotionReport) -> String { table(report).json }

  // MARK: - Implementation

  private func table(_ report: PromotionReport) -> CellTable {
    switch self {
    case .boosts: CellTable(header: Self.boostHeader, rows: report.boosts.map(Self.cells))
    case .tipsters: CellTable(header: Self.tipsterHeader, rows: report.tipsters.map(Self.cells))
    case .picks: CellTable(header: Self.pickHeader, rows: report.picks.map(Self.cells))
    }
  }

  private static let boostHeader = [
    "banner_id", "title", "event_id", "home", "away", "event_time", "market", "outcome",
    "open_from",
    "open_to", "hours_open", "original_odd", "boosted_odd", "uplift", "implied_before",
    "implied_after", "fair_probability", "fair_price", "expected_value", "gap", "race_id", "result",
  ]

  private static func cells(_ row: BoostRow) -> [CardCell] {
    let event: [CardCell] = [
      .name(row.bannerID), .name(row.title), .name(row.eventID), .name(row.home), .name(row.away),
      instant(row.eventTime), .name(row.market), .name(row.outcome), instant(row.openFrom),
      instant(row.openTo), decimal(row.hoursOpen, places: 4),
    ]
    let prices: [CardCell] = [
      odds(row.originalMicros), odds(row.boostedMicros), decimal(row.upliftMicros),
      decimal(row.impliedBeforeMicros), decimal(row.impliedAfterMicros),
      .figure(.rate(row.fairNanos.map { Ratio(Int128($0), over: Int128(Probability.one)) })),
      decimal(row.fairPriceMicros), decimal(row.expectedValueMicros), .text(row.gap?.rawValue),
    ]
    return event + prices + [.name(row.state?.raceID), .text(row.state?.word)]
  }

  private static let tipsterHeader = [
    "tipster_id", "tipster", "claimed_win_rate", "picks", "runs", "wins", "win_rate",
    "win_rate_low", "win_rate_high", "returned", "profit", "roi", "roi_low", "roi_high",
    "expected_wins", "ae", "void", "ambiguous", "open",
  ]

  private static func cells(_ row: TipsterRow) -> [CardCell] {
    let counts: [CardCell] = [
      .name(row.id), .name(row.name), decimal(row.claimedMicros), .number(row.pickCount),
      .number("\(row.runs)"), .number("\(row.wins)"),
    ]
    let hasRuns = row.runs > 0
    let figures: [ReportCell] = [
      .rate(row.winRate), .end(row.winRateInterval?.low), .end(row.winRateInterval?.high),
      .amount(hasRuns ? row.returnedMicros : nil), .amount(hasRuns ? row.profitMicros : nil),
      .rate(row.roi), .end(row.roiInterval?.low), .end(row.roiInterval?.high),
      .amount(row.expectedNanos, one: Probability.one), .rate(row.actualOverExpected),
    ]
    return counts + figures.map { .figure($0) }
      + [.number(row.voidCount), .number(row.ambiguousCount), .number(row.openCount)]
  }

  private static let pickHeader = [
    "pick_id", "tipster_id", "tipster", "event_id", "home", "away", "event_time", "market",
    "outcome", "odds", "told_at", "result", "race_id", "returned", "probability",
  ]

  private static func cells(_ row: PickRow) -> [CardCell] {
    let bet = row.state.bet
    return [
      .name(row.pickID), .name(row.tipsterID), .name(row.tipster), .name(row.eventID),
      .name(row.home), .name(row.away), instant(row.eventTime), .name(row.market),
      .name(row.outcome), odds(row.oddsMicros), instant(row.ingestTime), .text(row.state.word),
      .name(row.state.raceID), .figure(.amount(bet?.returnedMicros)),
      .figure(
        .rate(bet?.expectedNanos.map { Ratio(Int128($0), over: Int128(Probability.one)) })),
    ]
  }

  private static func instant(_ micros: Int64?) -> CardCell { .text(micros.map(OffTimeText.iso)) }

  private static func odds(_ micros: Int64?) -> CardCell {
    .number(micros.map { Decimal6(micros: $0) })
  }

  private static func decimal(_ scaled: Int64?, places: Int = 6) -> CardCell {
    .figure(.decimal(scaled, places: places))
  }
}
