import BettingFigures
import ColumnStore
import Columns
import ReportWriters
import TestSupport
import StoreTables

/// A bet as a test writes it into a store.
struct TestBet {
  var key: String
  var time: Int64
  var game: String? = "slots"
  var creditGame: String?
  var kind: String? = "backed"
  var economy: String? = "sandbox"
  var currency: String? = "GBP"
  var player: String? = "ann"
  var batch: String?
  var wager: Int64?
  var payout: Int64?
  var result = "ok"
  var statement: Int64?

  /// Makes a bet that was taken at a time such as `2024-05-01T10:00:00Z`, with amounts in
  /// hundredths.
  init(_ key: String, _ time: String, wager: Int64?, payout: Int64?) {
    self.key = key
    let clock = time.dropFirst(11).prefix(8).split(separator: ":").reduce(0) {
      $0 * 60 + Int64($1)!
    }
    self.time = (Int64(Day(iso: String(time.prefix(10)))!.number) * 86_400 + clock) * 1_000_000
    self.wager = wager.map { $0 * 10_000 }
    self.payout = payout.map { $0 * 10_000 }
  }

  /// Returns the bet with changes.
  func with(_ change: (inout TestBet) -> Void) -> TestBet {
    var bet = self
    change(&bet)
    return bet
  }
}

/// A store of bets, as an import leaves them.
struct BetStore {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  init(_ bets: [TestBet]) throws {
    self.init(folder: try TemporaryFolder())
    try write(bets)
  }

  private init(folder: TemporaryFolder) { self.folder = folder }

  var path: String { folder.file("store") }

  func write(_ bets: [TestBet]) throws {
    let writer = try StoreWriter(store: path)
    let months = Dictionary(grouping: bets) { Month(of: Day.split(micros: $0.time).day) }
    for (month, bets) in months.sorted(by: { $0.key < $1.key }) {
      try writer.replace(BettingTables.bets, month, with: Self.table(bets, writer))
    }
    try writer.commit()
  }

  func report(
    by groupings: String..., windows: [Int?] = [nil],
    change: (inout BettingQuestion) -> Void = { _ in }
  ) throws -> BettingReport {
    var question = BettingQuestion(try groupings.map { try BetGrouping($0) }, windows: windows)
    change(&question)
    return try BettingJob(question, from: Snapshot(store: path)).run()
  }

  // MARK: - Implementation

  private static func table(_ bets: [TestBet], _ writer: StoreWriter) -> Table {
    Table(
      BettingTables.betFields.map { field in
        let column: Column =
          switch field.type {
          case .coded(let dictionary):
            Column(
              field.type,
              int32s: bets.map { bet in
                text(field.name, bet).map { writer.dictionary(dictionary).code($0) }
              })
          case .instant, .micros, .int64:
            Column(field.type, int64s: bets.map { number(field.name, $0) })
          default: .nulls(field.type, count: bets.count)
          }
        return (field.name, column)
      })
  }

  private static func text(_ column: String, _ bet: TestBet) -> String? {
    switch column {
    case "bet_key": bet.key
    case "subject_key": bet.player
    case "game_id": bet.game
    case "credit_game_id": bet.creditGame
    case "kind": bet.kind
    case "economy": bet.economy
    case "currency": bet.currency
    case "result": bet.result
    case "batch_id": bet.batch
    default: nil
    }
  }

  private static func number(_ column: String, _ bet: TestBet) -> Int64? {
    switch column {
    case "ingest_time", "event_time": bet.time
    case "wager": bet.wager
    case "payout": bet.payout
    case "statement_id": bet.statement
    default: nil
    }
  }
}

extension BettingReport {
  /// Returns the rows of a file by column, as its CSV has them.
  func cells(_ index: Int = 0) -> [[String: String]] {
    let lines = CellTable(groups[index]).csv.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }
}
