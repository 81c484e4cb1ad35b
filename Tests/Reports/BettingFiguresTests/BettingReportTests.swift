import BettingFigures
import ColumnStore
import Columns
import ReportWriters
import TestSupport
import Testing
import StoreTables

/// `BettingJob` over a few bets with figures computed by hand.
struct BettingReportTests {
  /// Stakes 1.00, 3.00, 0.50 and 0.50; paid 2.50, 0, 0 and 0.25.
  private static let four = [
    TestBet("a", "2024-05-01T10:00:00Z", wager: 100, payout: 250),
    TestBet("b", "2024-05-02T10:00:00Z", wager: 300, payout: 0),
    TestBet("c", "2024-05-02T11:00:00Z", wager: 50, payout: 0),
    TestBet("d", "2024-06-03T10:00:00Z", wager: 50, payout: 25),
  ]

  @Test func `a game's figures are those worked out by hand`() throws {
    let report = try BetStore(Self.four).report(by: "game")
    #expect(report.asOf.iso == "2024-06-04" && report.betCount == 4)
    let row = try #require(report.groups[0].rows.first)
    #expect(report.groups[0].rows.count == 1)
    #expect(row.keys == ["slots", "backed", "sandbox", "GBP"])
    #expect(row.window.from.iso == "2024-05-01" && row.window.to.iso == "2024-06-03")
    #expect(row.bets == 4 && row.wins == 2)
    #expect(row.stakedMicros == 5_000_000 && row.returnedMicros == 2_750_000)
    #expect(row.profitMicros == -2_250_000)
    // −2.25 / 5.
    #expect(row.roi?.rounded(toDecimals: 6) == -450_000)
    // S = P + 0.45 · stake: 1.5 + 0.45, −3 + 1.35, −0.5 + 0.225, −0.25 + 0.225; the sum of squares
    // is 3.8025 + 2.7225 + 0.075625 + 0.000625 = 6.60125.
    let halfWidth = 1.959963984540054 * 6.60125.squareRoot() / 5
    let interval = try #require(row.roiInterval)
    #expect(abs(interval.low - (-0.45 - halfWidth)) < 1e-12)
    #expect(abs(interval.high - (-0.45 + halfWidth)) < 1e-12)
    // Wilson for 2 of 4.
    #expect(abs(try #require(row.winRateInterval).low - 0.15003898915214947) < 1e-12)
    #expect(row.longestLosingRun == 2 && row.currentLosingRun == 0)
    // From 1.50 to −2.00; the last bet takes another 0.25.
    #expect(row.maxDrawdownMicros == 3_750_000)
    #expect(row.lastBet?.iso == "2024-06-03")
  }

  @Test func `a file has these bytes as CSV and as JSON`() throws {
    let file = CellTable(try BetStore(Self.four).report(by: "game").groups[0])
    #expect(file.name == "game")
    // 1.959963984540054 · √6.60125 / 5 = 1.007143.
    #expect(
      file.csv == """
        game,kind,economy,currency,window,from,to,bets,wins,win_rate,win_rate_low,win_rate_high,\
        staked,returned,profit,roi,roi_low,roi_high,rtp,rtp_low,rtp_high,longest_losing_run,\
        current_losing_run,max_drawdown,last_bet,open,indeterminate,rejected,incomplete
        slots,backed,sandbox,GBP,all,2024-05-01,2024-06-03,4,2,0.500000,0.150039,0.849961,5.0000,\
        2.7500,-2.2500,-0.450000,-1.457143,0.557143,0.550000,-0.457143,1.557143,2,0,3.7500,\
        2024-06-03,0,0,0,0

        """)
    #expect(
      file.json == """
        [
        {"game":"slots","kind":"backed","economy":"sandbox","currency":"GBP","window":"all",\
        "from":"2024-05-01","to":"2024-06-03","bets":4,"wins":2,"win_rate":0.500000,\
        "win_rate_low":0.150039,"win_rate_high":0.849961,"staked":5.0000,"returned":2.7500,\
        "profit":-2.2500,"roi":-0.450000,"roi_low":-1.457143,"roi_high":0.557143,"rtp":0.550000,\
        "rtp_low":-0.457143,"rtp_high":1.557143,"longest_losing_run":2,"current_losing_run":0,\
        "max_drawdown":3.7500,"last_bet":"2024-06-03","open":0,"indeterminate":0,"rejected":0,\
        "incomplete":0}
        ]

        """)
  }

  @Test func `bets that are not settled count beside the figures, never in them`() throws {
    let others = ["open", "indeterminate", "indeterminate", "rejected", "rejected", "rejected"]
    let more = others.enumerated().map { index, result in
      TestBet("x\(index)", "2024-05-03T10:00:00Z", wager: 900, payout: 900).with {
        $0.result = result
      }
    }
    let unpaid = TestBet("y", "2024-05-04T10:00:00Z", wager: 900, payout: nil)
    let unstaked = TestBet("z", "2024-05-04T10:00:00Z", wager: nil, payout: 900)
    let report = try BetStore(Self.four + more + [unpaid, unstaked]).report(by: "game")
    var expected = try BetStore(Self.four).report(by: "game").cells()[0]
    expected["open"] = "1"
    expected["indeterminate"] = "2"
    expected["rejected"] = "3"
    expected["incomplete"] = "2"
    #expect(report.cells() == [expected])
    #expect(report.betCount == 12)
    #expect(report.unsettled.map(\.key) == ["x0", "x1", "x2"])
  }

  @Test func `a row without a settled bet has counts alone`() throws {
    let bet = Self.four[0].with { $0.result = "indeterminate" }
    let cells = try BetStore([bet]).report(by: "game").cells()[0]
    let filled = cells.filter { !$0.value.isEmpty }
    #expect(
      filled == [
        "game": "slots", "kind": "backed", "economy": "sandbox", "currency": "GBP",
        "window": "all", "from": "2024-05-01", "to": "2024-05-01", "bets": "0", "wins": "0",
        "longest_losing_run": "0", "current_losing_run": "0", "open": "0", "indeterminate": "1",
        "rejected": "0", "incomplete": "0",
      ])
  }

  @Test func `one bet has an interval without width`() throws {
    let row = try #require(try BetStore([Self.four[0]]).report(by: "game").groups[0].rows.first)
    #expect(row.roiInterval?.low == 1.5 && row.roiInterval?.high == 1.5)
  }

  @Test(arguments: ["credit", "unbacked_credit", nil])
  func `credits are no money: what was staked in them has no profit`(kind: String?) throws {
    let bets = Self.four.map { bet in
      bet.with {
        $0.kind = kind
        $0.creditGame = "bonus"
      }
    }
    let cells = try BetStore(bets).report(by: "credit_game").cells()[0]
    #expect(cells["credit_game"] == "bonus" && cells["bets"] == "4" && cells["wins"] == "2")
    #expect(cells["staked"] == "5.0000" && cells["returned"] == "2.7500")
    for column in ["profit", "roi", "roi_low", "roi_high", "rtp", "rtp_low", "max_drawdown"] {
      #expect(cells[column] == "", "\(column)")
    }
    #expect(cells["longest_losing_run"] == "2")
  }

  @Test func `windows end the day before the as-of day, and what comes later changes nothing`()
    throws
  {
    let store = try BetStore(Self.four)
    let early = try store.report(by: "game", windows: [1, 2, 30, nil]) {
      $0.asOf = Day(iso: "2024-05-03")
    }
    let rows = early.cells()
    #expect(rows.map { $0["window"] } == ["1d", "2d", "30d", "all"])
    #expect(rows.map { $0["bets"] } == ["2", "3", "3", "3"])
    #expect(rows.map { $0["from"] } == ["2024-05-02", "2024-05-01", "2024-04-03", "2024-05-01"])
    #expect(Set(rows.map { $0["to"] }) == ["2024-05-02"])
    let less = try BetStore(Array(Self.four.prefix(3))).report(
      by: "game", windows: [1, 2, 30, nil])
    #expect(less.cells() == rows)
  }

  @Test func `the last moment of a day belongs to it`() throws {
    let bets = ["2024-05-01T23:59:59Z", "2024-05-02T00:00:00Z"].enumerated().map {
      TestBet("\($0)", $1, wager: 1, payout: 0)
    }
    let rows = try BetStore(bets).report(by: "day").cells()
    #expect(rows.map { $0["day"] } == ["2024-05-01", "2024-05-02"])
  }

  @Test func `rows have the keys that were asked for, then those of money`() throws {
    // 2024-06-02 is a Sunday, whose ISO week began in May.
    let bet = TestBet("a", "2024-06-02T10:00:00Z", wager: 100, payout: 0).with {
      $0.batch = "B"
      $0.player = "bob"
    }
    let report = try BetStore([bet]).report(
      by: "week+currency+batched", "economy", "month+day", "player+game+kind")
    let keys = report.groups.map { group in group.grouping.keys.map(\.rawValue) }
    #expect(
      keys == [
        ["week", "currency", "batched", "kind", "economy"], ["economy", "kind", "currency"],
        ["month", "day", "kind", "economy", "currency"],
        ["player", "game", "kind", "economy", "currency"],
      ])
    #expect(report.groups[0].rows[0].keys == ["2024-05-27", "GBP", "yes", "backed", "sandbox"])
    #expect(report.groups[2].rows[0].keys.prefix(2) == ["2024-06", "2024-06-02"])
    #expect(report.groups.map { CellTable($0).name }[0] == "week-currency-batched")
  }

  @Test func `a bet without a key that was asked for has no row, one without money's names has`()
    throws
  {
    let unbacked = Self.four[0].with {
      ($0.kind, $0.economy, $0.currency, $0.player) = ("unbacked", nil, nil, nil)
    }
    let store = try BetStore([unbacked])
    #expect(try store.report(by: "player").cells().isEmpty)
    #expect(try store.report(by: "currency").cells().map { $0["roi"] } == ["1.500000"])
  }

  @Test func `most bets come first, then keys by their bytes, and few bets are dropped`() throws {
    let names = ["b", "a", "C", "b"]
    let bets = names.enumerated().map { index, name in
      TestBet("k\(index)", "2024-05-01T10:00:00Z", wager: 1, payout: 0).with { $0.game = name }
    }
    let store = try BetStore(bets)
    #expect(try store.report(by: "game").cells().map { $0["game"] } == ["b", "C", "a"])
    let most = try store.report(by: "game") { $0.minCount = 2 }
    #expect(most.cells().map { $0["game"] } == ["b"])
  }

  @Test func `bets of one moment are in the order of their keys, whatever rows they have`() throws {
    let time = "2024-05-01T10:00:00Z"
    // By bytes K:10 comes before K:2: lost, lost, won, lost.
    let bets = [
      TestBet("K:2", time, wager: 100, payout: 200), TestBet("K:3", time, wager: 100, payout: 0),
      TestBet("K:1", time, wager: 100, payout: 0), TestBet("K:10", time, wager: 100, payout: 0),
    ]
    let cells = try BetStore(bets).report(by: "game").cells()[0]
    #expect(cells["longest_losing_run"] == "2" && cells["current_losing_run"] == "1")
    #expect(cells["max_drawdown"] == "2.0000")
    // Two bets that the service took under one key.
    let twice = [5, 4].map { id in
      TestBet("K", time, wager: 100, payout: id == 4 ? 0 : 300).with { $0.statement = Int64(id) }
    }
    #expect(try BetStore(twice).report(by: "game").cells()[0]["current_losing_run"] == "0")
  }

  @Test func `amounts below a hundredth are rounded once, half to even`() throws {
    let bet = TestBet("a", "2024-05-01T10:00:00Z", wager: 0, payout: 0).with {
      ($0.wager, $0.payout) = (1_000_050, 150)
    }
    let cells = try BetStore([bet]).report(by: "game").cells()[0]
    #expect(cells["staked"] == "1.0000" && cells["returned"] == "0.0002")
    #expect(cells["profit"] == "-0.9999" && cells["roi"] == "-0.999850")
    #expect(cells["rtp"] == "0.000150")
  }

  @Test func `names are guarded against spreadsheets`() throws {
    let bet = Self.four[0].with { $0.game = "=SUM(1)" }
    let file = CellTable(try BetStore([bet]).report(by: "game").groups[0])
    #expect(file.csv.contains("\n'=SUM(1),backed") && file.json.contains("\"game\":\"=SUM(1)\""))
  }

  // MARK: - What cannot be reported

  @Test func `a store without bets before the day says so`() throws {
    let store = try BetStore(Self.four)
    #expect(throws: BettingError.noBets(store: store.path, asOf: "2024-05-01")) {
      try store.report(by: "game") { $0.asOf = Day(iso: "2024-05-01") }
    }
    let error = BettingError.noBets(store: "S", asOf: "2024-05-01")
    #expect(
      error.description
        == "S: found no bet before 2024-05-01; expected some, as `railbird fetch betting` brings them"
    )
    let empty = try BetStore([])
    #expect(throws: BettingError.noBets(store: empty.path, asOf: nil)) {
      try empty.report(by: "game")
    }
  }

  @Test(arguments: ["", "horse", "game+", "game+game", "game+kind+day+week+month"])
  func `a grouping of no known keys is refused`(text: String) {
    let error = GroupingError(found: text, known: BetKey.allCases.map(\.rawValue))
    #expect(throws: error) { try BetGrouping(text) }
    #expect(
      error.description
        == "--by: found \(text); expected one to four different keys joined by +, out of game, "
        + "credit_game, kind, economy, currency, player, month, week, day, batched")
  }

  @Test(
    arguments: [
      { $0.wager = -1 }, { $0.payout = -1 }, { $0.result = "maybe" }, { $0.time = .max },
      { ($0.wager, $0.payout) = (Int64.max, 1) },
    ] as [@Sendable (inout TestBet) -> Void])
  func `rows that no import writes end with an error`(change: @Sendable (inout TestBet) -> Void)
    throws
  {
    let store = try BetStore([Self.four[0].with(change)])
    let error = #expect(throws: BettingError.self) { try store.report(by: "game") }
    guard case .store(.corrupt(_, let found, _)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found == "values that make no sense in bets")
  }

  @Test func `a damaged file ends with an error`() throws {
    let store = try BetStore(Self.four)
    let name = try #require(files(below: store.path).first { $0.hasPrefix("segments/bets/") })
    try rewrite(store.path + "/" + name) { $0[$0.count / 2] ^= 1 }
    #expect(throws: (any Error).self) { try store.report(by: "game") }
  }

  @Test func `amounts that fill 63 bits are summed`() throws {
    let bet = Self.four[0].with { ($0.wager, $0.payout) = (1, Int64.max - 1) }
    let cells = try BetStore([bet]).report(by: "game").cells()[0]
    #expect(cells["returned"] == "9223372036854.7758" && cells["roi"] == "")
    let halves = Self.four[0].with { ($0.wager, $0.payout) = (1 << 61, 1 << 62) }
    #expect(try BetStore([halves]).report(by: "game").cells()[0]["roi_low"] == "1.000000")
  }
}
