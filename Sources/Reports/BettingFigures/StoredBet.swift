import ColumnStore
import Columns
import StoreTables

/// The facts about a bet that figures need.
struct StoredBet: Dated {
  var key: String
  /// The time of sending, µs since 1970 UTC.
  var time: Int64
  var standing: BetStanding
  var game: String?
  var creditGame: String?
  var kind: String?
  var economy: String?
  var currency: String?
  var player: String?
  var isBatched = false
  /// The stake in 10⁻⁶ of the currency's unit; for a credit bet in credits.
  var wager: Int64?
  /// The payout in 10⁻⁶ of the currency's unit.
  var payout: Int64?
  /// The service's id, which distinguishes bets with the same key.
  var statementID: Int64?

  /// The day in UTC.
  var day: Day { Day.split(micros: time).day }

  /// Whether stake and payout are in the same money, so that a profit exists.
  var isPaidInKind: Bool { kind == "backed" || kind == "unbacked" }

  /// Orders by time; bets at the same time by their keys' bytes.
  static func precedes(_ left: StoredBet, _ right: StoredBet) -> Bool {
    if left.time != right.time { return left.time < right.time }
    if left.key != right.key { return left.key.utf8.lexicographicallyPrecedes(right.key.utf8) }
    return left.statementID ?? .min < right.statementID ?? .min
  }

  /// Reads all bets of a store, in order of time.
  ///
  /// - Parameters:
  ///   - snapshot: The store.
  ///   - progress: Takes the number of bets read since it was called before.
  /// - Returns: The bets.
  /// - Throws: ``StoreError`` if the table is damaged, or contains what no writer writes.
  static func all(
    in snapshot: Snapshot, progress: (Int) -> Void
  ) throws(StoreError) -> [StoredBet] {
    let rows = try StoredRows(BettingTables.bets, BettingTables.betFields, snapshot)
    var bets: [StoredBet] = []
    bets.reserveCapacity(rows.count)
    // No figure exceeds the sum of all amounts, so if this sum fits, all figures do.
    var total: Int64 = 0
    try rows.visit(progress: progress) { row throws(StoreError) in
      guard let bet = StoredBet(rows, row), total.add(bet.wager), total.add(bet.payout) else {
        throw snapshot.damage(in: [BettingTables.bets])
      }
      bets.append(bet)
    }
    return bets.sorted(by: precedes)
  }
}

extension StoredBet {
  /// Reads a row; nil if it is not a valid bet.
  private init?(_ rows: StoredRows, _ row: Int) {
    guard let key = rows.text("bet_key", row), let time = rows.int64("event_time", row),
      Day.civilMicros.contains(time),
      let standing = rows.text("result", row).flatMap({ BetStanding(rawValue: $0) })
    else { return nil }
    self.init(key: key, time: time, standing: standing)
    game = rows.text("game_id", row)
    creditGame = rows.text("credit_game_id", row)
    kind = rows.text("kind", row)
    economy = rows.text("economy", row)
    currency = rows.text("currency", row)
    player = rows.text("subject_key", row)
    isBatched = rows.text("batch_id", row) != nil
    wager = rows.int64("wager", row)
    payout = rows.int64("payout", row)
    statementID = rows.int64("statement_id", row)
  }
}

extension Int64 {
  /// Adds an amount, if any; false if it is negative or the sum does not fit.
  fileprivate mutating func add(_ amount: Int64?) -> Bool {
    guard let amount else { return true }
    let (sum, overflow) = addingReportingOverflow(amount)
    self = sum
    return amount >= 0 && !overflow
  }
}
