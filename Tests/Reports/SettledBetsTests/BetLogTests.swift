import Foundation
import TestSupport
import Testing

/// Logs of bets in the layouts of their owners.
struct BetLogTests {
  /// Four races of one day; British clocks are an hour ahead of these times.
  private static let races = """
    race_id,date,off_time,course,country,number,horse,position,outcome,sp
    a1,2024-06-01,2024-06-01T13:05:00Z,Ascombe,GB,1,Crow,1,finished,3
    a1,2024-06-01,2024-06-01T13:05:00Z,Ascombe,GB,2,Blue Wind,2,finished,4
    a2,2024-06-01,2024-06-01T14:30:00Z,Ascombe,GB,1,Dove,1,finished,3
    a2,2024-06-01,2024-06-01T14:30:00Z,Ascombe,GB,2,Grey Lantern,2,finished,2.5
    a2,2024-06-01,2024-06-01T14:30:00Z,Ascombe,GB,3,Elk,3,finished,9
    a2,2024-06-01,2024-06-01T14:30:00Z,Ascombe,GB,4,Fox,4,finished,9
    a2,2024-06-01,2024-06-01T14:30:00Z,Ascombe,GB,5,Goat,5,finished,9
    t1,2024-06-01,2024-06-01T15:04:00Z,Thornbury,GB,1,Marl,1,finished,2
    t1,2024-06-01,2024-06-01T15:04:00Z,Thornbury,GB,2,Hare,2,finished,2
    t2,2024-06-01,2024-06-01T18:00:00Z,Thornbury,GB,1,Acre,1,finished,4
    t2,2024-06-01,2024-06-01T18:00:00Z,Thornbury,GB,2,Ibis,2,finished,2

    """

  private let work: BetStore

  init() throws { work = try BetStore(Self.races) }

  /// The mapping that `--explain` proposes for a log.
  private func proposal(_ log: String, _ options: [String] = []) throws -> String {
    let result = try RailbirdProcess.run(
      ["settle", "--explain", try work.folder.write(log, to: "log.csv")] + options)
    try #require(result.exitCode == 0, "\(result.stderr)")
    return result.stdout
  }

  /// Settles a log by a mapping; gives the rows, what was printed, and the messages.
  private func settled(
    _ log: String, by mapping: String, _ options: [String] = []
  ) throws -> (rows: [[String: String]], text: String, messages: String) {
    let file = try work.folder.write(mapping, to: "log.yaml")
    let result = try work.settle(
      log, ["--mapping", file, "--out", work.out, "--show"] + options, name: "log.csv")
    try #require(result.exitCode == 0, "\(result.stderr)")
    let text = try String(contentsOfFile: work.out + "/settled.csv", encoding: .utf8)
    let lines = text.split(separator: "\n").map(Self.cells)
    let rows = lines.dropFirst().map { Dictionary(zip(lines[0], $0)) { first, _ in first } }
    return (rows, result.stdout, result.stderr)
  }

  /// The cells of a line, which may hold commas in quotes.
  private static func cells(_ line: Substring) -> [String] {
    var (cells, isQuoted) = ([""], false)
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == ",", !isQuoted {
        cells.append("")
      } else {
        cells[cells.count - 1].append(character)
      }
    }
    return cells
  }

  private static let british = """
    date,horse,course,time,odds,stake,bet_type,result,profit
    2024-06-01,Blue Wind (IRE),Ascombe,14:05,11/5,6.0,Win,Lost,-6.0
    2024-06-01,Grey Lantern,Ascombe,15:30,6/4,10.0,Each Way,Pending,0.0
    2024-06-01,Marl,Thornbury,16:04,EVS,5.0,Win,Won,5.0
    2024-06-01,Acre,Thornbury,19:00,SP,6.0,Win,Pending,0.0

    """

  @Test func `a British log is settled as proposed`() throws {
    let proposal = try proposal(Self.british)
    for line in ["zone: Europe/London", "rule_book: gb", "kind: {column: bet_type}"] {
      #expect(proposal.contains(line), "\(proposal)")
    }
    #expect(proposal.contains("# 4 rows read = 4 bets + 0 that stay unsettled + 0 left out"))
    let settled = try settled(Self.british, by: proposal)
    #expect(settled.rows.map { $0["race_id"] } == ["a1", "a2", "t1", "t2"])
    // The place part pays a quarter of 6/4 on 10; SP is 4.0.
    #expect(
      settled.rows.map { $0["profit"] } == ["-6.000000", "-6.250000", "5.000000", "18.000000"])
    #expect(settled.rows.map { $0["logged_result"] } == ["Lost", "Pending", "Won", "Pending"])
    #expect(settled.rows.map { $0["differs_from_log"] } == ["false", "", "false", ""])
    #expect(settled.text.contains("the log's own results: 2 compared, 0 differ"))
  }

  @Test func `without its zone a bet says which race has the horse`() throws {
    let mapping = try proposal(Self.british).replacing(", zone: Europe/London", with: "")
    let log = Self.british.replacing("Blue Wind (IRE),Ascombe,14:05", with: "Dove,Ascombe,13:05")
    let settled = try settled(log, by: mapping)
    #expect(settled.rows[0]["reason"] == "no_runner")
    #expect(
      settled.rows[0]["explanation"]
        == "no Dove in race a1; it is in the race off at 2024-06-01T14:30Z (a time without a zone is UTC)"
    )
    let zoned = try self.settled(Self.british, by: mapping, ["--zone", "Europe/London"])
    #expect(zoned.rows.map { $0["state"] } == ["settled", "settled", "settled", "settled"])
  }

  @Test func `a profit that the rules do not give is named`() throws {
    let log = Self.british.replacing("Won,5.0", with: "Won,£9.00")
    let settled = try settled(log, by: try proposal(log))
    #expect(settled.rows[2]["differs_from_log"] == "true")
    #expect(settled.rows[2]["logged_difference"] == "4.000000")
    #expect(
      settled.text.contains("4  the log has a profit of 9.00; the rules give a profit of 5.00"))
  }

  @Test func `unsettled bets say why, and rows without a day are left out`() throws {
    let log = """
      Day;Race;Selection;Bet;Stake (£);Odds
      01/06/2024;16:04 Thornbury;Marl;E/W Double;£5.00;2/1
      01/06/2024;16:04 Thornbury;Marl;Banker;£5.00;2/1
      01/06/2024;16:04 Thornbury;Marl;Win;five;2/1
      01/06/2024;16:04 Thornbury;Marl;Win;£1,000.00;2/1
      01/06/2024;19:00 Thornbury;Acre;Win;£5.00;tbc
      13/06/2024;19:00 Thornbury;Acre;Win;£5.00;2/1
      ;Total;;;£25.00;

      """
    let proposal = try proposal(log)
    #expect(proposal.contains("kinds that no rule book settles: E/W Double (1)"), "\(proposal)")
    #expect(proposal.contains("unknown words, whose bets stay unsettled: Banker (1)"))
    let settled = try settled(log, by: proposal)
    #expect(
      settled.rows.map { $0["reason"] } == [
        "not_offered", "unreadable", "unreadable", "", "unreadable", "no_race",
      ], "\(proposal)")
    #expect(settled.rows[3]["profit"] == "2000.000000")
    #expect(settled.messages.contains("log.csv:8: date: found nothing; expected a day"))
  }

  @Test func `the loss of an each-way bet states whether its stake is the whole ticket's`() throws {
    let log = """
      Date,Track,Time,Horse,Type,Odds,Stake,Outcome,P/L
      2024-06-01,Ascombe,15:30,Elk,EW,8/1,£10,Lost,-£10
      2024-06-01,Ascombe,15:30,Grey Lantern,EW,4/1,£10,Placed,£0.00

      """
    let proposal = try proposal(log)
    #expect(proposal.contains("total_stake: {column: Stake}"), "\(proposal)")
    let settled = try settled(log, by: proposal)
    #expect(settled.rows.map { $0["staked"] } == ["10.000000", "10.000000"])
    #expect(settled.rows.map { $0["profit"] } == ["-10.000000", "0.000000"])
    let parts = log.replacing("-£10", with: "-£20")
    #expect(try self.proposal(parts).contains("      stake: {column: Stake}"))
  }

  @Test func `a log of pools is settled by the dividends`() throws {
    let dividends = """
      race,day,pool,combination,yen
      a2,2024-06-01,単勝,1,300
      a2,2024-06-01,複勝,1,110
      a2,2024-06-01,複勝,2,150
      a2,2024-06-01,馬連,1-2,780

      """
    let mapping = """
      name: yen
      tables:
        pools:
          feeds: dividends
          fields:
            race_id: race
            date: day
            pool: {column: pool, words: {単勝: win, 複勝: place}}
            combination: combination
            dividend: {column: yen, stake: 100}
      """
    let imported = try RailbirdProcess.run([
      "import", "--store", work.store, "--mapping",
      try work.folder.write(mapping, to: "pools.yaml"),
      try work.folder.write(dividends, to: "dividends.csv"),
    ])
    try #require(imported.exitCode == 0, "\(imported.stderr)")
    let log = """
      日付,race_id,式別,買い目,購入金額,払戻金
      2024-06-01,a2,複勝,2,"1,000円","1,500円"
      2024-06-01,a2,馬連,2-1,500円,"3,900円"
      2024-06-01,a2,馬連,1-3,500円,0円
      2024-06-01,a2,三連複,1-2-3,500円,0円
      2024-06-01,a2,枠連,1-2,500円,0円

      """
    let settled = try settled(log, by: try proposal(log))
    #expect(
      settled.rows.map { $0["profit"] } == ["500.000000", "3400.000000", "-500.000000", "", ""])
    #expect(
      settled.rows.map { $0["reason"] } == ["", "", "", "dividend_unknown", "not_offered"])
    #expect(settled.text.contains("3 compared, 0 differ"))
  }

  @Test func `a race is found by its only horse of the name, in several layouts of a log`() throws {
    let log = """
      Event Date,Runner,Price Taken,Points,Kind
      1 Jun 2024,Marl,2.5,2,single
      1 Jun 2024,Zebra,+150,2,single

      """
    let settled = try settled(log, by: try proposal(log))
    #expect(settled.rows.map { $0["race_id"] } == ["t1", ""])
    #expect(settled.rows[0]["profit"] == "3.000000" && settled.rows[1]["reason"] == "no_race")
  }

  @Test func `the day of a bet is that on which it was settled, or placed, if no other is known`()
    throws
  {
    let statement = """
      Bet Ref,Placed,Event,Selection,Bet Type,Price,Total Stake,Returns,Status
      B1,01/06/2024 10:00,14:05 Ascombe,Crow,Single,2/1,£5.00,£15.00,Won
      B2,01/06/2024 10:01,16:04 Thornbury,Hare,Single,Evens,£2.00,£0.00,Lost

      """
    let exchange = """
      Market,Selection,Bid type,Bet placed,Avg. odds matched,Stake (GBP),P&L (GBP),Settled date
      Horse Racing / Ascombe 1st Jun : 14:05 Hcap,Crow,Back,31-May-24 21:02,3.0,5.00,10.00,01-Jun-24 20:00
      Horse Racing / Thornbury 1st Jun : 16:04 Mdn,Hare,Back,31-May-24 21:03,2.0,2.00,-2.00,01-Jun-24 20:00

      """
    for (log, column) in [(statement, "Placed"), (exchange, "Settled date")] {
      let proposal = try proposal(log)
      #expect(
        proposal.contains("# - \(column): no column is called the day of the race"), "\(proposal)")
      #expect(!proposal.contains("# - course: found none"))
      let settled = try settled(log, by: proposal)
      #expect(settled.rows.map { $0["race_id"] } == ["a1", "t1"], "\(proposal)")
      #expect(settled.rows.map { $0["returned"] } == ["15.000000", "0.000000"])
      #expect(settled.rows.map { $0["differs_from_log"] } == ["false", "false"])
    }
  }

  @Test func `times whose zone is not known are left out, and named`() throws {
    let log = """
      Datum;Zeit;Rennbahn;Pferd;Wettart;Einsatz;Quote;Gewinn
      01.06.2024;14:05;Ascombe;Crow;Sieg;5,00 €;3,00;10,00
      01.06.2024;16:04;Thornbury;Hare;Sieg;2,00 €;2,00;-2,00

      """
    let proposal = try proposal(log)
    #expect(proposal.contains("# - Zeit: the times name no zone and are left out"), "\(proposal)")
    let settled = try settled(log, by: proposal)
    #expect(settled.rows.map { $0["profit"] } == ["10.000000", "-2.000000"])
  }

  @Test func `the days of a log with American odds have the month first`() throws {
    let log = """
      Date,Track,Horse,Bet Type,Odds,Risk,Result,Net
      06/01/2024,Ascombe,Crow,Win,+200,$5,W,10.00
      06/01/2024,Thornbury,Hare,Win,-110,$2,L,-2.00

      """
    let proposal = try proposal(log)
    #expect(proposal.contains("the month is taken first, as the log has American odds"))
    let settled = try settled(log, by: proposal)
    #expect(settled.rows.map { $0["profit"] } == ["10.000000", "-2.000000"], "\(proposal)")
  }

  @Test func `a kind that is written behind a stake is named`() throws {
    let log = """
      Date,Event,Selection,Odds,Stake
      2024-06-01,Ascombe (14:05),Crow,2/1,£5 EW
      2024-06-01,Thornbury (16:04),Hare,Evens,£2

      """
    let proposal = try proposal(log)
    #expect(proposal.contains("# - Stake: EW beside an amount is not read"), "\(proposal)")
    #expect(try settled(log, by: proposal).rows.map { $0["race_id"] } == ["a1", "t1"])
  }

  @Test func `stakes that are noted as debits are read without their sign`() throws {
    let log = """
      Date,Course,Horse,Type,Odds,Stake (pts),Returns
      2024-06-01,Ascombe,Crow,Win,3.0,-5.00,15.00
      2024-06-01,Thornbury,Hare,Win,2.0,-2.00,0.00

      """
    let proposal = try proposal(log)
    #expect(
      proposal.contains("# - Stake (pts): all amounts are negative, and read without their sign"),
      "\(proposal)")
    let settled = try settled(log, by: proposal)
    #expect(settled.rows.map { $0["staked"] } == ["5.000000", "2.000000"])
    #expect(settled.rows.map { $0["differs_from_log"] } == ["false", "false"])
  }

  @Test(arguments: [
    (
      """
      日付,受付番号,通番,場名,曜日,レース,式別,馬／組番,購入金額,的中／返還,払戻単価,払戻／返還金額
      20240601,0001,01,東京,土,3R,単勝,05,500,―,―,0
      20240601,0001,02,東京,土,5R,馬連,05-07,300,的中,1240,3720

      """, ["course", "race_no", "kind", "number", "stake", "returned"]
    ),
    (
      """
      Date,Type,Sport,Label,Odds,Stake,State,Gain,Bookmaker,Competition
      2024-06-01 14:05,Simple,Horse racing,Crow,3.00,5,W,15.00,Anybet,Ascombe
      2024-06-01 16:04,Simple,Horse racing,Hare,2.00,2,L,0.00,Anybet,Thornbury

      """, ["horse", "course", "price", "stake", "result"]
    ),
    (
      """
      Bet ID,Placed At,Event,Market,Contract,Side,Odds,Stake,Profit/Loss,Settled At
      b1,2024-06-01T08:00:00Z,14:05 Ascombe,To win,Crow,Back,3.00,5.00,10.00,2024-06-01T20:00:00Z
      b2,2024-06-01T08:00:00Z,16:04 Thornbury,To win,Hare,Lay,2.00,2.00,2.00,2024-06-01T20:00:00Z

      """, ["horse", "course", "kind", "price", "stake", "profit"]
    ),
  ])
  func `the columns of a service's history are known`(log: String, fields: [String]) throws {
    let proposal = try proposal(log)
    for field in fields { #expect(proposal.contains("      \(field): {"), "\(field): \(proposal)") }
    #expect(!proposal.contains("horse: found neither"))
    #expect(!proposal.contains("unknown words"))
  }

  @Test func `an import refuses a mapping of bets, and settle one of runners`() throws {
    let proposal = try proposal(Self.british)
    let mapping = try work.folder.write(proposal, to: "log.yaml")
    let log = work.folder.file("log.csv")
    let imported = try RailbirdProcess.run([
      "import", "--store", work.store, "--mapping", mapping, log,
    ])
    #expect(imported.exitCode == 1)
    #expect(imported.stderr.contains("a log of bets; expected railbird settle --mapping for it"))
    let runners = try work.folder.write(
      "name: r\ntables:\n  r:\n    feeds: runners\n    fields: {race_id: date, date: date}\n",
      to: "runners.yaml")
    let settled = try RailbirdProcess.run([
      "settle", "--store", work.store, "--bets", log, "--mapping", runners,
    ])
    #expect(settled.exitCode == 1 && settled.stderr.contains("one that feeds placed_bets"))
  }
}
