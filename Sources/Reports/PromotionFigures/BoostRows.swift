import ColumnStore
import Columns
import StoreTables

/// The boosts of a store, each with its successive odds.
struct BoostRows {
  private let boosts: StoredRows
  private let markets: EventMarkets

  init(_ snapshot: Snapshot, _ markets: EventMarkets) throws(StoreError) {
    boosts = try StoredRows(PromotionTables.boosts, PromotionTables.boostFields, snapshot)
    self.markets = markets
  }

  /// Returns all boosts in order of their start, each with its odds in time order.
  ///
  /// - Parameter progress: Takes the number of stored rows used since it was called before.
  /// - Returns: A row for each of a boost's successive odds.
  func all(progress: (Int) -> Void) -> [BoostRow] {
    let byBanner = Dictionary(grouping: 0..<boosts.count) { boosts.text("banner_id", $0) ?? "" }
    var rows: [BoostRow] = []
    for (_, states) in byBanner {
      let states = states.sorted { ingestTime($0) < ingestTime($1) }
      for (index, state) in states.enumerated() {
        let next = index + 1 < states.count ? states[index + 1] : nil
        rows.append(row(state, isFirst: index == 0, next: next.map(ingestTime)))
      }
      progress(states.count)
    }
    return rows.sorted { left, right in
      if left.openFrom != right.openFrom { return left.openFrom < right.openFrom }
      if left.bannerID != right.bannerID { return IDOrder.precedes(left.bannerID, right.bannerID) }
      return (left.openTo ?? .max) < (right.openTo ?? .max)
    }
  }

  // MARK: - Implementation

  private func ingestTime(_ row: Int) -> Int64 { boosts.int64("ingest_time", row) ?? 0 }

  private func row(_ state: Int, isFirst: Bool, next: Int64?) -> BoostRow {
    let event = boosts.text("event_id", state) ?? ""
    let facts = markets.facts[event]
    let reported = ingestTime(state)
    let start = boosts.int64("event_time", state)
    let ends = [boosts.int64("end_time", state) ?? facts?.start, next].compactMap { $0 }
    var row = BoostRow(
      bannerID: boosts.text("banner_id", state) ?? "", title: boosts.text("title", state),
      eventID: event, home: facts?.home, away: facts?.away, eventTime: facts?.start,
      originalMicros: boosts.int64("original_odd", state),
      boostedMicros: boosts.int64("boosted_odd", state),
      // The first odds hold from the boost's start; later ones from the time of their report.
      openFrom: isFirst ? start ?? reported : max(start ?? reported, reported), openTo: ends.min(),
      isPublished: boosts.text("status", state) == "published")
    complete(&row, at: reported)
    return row
  }

  /// Finds the boosted outcome and its fair price, or the reason why there is none.
  private func complete(_ row: inout BoostRow, at moment: Int64) {
    guard let original = row.originalMicros, row.boostedMicros != nil else {
      row.gap = .noOdds
      return
    }
    let all = markets.prices(of: row.eventID, at: moment).filter { !$0.prices.isEmpty }
    guard !all.isEmpty else {
      row.gap = .noMarket
      return
    }
    let naming = OutcomeNaming(title: row.title ?? "", home: row.home, away: row.away)
    let found = all.flatMap { market in
      market.prices.filter { $0.micros == original && naming.names($0.outcome) }.map {
        (market: market, outcome: $0.outcome)
      }
    }
    guard let only = found.first, found.count == 1 else {
      row.gap = found.isEmpty ? .noOutcome : .ambiguousOutcome
      return
    }
    row.market = only.market.name
    row.outcome = only.outcome
    row.fairNanos = only.market.fairNanos(of: only.outcome)
    if row.fairNanos == nil { row.gap = .partOfMarket }
  }
}

/// The rule by which a boost's headline names an outcome; the service has no other field for it.
struct OutcomeNaming {
  let title: String
  let home: String?
  let away: String?

  /// Whether the headline names an outcome and only that one.
  ///
  /// `1` and `2` are named by the home and the away side, `X` by a draw, others by their own names.
  /// A bet on several things at once matches none.
  func names(_ outcome: String) -> Bool {
    let text = title.lowercased()
    guard !text.contains("+"), !text.contains("&") else { return false }
    func has(_ name: String?) -> Bool {
      name.map { !$0.isEmpty && text.contains($0.lowercased()) } ?? false
    }
    switch outcome.lowercased() {
    case "1": return has(home) && !has(away)
    case "2": return has(away) && !has(home)
    case "x": return has("draw") && has(home) == has(away)
    default: return has(outcome)
    }
  }
}
