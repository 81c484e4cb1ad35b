import ColumnStore
import StoreTables

/// The picks of a store and their results.
struct TipsterRows {
  /// The picks, by event's start, then by id.
  let picks: [PickRow]
  /// The tipsters, by id.
  let tipsters: [TipsterRow]

  /// Settles all picks.
  ///
  /// - Parameters:
  ///   - rows: The table of picks.
  ///   - settling: The settlement by the races of all their events.
  init(_ rows: StoredRows, _ settling: BetSettling) {
    let order = (0..<rows.count).sorted {
      let (left, right) = (Self.ingestTime($0, rows), Self.ingestTime($1, rows))
      return left != right ? left < right : $0 < $1
    }
    var claims: [String: TipsterRow] = [:]
    var seen: Set<String> = []
    var picks: [PickRow] = []
    for row in order {
      guard let pick = rows.text("pick_id", row), let tipster = rows.text("tipster_id", row)
      else { continue }
      // The latest report counts.
      var claim = claims[tipster] ?? TipsterRow(id: tipster)
      claim.name = rows.text("tipster", row) ?? claim.name
      claim.claimedMicros = rows.int64("win_rate", row) ?? claim.claimedMicros
      claims[tipster] = claim
      // A pick counts at its first reported odds.
      if seen.insert(pick).inserted { picks.append(Self.pick(row, rows, settling)) }
    }
    self.picks = picks.sorted { left, right in
      let starts = (left.eventTime ?? .max, right.eventTime ?? .max)
      if starts.0 != starts.1 { return starts.0 < starts.1 }
      return IDOrder.precedes(left.pickID, right.pickID)
    }
    let byTipster = Dictionary(grouping: self.picks, by: \.tipsterID)
    tipsters = claims.values.sorted { IDOrder.precedes($0.id, $1.id) }.map {
      Self.summed($0, byTipster[$0.id] ?? [])
    }
  }

  // MARK: - Implementation

  private static func ingestTime(_ row: Int, _ rows: StoredRows) -> Int64 {
    rows.int64("ingest_time", row) ?? 0
  }

  private static func pick(_ row: Int, _ rows: StoredRows, _ settling: BetSettling) -> PickRow {
    let start = rows.int64("event_time", row)
    let reported = ingestTime(row, rows)
    var pick = PickRow(
      pickID: rows.text("pick_id", row) ?? "", tipsterID: rows.text("tipster_id", row) ?? "",
      tipster: rows.text("tipster", row), eventID: rows.text("event_id", row) ?? "",
      home: rows.text("home", row), away: rows.text("away", row), eventTime: start,
      market: rows.text("market_name", row) ?? "", outcome: rows.text("outcome_name", row) ?? "",
      oddsMicros: rows.int64("odds", row) ?? 0, ingestTime: reported, state: .unsettled(.late))
    if let start, reported >= start { return pick }
    pick.state = settling.state(
      event: pick.eventID, start: start, market: pick.market, outcome: pick.outcome,
      odds: pick.oddsMicros)
    return pick
  }

  private static func summed(_ claim: TipsterRow, _ picks: [PickRow]) -> TipsterRow {
    var row = claim
    row.pickCount = picks.count
    var profits: [String: (profit: Int64, bets: Int64)] = [:]
    for pick in picks {
      switch pick.state {
      case .void: row.voidCount += 1
      case .unsettled(.ambiguousRace), .unsettled(.ambiguousRunner): row.ambiguousCount += 1
      case .unsettled: row.openCount += 1
      case .settled(let bet):
        row.runs += 1
        row.wins += bet.isWon ? 1 : 0
        row.returnedMicros += bet.returnedMicros
        row.prices.add(pick.oddsMicros)
        if let expected = bet.expectedNanos {
          row.expectedNanos = (row.expectedNanos ?? 0) + expected
          row.winSharesNanos += bet.winShareNanos ?? 0
        }
        profits[bet.raceID, default: (0, 0)].profit += bet.returnedMicros - 1_000_000
        profits[bet.raceID, default: (0, 0)].bets += 1
      }
    }
    // Integer sums: the order of races does not matter.
    for race in profits.values { row.clusters.add(profit: race.profit, bets: race.bets) }
    return row
  }
}
