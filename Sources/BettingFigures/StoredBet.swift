import Betting
import ColumnStore
import Columns

/// A bet as a figure needs it.
struct StoredBet {
  var key: String
  /// When it left, µs since 1970 UTC.
  var time: Int64
  var standing: BetStanding
  var game: String?
  var creditGame: String?
  var kind: String?
  var economy: String?
  var currency: String?
  var player: String?
  var isBatched = false
  /// In 10⁻⁶ of the currency's unit; of a credit bet credits.
  var wager: Int64?
  /// In 10⁻⁶ of the currency's unit.
  var payout: Int64?
  /// The service's id, which parts bets of one key.
  var statementID: Int64?

  /// The day in UTC.
  var day: Day { Day.split(micros: time).day }

  /// Whether stake and payout are of the same money, so that one can be taken from the other.
  var isPaidInKind: Bool { kind == "backed" || kind == "unbacked" }

  /// The order of time; bets of one moment by their keys' bytes.
  static func precedes(_ left: StoredBet, _ right: StoredBet) -> Bool {
    if left.time != right.time { return left.time < right.time }
    if left.key != right.key { return left.key.utf8.lexicographicallyPrecedes(right.key.utf8) }
    return left.statementID ?? .min < right.statementID ?? .min
  }

  /// All bets of a store, in the order of time.
  ///
  /// - Throws: ``StoreError`` when the table is damaged, or holds what no writer writes.
  static func all(in snapshot: Snapshot) throws(StoreError) -> [StoredBet] {
    let rows = try StoredRows(BettingTables.bets, BettingTables.betFields, snapshot)
    var bets: [StoredBet] = []
    bets.reserveCapacity(rows.count)
    // No figure can be larger than all amounts together, so all of them fit where this does.
    var total: Int64 = 0
    for row in 0..<rows.count {
      guard let bet = StoredBet(rows, row), total.add(bet.wager), total.add(bet.payout) else {
        throw snapshot.damage(in: [BettingTables.bets])
      }
      bets.append(bet)
    }
    return bets.sorted(by: precedes)
  }
}

extension StoredBet {
  /// Reads a row; nil where it is none of a bet.
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
  /// Adds an amount, if there is one; false where it is negative or the sum does not fit.
  fileprivate mutating func add(_ amount: Int64?) -> Bool {
    guard let amount else { return true }
    let (sum, overflow) = addingReportingOverflow(amount)
    self = sum
    return amount >= 0 && !overflow
  }
}
