import ColumnStore
import StoreTables

/// A report on a store's boosts and tipsters.
public struct PromotionReport: Equatable, Sendable {
  /// Boosts with their successive odds, in order of their start.
  public var boosts: [BoostRow]
  /// Tipsters, by id.
  public var tipsters: [TipsterRow]
  /// Their picks, by the event's start.
  public var picks: [PickRow]
}

/// Computes the value of boosts and tipsters from one state of a store.
public struct PromotionJob {
  let snapshot: Snapshot

  /// The tables that it reads.
  public static let tables: Set<String> = [
    PromotionTables.quotes, PromotionTables.boosts, PromotionTables.picks, "races", "runners",
  ]

  /// Makes the job.
  ///
  /// - Parameter snapshot: The store.
  public init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  /// The number of stored prices, boosts and picks, for progress.
  public var rowCount: Int {
    [PromotionTables.quotes, PromotionTables.boosts, PromotionTables.picks]
      .reduce(0) { $0 + snapshot.rowCount(of: $1) }
  }

  /// Computes the report.
  ///
  /// - Parameter progress: Takes the number of prices, boosts and picks used since it was called
  ///   before.
  /// - Returns: All boosts, tipsters and picks.
  /// - Throws: ``PromotionError`` `.noPromotions` if the store has neither boosts nor picks,
  ///   `.store` for a damaged table.
  public func run(
    progress: (Int) -> Void = { _ in }
  ) throws(PromotionError) -> PromotionReport {
    guard
      [PromotionTables.boosts, PromotionTables.picks].contains(where: {
        snapshot.rowCount(of: $0) > 0
      })
    else { throw .noPromotions(store: snapshot.store) }
    do {
      let markets = try EventMarkets(snapshot, progress: progress)
      var boosts = try BoostRows(snapshot, markets).all(progress: progress)
      let picks = try StoredRows(PromotionTables.picks, PromotionTables.pickFields, snapshot)
      let events = try BetSettling(
        results: StoredResults(of: Self.events(boosts, picks), snapshot))
      for index in boosts.indices { boosts[index].settle(by: events) }
      let rows = TipsterRows(picks, events)
      progress(picks.count)
      try snapshot.confirm()
      return PromotionReport(boosts: boosts, tipsters: rows.tipsters, picks: rows.picks)
    } catch {
      throw .store(error)
    }
  }

  // MARK: - Implementation

  private static func events(
    _ boosts: [BoostRow], _ picks: StoredRows
  ) -> [(id: String, start: Int64)] {
    let ofPicks = (0..<picks.count).compactMap { row in
      picks.int64("event_time", row).map { (picks.text("event_id", row) ?? "", $0) }
    }
    return ofPicks + boosts.compactMap { boost in boost.eventTime.map { (boost.eventID, $0) } }
  }
}

extension BoostRow {
  /// Sets the state of a bet at the boosted odds, if the outcome is known.
  fileprivate mutating func settle(by settling: BetSettling) {
    guard let market, let outcome, let boostedMicros else { return }
    state = settling.state(
      event: eventID, start: eventTime, market: market, outcome: outcome, odds: boostedMicros)
  }
}

/// An error that prevents a report on promotions.
public enum PromotionError: Error, Equatable, Sendable {
  /// The store has neither boosts nor picks.
  case noPromotions(store: String)
  /// Rows of the store are damaged.
  case store(StoreError)
}

extension PromotionError: CustomStringConvertible {
  /// The message: place, what was found, and what was expected.
  public var description: String {
    switch self {
    case .noPromotions(let store):
      "\(store): found neither boosts nor tipsters' picks; expected some, as `railbird fetch "
        + "promotions` brings them"
    case .store(let error): error.description
    }
  }
}
