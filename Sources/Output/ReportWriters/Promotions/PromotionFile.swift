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

  /// Makes the file.
  public func table(_ report: PromotionReport) -> CellTable {
    switch self {
    case .boosts:
      CellTable(rawValue, header: Self.boostHeader, rows: report.boosts.map(Self.cells))
    case .tipsters:
      CellTable(rawValue, header: Self.tipsterHeader, rows: report.tipsters.map(Self.cells))
    case .picks:
      CellTable(rawValue, header: Self.pickHeader, rows: report.picks.map(Self.cells))
    }
  }

  // MARK: - Implementation

  private static let boostHeader = [
    "banner_id", "title", "event_id", "home", "away", "event_time", "market", "outcome",
    "open_from", "open_to", "hours_open", "original_odd", "boosted_odd", "uplift",
    "implied_before", "implied_after", "fair_probability", "fair_price", "expected_value", "gap",
    "race_id", "result",
  ]

  private static func cells(_ row: BoostRow) -> [CardCell] {
    let event: [CardCell] = [
      .name(row.bannerID), .name(row.title), .name(row.eventID), .name(row.home), .name(row.away),
      .instant(row.eventTime), .name(row.market), .name(row.outcome), .instant(row.openFrom),
      .instant(row.openTo), .figure(.decimal(row.hoursOpen, places: 4)),
    ]
    let prices: [CardCell] = [
      odds(row.originalMicros), odds(row.boostedMicros), .micros(row.upliftMicros),
      .micros(row.impliedBeforeMicros), .micros(row.impliedAfterMicros),
      probability(row.fairNanos), .micros(row.fairPriceMicros), .micros(row.expectedValueMicros),
      .text(row.gap?.rawValue),
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
      .name(row.id), .name(row.name), .micros(row.claimedMicros), .number(row.pickCount),
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
      .name(row.home), .name(row.away), .instant(row.eventTime), .name(row.market),
      .name(row.outcome), odds(row.oddsMicros), .instant(row.ingestTime), .text(row.state.word),
      .name(row.state.raceID), .figure(.amount(bet?.returnedMicros)),
      probability(bet?.expectedNanos),
    ]
  }

  private static func odds(_ micros: Int64?) -> CardCell {
    .number(micros.map { Decimal6(micros: $0) })
  }

  private static func probability(_ nanos: Int64?) -> CardCell {
    .rate(nanos.map { Ratio(Int128($0), over: Int128(Probability.one)) })
  }
}
