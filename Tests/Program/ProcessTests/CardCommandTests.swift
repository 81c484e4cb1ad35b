import Foundation
import TestSupport
import Testing

struct CardCommandTests {
  private let work: SyntheticStore

  init() throws {
    work = try SyntheticStore()
    let file = try work.folder.write(
      """
      race_id,date,off_time,course,country,number,horse,jockey,trainer,position,sp
      1,2026-01-01,,York,GB,1,Red,Zoë Zimmer,Tom Archer,1,3
      1,2026-01-01,,York,GB,2,Blue,Bob Lee,Tom Archer,2,4
      2,2026-01-02,2026-01-02T14:30:00Z,York,GB,1,Red,Z. Zimmer,Una Archer,2,2
      3,2026-01-02,2026-01-02T13:30:00Z,Bath,GB,1,Grey,Bob Lee,Una Archer,,
      """, to: "runners.csv")
    try work.stock(file)
  }

  private func card(_ arguments: String...) throws -> ProcessResult {
    try RailbirdProcess.run(["card", "--store", work.store] + arguments)
  }

  @Test func `a day's card states races, runners and figures, not results`() throws {
    let result = try card("--date", "2026-01-02", "--by", "jockey")
    #expect(result.exitCode == 0 && result.stderr == "")
    let lines = result.stdout.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines[0] == "2026-01-02 · 2 races · 2 runners · figures before 2026-01-02 · off times by the "
        + "country's clock")
    #expect(lines[2] == "13:30 Bath · 1 runner")
    #expect(lines[5].contains("Grey") && lines[5].hasSuffix("  0/1      0   -100"))
    #expect(!result.stdout.contains("sp"))
    #expect(try card("--date", "2026-01-02", "--results").stdout.contains("result"))
  }

  @Test func `a terminal's card fits into it, a pipe's is whole`() throws {
    let shown = try RailbirdProcess.runOnTerminal(
      ["card", "--store", work.store, "--date", "2026-01-02"], columns: 80)
    #expect(shown.exitCode == 0, "\(shown.stderr)")
    let lines = shown.stdout.split(separator: "\n")
    let table = lines.filter { $0.hasPrefix("no  ") || $0.hasPrefix(" 1  ") }
    #expect(table.count == 4 && table.allSatisfy { $0.count <= 80 })
    #expect(lines.last?.hasPrefix("left out for want of room: ") == true, "\(shown.stdout)")
    let piped = try card("--date", "2026-01-02").stdout
    #expect(piped.contains("jockey+trainer 365d") && !piped.contains("left out"))
  }

  @Test func `a terminal takes no command out of a card, even if it states no width`() throws {
    let command = "\u{1B}[31m"
    let file = try work.folder.write(
      "race_id,date,course,number,horse,position,sp\n4,2026-01-03,York,1,Ro\(command)an,1,2\n",
      to: "commands.csv")
    try work.load(file)
    let arguments = ["card", "--store", work.store, "--date", "2026-01-03", "--format", "csv"]
    for columns in [0, 80] {
      let shown = try RailbirdProcess.runOnTerminal(arguments, columns: columns)
      #expect(shown.exitCode == 0 && !shown.stdout.contains(command))
      #expect(shown.stdout.contains(#"Ro\u001B[31man"#), "\(shown.stdout)")
    }
    #expect(try RailbirdProcess.run(arguments).stdout.contains("Ro\(command)an"))
  }

  @Test func `a card's cells are the report's`() throws {
    let out = work.folder.file("out")
    #expect(try card("--date", "2026-01-02", "--out", out, "--quiet").stdout == "")
    let report = try RailbirdProcess.run([
      "report", "--store", work.store, "--by", "horse", "--as-of", "2026-01-02", "--out", out,
    ])
    #expect(report.exitCode == 0)
    func cells(_ line: Substring) -> [String] {
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    func rows(_ name: String) throws -> [[String: String]] {
      let text = try String(contentsOfFile: out + "/" + name, encoding: .utf8)
      let lines = text.split(separator: "\n").map(cells)
      return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
    }
    let runner = try #require(try rows("card-2026-01-02.csv").first { $0["horse"] == "Red" })
    let row = try #require(
      try rows("horse.csv").first { $0["horse"] == "Red" && $0["window"] == "365d" })
    for column in ["runs", "wins", "win_rate", "sp_roi", "ae", "last_run"] {
      #expect(runner["horse_365d_\(column)"] == row[column])
    }
    let json = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: out + "/card-2026-01-02.json")))
    #expect((json as? [[String: Any]])?.count == 2)
  }

  @Test func `a card's expected wins rest on the baseline asked for, as the report's do`() throws {
    func cells(_ arguments: [String], _ file: String, _ column: String) throws -> [String?] {
      let out = work.folder.file("out")
      let result = try RailbirdProcess.run(
        arguments + ["--store", work.store, "--out", out, "--quiet"])
      #expect(result.exitCode == 0, "\(result.stderr)")
      let lines = try String(contentsOfFile: out + "/" + file, encoding: .utf8).split(
        separator: "\n"
      ).map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
      let (name, place) = (lines[0].firstIndex(of: "horse")!, lines[0].firstIndex(of: column)!)
      return lines.dropFirst().filter { $0[name] == "Red" }.map { $0[place] }
    }
    var found: [[String?]] = []
    for baseline in ["multiplicative", "raw"] {
      let asked = ["--by", "horse", "--windows", "all", "--baseline", baseline]
      let onCard = try cells(
        ["card", "--date", "2026-01-02", "--columns", "ae", "--format", "csv"] + asked,
        "card-2026-01-02.csv", "horse_all_ae")
      let reported = try cells(
        ["report", "--as-of", "2026-01-02", "--format", "csv"] + asked, "horse.csv", "ae")
      #expect(onCard.count == 1 && onCard == reported)
      found.append(onCard)
    }
    #expect(found[0] != found[1])
  }

  /// Runs a card of one day with text at its standard input.
  private func card(reading input: String, _ arguments: [String]) throws -> ProcessResult {
    let file = try work.folder.write(input, to: "input.txt")
    let words = [RailbirdProcess.executable, "card", "--store", work.store] + arguments
    let command = words.map { "'\($0)'" }.joined(separator: " ")
    return try RailbirdProcess.run(program: "sh", ["-c", "\(command) < '\(file)'"])
  }

  /// The cells of some columns, runner by runner.
  private static func cells(_ csv: String, _ names: [String]) throws -> [[String]] {
    let lines = csv.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let places = try names.map { try #require(lines.first?.firstIndex(of: $0), "\($0)") }
    return lines.dropFirst().map { line in places.map { line[$0] } }
  }

  @Test func `prices from standard input give values, and rows without a runner are named`() throws
  {
    let asked = [
      "--date", "2026-01-02", "--by", "jockey", "--windows", "all", "--columns", "runs",
      "--prices", "-", "--value", "model", "--order-by", "value", "--format", "csv",
    ]
    let csv = """
      time,course,horse,price,model
      14:30,york,RED,7/2,0.25
      13:30,Bath,Grey,SP,0.4
      15:30,York,Red,3,1
      14:30,York,Blue,3,1

      """
    let lines = #"{"race_id":"2","number":1,"price":4.5,"model":2}"# + "\n"
    for (input, chances) in [(csv, ["1.000000", "1.000000"]), (lines, ["", "1.000000"])] {
      let result = try card(reading: input, asked)
      #expect(result.exitCode == 0, "\(result.stderr)")
      let cells = try Self.cells(result.stdout, ["horse", "price", "chance", "value"])
      #expect(cells == [["Grey", "", chances[0], ""], ["Red", "4.5", chances[1], "3.500000"]])
      guard input == csv else { continue }
      #expect(
        result.stderr == """
          standard input:4: no_race: no race at York on 2026-01-02 has this off time or number
          standard input:5: no_runner: no Blue in race 2

          """)
    }
  }

  @Test func `a time of a price is by the clock that the card shows`() throws {
    let file = try work.folder.write(
      """
      race_id,date,off_time,course,country,number,horse,position
      7,2026-07-01,2026-07-01T13:30:00Z,York,GB,1,Red,
      8,2026-07-01,2026-07-01T14:30:00Z,York,GB,1,Blue,
      """, to: "summer.csv")
    try work.load(file)
    let prices = try work.folder.write(
      "off,course,number,price\n14:30,York,1,evens\n", to: "prices.csv")
    let result = try card("--date", "2026-07-01", "--prices", prices, "--format", "csv")
    #expect(result.exitCode == 0 && result.stderr == "", "\(result.stderr)")
    #expect(try Self.cells(result.stdout, ["horse", "price"]) == [["Red", "2"], ["Blue", ""]])
  }

  @Test func `a price that is none says where it is`() throws {
    let prices = try work.folder.write(
      "horse,price,model\nRed,0.5,1\nGrey,3,-1\n", to: "prices.csv")
    let result = try card("--date", "2026-01-02", "--prices", prices, "--value", "model")
    #expect(result.exitCode == 1 && result.stdout == "")
    #expect(
      result.stderr == """
        railbird: \(prices):2, column price: found "0.5"; expected odds such as 4.5, 7/2 or evens
        \(prices):3, column model: found "-1"; expected a number of at least 0

        """)
  }

  @Test func `an unknown column of order or value is bad usage`() throws {
    let order = try parse(["card", "--store", work.store, "--order-by", "jocky_365d_win_rate"])
    #expect(order.exitCode == 64 && order.stderr.contains("expected jockey_365d_win_rate"))
    #expect(try parse(["card", "--store", work.store, "--value", "model"]).exitCode == 64)
    let prices = try work.folder.write("horse,price\nRed,2\n", to: "prices.csv")
    let value = try card("--date", "2026-01-02", "--prices", prices, "--value", "win_rate")
    #expect(
      value.stderr.contains("expected jockey_365d_win_rate: a win rate, IV or A/E of the card"),
      "\(value.stderr)")
    #expect(value.exitCode == 64)
  }

  @Test func `aliases gather the spellings of a name`() throws {
    _ = try work.folder.write(
      "role,spelling,name\njockey,Z. Zimmer,Zoë Zimmer\n", to: "aliases.csv")
    let arguments = [
      "--date", "2026-01-02", "--course", "york", "--by", "jockey", "--format", "csv",
      "--columns", "runs", "--windows", "all",
    ]
    func lastCell(_ more: [String]) throws -> Substring? {
      let result = try RailbirdProcess.run(["card", "--store", work.store] + arguments + more)
      return result.stdout.split(separator: "\n").last?.split(separator: ",").last
    }
    let aliases = work.folder.file("aliases.csv")
    #expect(try lastCell(["--aliases", aliases]) == "1")
    #expect(try lastCell(["--no-aliases"]) == "0")
  }

  @Test func `a day without races states the nearest ones`() throws {
    let result = try card("--date", "2026-01-05")
    #expect(result.exitCode == 1 && result.stdout == "")
    #expect(
      result.stderr
        == "railbird: \(work.store): found no race on 2026-01-05; expected a day with races, "
        + "such as 2026-01-02\n")
    let course = try card("--date", "2026-01-02", "--course", "Epsom")
    #expect(
      course.stderr
        == "railbird: --course: found Epsom; expected a course of the day: Bath, York\n")
  }

  @Test(arguments: [
    ["--date", "2026-02-30"], ["--by", "odds_band"], ["--by", "jockey,jockey"],
    ["--windows", "0d"], ["--columns", "roi"], ["--format", "csv,json"], ["--format", "xml"],
    ["--where", "sp <"], ["--baseline", "fair"],
  ])
  func `bad usage exits with 64`(arguments: [String]) throws {
    #expect(try parse(["card", "--store", work.store] + arguments).exitCode == 64)
  }
}
