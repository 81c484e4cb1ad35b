import Foundation
import TestSupport
import Testing

struct SettleCommandTests {
  private let work: BetStore

  init() throws { work = try BetStore(BetStore.ascot) }

  private static let header = "day,course,off,selection,kind,stake,price,rule_book,placed\n"

  @Test func `races and horses are found in the spellings that imports take for one`() throws {
    let rows = try work.settled(
      """
      day,course,off,race,race_id,selection,number,kind,stake,price,rule_book
      2024-06-01,ASCOT,13:05,,,blue wind (IRE),,win,10,sp,gb
      2024-06-01,Ascot,2024-06-01T14:00:00+01:00,,,ECLAIR,,win,10,sp,gb
      2024-06-01,Royal Ascot,,1,,,3,win,10,sp,gb
      2024-06-01,,,,r1,Dove,,win,10,sp,gb
      2024-06-01,Ascot,12:05,,,Dove,,win,10,sp,gb
      2024-06-01,York,13:05,,,Dove,,win,10,sp,gb
      2024-06-02,Ascot,13:05,,,Dove,,win,10,sp,gb
      2024-06-01,Ascot,13:05,,,Duck,,win,10,sp,gb

      """)
    #expect(
      rows.map { $0["horse"] } == ["Blue Wind", "Éclair", "Crow", "Dove", "", "", "", ""])
    #expect(rows.map { $0["reason"] }.suffix(4) == ["no_race", "no_race", "no_race", "no_runner"])
    #expect(rows.map { $0["returned"] }.prefix(2) == ["70.000000", "0.000000"])
  }

  @Test func `of two horses of one name the mark states which, else the number`() throws {
    let work = try BetStore(
      """
      race_id,date,country,number,horse,position,outcome,sp
      r1,2024-06-01,GB,1,Sky Blue (IRE),1,finished,3
      r1,2024-06-01,GB,2,Sky Blue (GB),2,finished,4
      r1,2024-06-01,GB,3,Sky Blue,3,finished,5
      r1,2024-06-01,GB,4,Elk (FR),4,finished,6

      """)
    let bets = """
      day,race_id,selection,number,kind,stake,price,rule_book
      2024-06-01,r1,Sky Blue (IRE),,win,10,sp,gb
      2024-06-01,r1,1. SKY BLUE (ire),,win,10,sp,gb
      2024-06-01,r1,sky blue (GB),,win,10,sp,gb
      2024-06-01,r1,Sky Blue,,win,10,sp,gb
      2024-06-01,r1,Sky Blue (USA),2,win,10,sp,gb
      2024-06-01,r1,Sky Blue (USA),,win,10,sp,gb
      2024-06-01,r1,Elk (GB),,win,10,sp,gb
      2024-06-01,r1,Azure,,win,10,sp,gb

      """
    let aliases = try work.folder.write(
      "role,spelling,name\nhorse,Azure,Sky Blue (GB)\n", to: "aliases.csv")
    let rows = try work.settled(bets, ["--aliases", aliases])
    #expect(
      rows.map { $0["horse"] } == [
        "Sky Blue (IRE)", "Sky Blue (IRE)", "Sky Blue (GB)", "Sky Blue", "Sky Blue (GB)", "",
        "Elk (FR)", "Sky Blue (GB)",
      ])
    #expect(rows[5]["reason"] == "ambiguous_runner" && rows[0]["returned"] == "30.000000")
  }

  @Test func `two withdrawn horses of one name are two`() throws {
    let work = try BetStore(
      """
      race_id,date,course,country,number,horse,position,outcome
      r,2024-06-01,York,GB,1,Star,1,finished
      r,2024-06-01,York,GB,2,Sky Blue (IRE),,non_runner
      r,2024-06-01,York,GB,3,Sky Blue (GB),,non_runner

      """)
    let gone = """
      day,race_id,selection,at,reduction
      2024-06-01,r,Sky Blue (IRE),2024-06-01T12:00:00Z,20
      2024-06-01,r,Sky Blue (GB),2024-06-01T12:00:00Z,10

      """
    let result = try work.settle(
      "day,race_id,selection,kind,stake,price,rule_book,placed\n"
        + "2024-06-01,r,Star,win,10,3,exchange,2024-06-01T09:00:00Z\n",
      ["--out", work.out, "--commission", "0"], withdrawn: gone)
    #expect(result.exitCode == 0 && !result.stderr.contains("second row"), "\(result.stderr)")
  }

  @Test func `a betting interest of 0 couples no one`() throws {
    let work = try BetStore(
      """
      race_id,date,country,number,betting_interest,horse,position,outcome,tote
      r1,2024-06-01,US,1,0,Dove,1,finished,3.2
      r1,2024-06-01,US,2,0,Elk,2,finished,
      r1,2024-06-01,US,3,0,Fox,3,finished,

      """)
    let rows = try work.settled(
      """
      day,race_id,selection,kind,stake,price,rule_book
      2024-06-01,r1,Dove,win,10,tote,tote
      2024-06-01,r1,Elk,win,10,tote,tote

      """)
    #expect(rows.map { $0["returned"] } == ["32.000000", "0.000000"])
  }

  @Test func `starting prices settle without knowledge of withdrawn runners, others need it`()
    throws
  {
    let bets =
      Self.header + """
        2024-06-01,Ascot,13:40,Fox,win,10,sp,gb,
        2024-06-01,Ascot,13:40,Fox,win,10,10/1,gb,2024-06-01T09:00:00Z
        2024-06-01,Ascot,13:40,Fox,win,10,10/1,gb,2024-06-01T12:30:00Z
        2024-06-01,Ascot,13:40,Hare,win,10,10/1,gb,2024-06-01T09:00:00Z

        """
    let before = try work.settled(bets)
    #expect(before.map { $0["state"] } == ["settled", "unsettled", "unsettled", "void"])
    #expect(before[1]["reason"] == "withdrawal_unknown")
    #expect(before[3]["returned"] == "10.000000")
    let after = try work.settled(
      bets,
      withdrawn: "day,race_id,selection,at,price\n2024-06-01,r2,Hare,2024-06-01T12:00:00Z,2/5\n"
    )
    // A dead heat pays half of the stake in full: 5 at 3, 5 at 4 (10/1 less 70 in 100), 5 at 11.
    #expect(
      after.map { $0["returned"] } == ["15.000000", "20.000000", "55.000000", "10.000000"])
  }

  /// E082, E083, E084 and E086: commission is taken from the net winnings of a market.
  @Test func `commission is taken from a market's bets together`() throws {
    let columns = "day,race_id,selection,kind,stake,price,rule_book\n"
    func bets(_ bets: [String]) -> String {
      columns + bets.map { "2024-06-01,r1,\($0),exchange\n" }.joined()
    }
    let single = try work.settled(bets(["Blue Wind,win,20,7.0"]))
    #expect(single.map { $0["commission"] } == ["6.000000"])
    let cleared = try work.settled(bets(["Blue Wind,win,20,2.0"]))
    #expect(cleared.map { $0["commission"] } == ["1.000000"])
    for (horse, net) in [("Blue Wind", "0.750000"), ("Crow", "0.750000")] {
      _ = try work.settled(bets(["\(horse),win,20,7.0", "\(horse),lay,35,4.0"]), ["--by", "kind"])
      let summary = try String(contentsOfFile: work.out + "/summary.json", encoding: .utf8)
      // 15 less 5 % is 14.25 whichever way, of which 0.75 is the commission.
      #expect(summary.contains("\"commission\": \(net)"), "\(summary)")
      #expect(summary.contains("\"net\": 14.250000"))
    }
    let two = try work.settled(bets(["Blue Wind,win,100,6.0", "Crow,win,80,6.0"]))
    #expect(two.map { $0["commission"] } == ["21.000000", "0.000000"])
    let discounted = try work.settled(
      bets(["Blue Wind,win,100,5.0"]), ["--commission", "0.03"])
    #expect(discounted.map { $0["commission"] } == ["12.000000"])
  }

  @Test func `closing-line value compares the price taken with both starting prices`() throws {
    let rows = try work.settled(
      Self.header + """
        2024-06-01,Ascot,13:05,Blue Wind,win,10,7.7,exchange,
        2024-06-01,Ascot,13:05,Éclair,lay,10,3.5,exchange,
        2024-06-01,Ascot,13:05,Dove,win,10,9,gb,

        """)
    #expect(rows.map { $0["clv_sp"] } == ["0.100000", "0.142857", "0.000000"])
    #expect(rows.map { $0["clv_bsp"] } == ["0.040541", "0.200000", ""])
  }

  @Test func `totals add up by any key of the bets or the store`() throws {
    let bets = """
      day,race_id,selection,kind,stake,price,rule_book,system
      2024-06-01,r1,Blue Wind,win,10,sp,gb,A
      2024-06-01,r1,Crow,win,10,sp,gb,B
      2024-06-01,r2,Fox,win,10,sp,gb,A
      2024-06-01,r2,Hare,win,10,sp,gb,A
      2024-06-01,r2,Nobody,win,10,sp,gb,

      """
    _ = try work.settled(bets, ["--by", "system,jockey+kind"])
    let systems = try work.rows("totals-system.csv")
    #expect(systems.map { $0["system"] } == ["A", "", "B"])
    #expect(systems[0]["bets"] == "3" && systems[0]["void"] == "1")
    #expect(systems[0]["staked"] == "20.000000" && systems[0]["roi"] == "3.250000")
    #expect(systems[2]["max_drawdown"] == "10.000000")
    let jockeys = try work.rows("totals-jockey-kind.csv")
    #expect(jockeys.map { $0["jockey"] } == ["Ann", "Cy", ""])
    #expect(jockeys.map { $0["bets"] } == ["2", "2", "1"])
  }

  @Test func `JSON bets settle as CSV ones, and JSON output has the CSV's digits`() throws {
    let csv = try work.settled(
      Self.header + "2024-06-01,Ascot,13:05,Blue Wind,each_way,10,16/1,gb,\n")
    let json = """
      [{"day": "2024-06-01", "course": "Ascot", "off": "13:05", "selection": "Blue Wind",
        "kind": "each_way", "stake": 10, "price": "16/1", "rule_book": "gb"}]
      """
    let result = try work.settle(json, ["--out", work.out, "--quiet"], name: "bets.json")
    #expect(result.exitCode == 0, "\(result.stderr)")
    let rows = try work.rows()
    #expect(rows.map { $0["returned"] } == csv.map { $0["returned"] })
    let text = try String(contentsOfFile: work.out + "/settled.json", encoding: .utf8)
    #expect(text.contains("\"returned\":220.000000") && text.contains("\"reason\":null"))
  }

  @Test func `few bets are reported step by step`() throws {
    let result = try work.settle(
      Self.header + "2024-06-01,Ascot,13:40,Goat,win,10,sp,gb,\n", ["--show"])
    #expect(result.exitCode == 0)
    #expect(
      result.stdout == """
        1 bet: 1 settled, 0 void, 0 unsettled
        staked 10.00, returned 20.00, commission 0.00, net 10.00, ROI 100.0 %, drawdown 0.00

        2  10 to win at the starting price on Goat.
           It finished in position 1 of 2 starters, in a dead heat of 2.
           Win part: 10 × 1/2 × 4 = 20.
           In all 20 is returned.

        """)
  }

  @Test(arguments: [
    ("2024-06-31,Ascot,13:05,A,win,10,4,gb,", "day: found \"2024-06-31\"; expected a day"),
    ("2024-06-01,,13:05,A,win,10,4,gb,", "course: found nothing; expected a course, or a race_id"),
    ("2024-06-01,Ascot,,A,win,10,4,gb,", "off: found nothing; expected an off time"),
    ("2024-06-01,Ascot,25:05,A,win,10,4,gb,", "off: found \"25:05\"; expected a time"),
    ("2024-06-01,Ascot,13:05,,win,10,4,gb,", "selection: found nothing; expected a horse"),
    ("2024-06-01,Ascot,13:05,A,show,10,4,gb,", "kind: found \"show\"; expected one of win, place"),
    ("2024-06-01,Ascot,13:05,A,win,-1,4,gb,", "stake: found \"-1\"; expected an amount above 0"),
    ("2024-06-01,Ascot,13:05,A,win,,4,gb,", "stake: found nothing; expected a stake"),
    ("2024-06-01,Ascot,13:05,A,win,10,0.5,gb,", "price: found \"0.5\"; expected odds such as"),
    ("2024-06-01,Ascot,13:05,A,win,10,4,uk,", "rule_book: found \"uk\"; expected one of gb, ie"),
    ("2024-06-01,Ascot,13:05,A,win,10,4,gb,noon", "placed: found \"noon\"; expected a moment"),
    (
      "2024-06-01,Ascot,13:05,A,win,10,4,gb,2024-06-01T13:00:00Z+02:00",
      "placed: found \"2024-06-01T13:00:00Z+02:00\"; expected a moment"
    ),
    (
      "2024-06-01,Ascot,13:05,A,win,10,4,gb,2024-06-01T13:00:00+99:99",
      "placed: found \"2024-06-01T13:00:00+99:99\"; expected a moment"
    ),
  ])
  func `a mistake names line and column`(row: String, message: String) throws {
    let good = "2024-06-01,Ascot,13:05,Crow,win,10,4,gb,\n"
    let result = try work.settle(Self.header + good + row + "\n", ["--out", work.out])
    #expect(result.exitCode == 1 && result.stdout == "")
    #expect(
      result.stderr.hasPrefix("railbird: \(work.folder.file("bets.csv")):3, column \(message)"),
      "\(result.stderr)")
    #expect(!FileManager.default.fileExists(atPath: work.out))
  }

  @Test func `missing columns, unknown keys and rates are refused`() throws {
    let missing = try work.settle("day,selection\n2024-06-01,A\n")
    #expect(
      missing.exitCode == 1 && missing.stderr.contains("expected also kind, price, rule_book"))
    let bets = Self.header + "2024-06-01,Ascot,13:05,Crow,win,10,4,gb,\n"
    let key = try work.settle(bets, ["--out", work.out, "--by", "owner"])
    #expect(key.exitCode == 64 && key.stderr.contains("--by: found owner; expected one to four"))
    let alone = try work.settle(bets, ["--by", "kind"])
    #expect(alone.exitCode == 64 && alone.stderr.contains("--by: found no --out"))
    let rate = try work.settle(bets, ["--commission", "5"])
    #expect(rate.exitCode == 64 && rate.stderr.contains("--commission: found 5"))
    let width = try work.settle(Self.header + "2024-06-01,Ascot\n")
    #expect(width.exitCode == 1 && width.stderr.contains("bets.csv:2: found 2 fields; expected 9"))
  }

  @Test func `a withdrawn runner of no stored race is named`() throws {
    let result = try work.settle(
      Self.header + "2024-06-01,Ascot,13:05,Crow,win,10,sp,gb,\n",
      withdrawn: "day,race_id,selection,at\n2024-06-01,r9,Crow,2024-06-01T12:00:00Z\n")
    #expect(result.exitCode == 0)
    #expect(result.stderr.contains("withdrawn.csv:2: no_race: no race r9 on 2024-06-01"))
  }

  @Test func `a withdrawn runner that started is named, and nothing is deducted for it`() throws {
    let bet = "2024-06-01,Ascot,13:05,Blue Wind,win,10,7,gb,2024-06-01T09:00:00Z\n"
    let crow = "day,race_id,selection,at,price\n2024-06-01,r1,Crow,2024-06-01T12:00:00Z,2/5\n"
    let result = try work.settle(
      Self.header + bet, ["--out", work.out], withdrawn: crow)
    #expect(result.exitCode == 0)
    #expect(
      result.stderr.contains(
        "withdrawn.csv:2: found Crow, a starter of race r1; expected a runner that was withdrawn"),
      "\(result.stderr)")
    #expect(try work.rows().map { $0["returned"] } == ["70.000000"])
    let summary = try String(contentsOfFile: work.out + "/summary.json", encoding: .utf8)
    #expect(summary.contains("\"lost_withdrawals\": 1"))
  }

  /// A bet struck before the store's removal of Gone, with the factor 20.
  private func reduced(by withdrawn: String?) throws -> (returned: String?, stderr: String) {
    let work = try BetStore(
      """
      race_id,date,course,country,number,horse,position,outcome,removed_at,reduction_factor
      r,2024-06-01,York,GB,1,Star,1,finished,,
      r,2024-06-01,York,GB,2,Rival,2,finished,,
      r,2024-06-01,York,GB,3,Gone,,non_runner,2024-06-01T12:00:00Z,20

      """)
    let bet = """
      day,race_id,selection,kind,stake,price,rule_book,placed,commission
      2024-06-01,r,Star,win,10,3,exchange,2024-06-01T09:00:00Z,0

      """
    let gone = withdrawn.map { "day,race_id,selection,at,price,reduction\n" + $0 }
    let result = try work.settle(bet, ["--out", work.out], withdrawn: gone)
    try #require(result.exitCode == 0, "\(result.stderr)")
    return (try work.rows().first?["returned"], result.stderr)
  }

  @Test func `a removal of the store counts once, whatever a file tells`() throws {
    #expect(try reduced(by: nil).returned == "24.000000")
    let other = try reduced(by: "2024-06-01,r,Gonne,2024-06-01T12:00:00Z,,20\n")
    #expect(other.returned == "24.000000")
    #expect(
      other.stderr.contains(
        "withdrawn.csv:2: found Gonne, no withdrawn runner of race r; expected Gone"),
      "\(other.stderr)")
    let priced = try reduced(by: "2024-06-01,r,Gone,2024-06-01T12:00:00Z,2/5,\n")
    #expect(priced.returned == "24.000000")
    let row = "2024-06-01,r,Gone,2024-06-01T12:00:00Z,,"
    let twice = try reduced(by: row + "10\n" + row.replacing("Gone", with: "GONE") + "50\n")
    #expect(twice.returned == "27.000000")
    #expect(
      twice.stderr.contains("withdrawn.csv:3: found a second row of Gone in race r; expected one"),
      "\(twice.stderr)")
  }

  @Test func `a file without bets says so, and void bets have no ROI`() throws {
    #expect(try work.settle(Self.header).stdout == "no bets\n")
    let void = try work.settle(Self.header + "2024-06-01,Ascot,13:40,Hare,win,10,sp,gb,\n")
    #expect(void.stdout.contains("ROI –, drawdown 0.00\n"), "\(void.stdout)")
  }

  @Test(arguments: [
    (
      "odd.csv", header + "2024-06-01,Ascot,13:05,A,win,10,\"3\"5,gb,\n",
      "odd.csv:2: found text after a closing quote"
    ),
    (
      "odd.csv", header + "2024-06-01,Ascot,13:05,A,win,\"10\"0,4,gb,\n",
      "odd.csv:2: found text after a closing quote"
    ),
    ("odd.json", #"[{"note": "a\u0000b"}]"#, "odd.json:1, column note: found a NUL character"),
    ("odd.json", #"[{"note": "a\u0000\u0301"}]"#, "odd.json:1, column note: found a NUL character"),
    ("odd.json", #"[{"note": "a\ud800b"}]"#, "odd.json:1, column note: found a NUL character"),
  ])
  func `texts that imports refuse are refused in bets, too`(
    name: String, text: String, message: String
  ) throws {
    let path = try work.folder.write(text, to: name)
    let result = try RailbirdProcess.run(["settle", "--store", work.store, "--bets", path])
    #expect(result.exitCode == 1 && result.stdout.isEmpty)
    #expect(result.stderr.contains(message), "\(result.stderr)")
  }

  @Test func `a name in another encoding is refused with line and column`() throws {
    let row = Self.header + "2024-06-01,Ascot,13:05,Eclair,win,10,sp,gb,\n"
    let file = work.folder.file("latin1.csv")
    var bytes = Array(row.utf8)
    bytes[try #require(bytes.firstIndex(of: UInt8(ascii: "E")))] = 0xC9
    try Data(bytes).write(to: URL(filePath: file))
    let result = try RailbirdProcess.run(["settle", "--store", work.store, "--bets", file])
    #expect(result.exitCode == 1 && result.stdout.isEmpty)
    #expect(
      result.stderr.contains(
        "latin1.csv:2, column selection: found a text in another encoding; expected UTF-8"),
      "\(result.stderr)")
  }

  @Test func `a wrong day is named without the time beside it`() throws {
    let result = try work.settle(Self.header + "2024-06-31,Ascot,13:05,A,win,10,4,gb,\n")
    #expect(result.exitCode == 1)
    #expect(result.stderr.contains("column day") && !result.stderr.contains("column off"))
  }

  @Test func `the help has examples`() throws {
    let result = try RailbirdProcess.run(["settle", "--help"])
    #expect(result.exitCode == 0 && result.stdout.contains("railbird settle --store S --bets"))
  }
}
