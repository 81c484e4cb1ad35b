import Foundation
import TestSupport
import Testing

/// Commands on a store that has the exchange's prices alone.
@Suite struct MarketCommandTests {
  private let folder: TemporaryFolder
  private var store: String { folder.file("store") }

  /// Forty races of four runners at 2, 4, 8 and 8; the first wins every fourth.
  init() throws {
    folder = try TemporaryFolder()
    var csv = "race_id,date,course,number,horse,jockey,position,bsp,price_early\n"
    for race in 0..<40 {
      for place in 0..<4 {
        csv +=
          "r\(race),2024-\(race < 20 ? "04" : "05")-\(10 + race % 20),Ayr,\(place + 1),H\(place),"
          + "J\((place + race) % 3),\((place + race * 3) % 4 + 1),\(["2", "4", "8", "8"][place]),"
          + (place == 0 ? "3" : "") + "\n"
      }
    }
    try SyntheticStore.stock(store, [[folder.write(csv, to: "exchange.csv")]])
  }

  private func run(_ command: String, _ options: String..., code: Int32 = 0) throws -> ProcessResult
  {
    let done = try RailbirdProcess.run([command, "--store", store] + options)
    #expect(done.exitCode == code, "\(done.stderr)")
    return done
  }

  private func text(_ file: String) throws -> String {
    try String(contentsOfFile: folder.file("out/\(file)"), encoding: .utf8)
  }

  @Test func `a report has favourites and names the market`() throws {
    let done = try run(
      "report", "--by", "is_favourite", "--windows", "all", "--show", "--out", folder.file("out"))
    #expect(done.stdout.hasPrefix("is_favourite · all · at least 50 runs · market bsp\n"))
    #expect(done.stderr.contains("the market is bsp; --market names another"))
    #expect(try text("summary.json").contains(#""market": "bsp""#))
    let lines = try text("is_favourite.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    func cell(_ row: Int, _ name: String) -> Substring {
      lines[row][lines[0].firstIndex(of: Substring(name))!]
    }
    #expect(cell(1, "is_favourite") == "false" && cell(1, "runs") == "120")
    #expect(cell(1, "expected_wins") == "20.0000" && cell(1, "ae") == "1.500000")
    #expect(cell(2, "expected_wins") == "20.0000" && cell(2, "ae") == "0.500000")
    #expect(cell(2, "sp_bets") == "0" && cell(2, "bsp_bets") == "40")
  }

  @Test func `a report without a row says which conditions a row must meet`() throws {
    let done = try run(
      "report", "--by", "jockey", "--windows", "all", "--min-runs", "999", "--having", "wins > 5",
      "--out", folder.file("out"))
    #expect(
      done.stderr.contains(
        "jockey: no row of the window all meets runs >= 999, wins > 5\n"))
  }

  @Test func `another price by name is the market that is asked for`() throws {
    _ = try run(
      "report", "--by", "none", "--windows", "all", "--market", "early", "--order-by",
      "price_early_roi", "--out", folder.file("out"))
    #expect(try text("summary.json").contains(#""market": "price_early""#))
    #expect(try text("none.csv").contains("price_early_roi"))
    let unknown = try run("report", "--market", "price_erly", "--out", folder.file("out"), code: 64)
    #expect(
      unknown.stderr.contains(
        "--market: found the price price_erly; expected one of bsp, price_early "
          + "(nearest: price_early)\n"))
    let tote = try run("report", "--market", "tote", "--out", folder.file("out"), code: 64)
    #expect(tote.stderr.contains("found the price tote; expected one of bsp, price_early\n"))
  }

  @Test func `bets that no row has say once what they need`() throws {
    let ew = "ew: no bet, as it needs the starting price sp, and the positions of placed runners\n"
    let options = ["--by", "jockey,course", "--out", folder.file("out")]
    func notes(_ bets: [String]) throws -> String {
      let done = try RailbirdProcess.run(["report", "--store", store] + options + bets)
      #expect(done.exitCode == 0, "\(done.stderr)")
      return done.stderr
    }
    let some = try notes(["--bets", "ew,bsp,early"])
    #expect(some.components(separatedBy: ew).count == 2, "\(some)")
    #expect(!some.contains("bsp: no bet") && !some.contains("price_early: no bet"), "\(some)")
    #expect(try !notes([]).contains("no bet"))
  }

  @Test func `a field that no runner has is named before its condition`() throws {
    let done = try run(
      "report", "--by", "jockey", "--where", "sp < 4", "--out", folder.file("out"), code: 1)
    #expect(
      done.stderr
        == "railbird: --where: found sp, which no runner of the store has; expected a field with "
        + "values, such as bsp, price_early, or --allow-empty\n")
  }

  @Test func `a search finds angles at the market's price`() throws {
    let done = try run(
      "search", "--keys", "jockey,is_favourite", "--permutations", "20", "--show")
    #expect(done.stdout.hasPrefix("Angles before 2024-05-30, by ae · market bsp\n"))
    #expect(done.stdout.contains("bsp ROI") && done.stdout.contains("is_favourite = false"))
  }

  @Test func `calibration, cards, features and qualifiers follow`() throws {
    let rows = try run("calibration", "--show").stdout
    #expect(rows.contains("bsp: 40 races, 160 runs"), "\(rows)")
    let lacking = try run("calibration", "--basis", "sp", "--show", code: 64)
    #expect(lacking.stderr.contains("--basis: found the price sp; expected one of"))
    #expect(try run("calibration", "--basis", "sp,early", "--show").exitCode == 0)
    let angles = try folder.write(
      "angles:\n  - {name: first, where: is_favourite}\n", to: "angles.yaml")
    let own = try run("qualifiers", "--date", "2024-05-29", "--angles", angles).stdout
    #expect(own.hasPrefix("Qualifiers of 2024-05-29 · records before 2024-05-29 · market bsp\n"))
    #expect(own.contains("bsp ROI %") && own.contains("first · 1 runner"), "\(own)")
    let jockey = try folder.write("angles:\n  - {name: J, where: jockey = J0}\n", to: "j.yaml")
    let bets = try run("qualifiers", "--date", "2024-05-29", "--angles", jockey, "--settle").stdout
    #expect(bets.hasPrefix("Qualifiers of 2024-05-29 · win, 1 on each, at bsp\n"), "\(bets)")
    _ = try run("card", "--date", "2024-05-29", "--windows", "all", "--out", folder.file("out"))
    #expect(try text("card-2024-05-29.csv").contains("jockey_all_bsp_roi"))
    let known = try run("card", "--date", "2024-05-29", "--results", "--by", "jockey").stdout
    #expect(known.prefix { $0 != "\n" }.contains(" · market bsp"), "\(known)")
    #expect(known.contains("result  bsp"), "\(known)")
    for format in ["csv", "html"] {
      _ = try run(
        "card", "--date", "2024-05-29", "--results", "--format", format, "--out",
        folder.file("out"))
    }
    #expect(try text("card-2024-05-29.csv").contains(",outcome,position,sp,bsp,"))
    #expect(try text("card-2024-05-29.html").contains("return at bsp per unit staked"))
    let ordered = try run("card", "--date", "2024-05-29", "--order-by", "jockey_365d_bsp_roi")
    #expect(ordered.stdout.contains("jockey_365d_bsp_roi"))
    let absent = try run(
      "card", "--date", "2024-05-29", "--order-by", "jockey_365d_sp_roi", code: 64)
    #expect(absent.stderr.contains("expected jockey_365d_bsp_roi"), "\(absent.stderr)")
    let features = folder.file("features.csv")
    _ = try run(
      "features", "--by", "jockey", "--metrics", "runs,expected_wins", "--targets", "market_rank",
      "--windows", "90d", "--out", features)
    let last = try String(contentsOfFile: features, encoding: .utf8).split(separator: "\n").last
    #expect(last.map { !$0.contains(",,") } == true)
    _ = try run("features", "--by", "jockey", "--windows", "90d", "--out", features)
    let first = try String(contentsOfFile: features, encoding: .utf8).prefix { $0 != "\n" }
    #expect(first.hasSuffix("jockey_win_rate_90\",\"jockey_bsp_roi_90\""), "\(first)")
  }

  @Test func `a card is ordered by the market's returns`() throws {
    let card = try run("card", "--date", "2024-05-29", "--order-by", "jockey_365d_bsp_roi").stdout
    #expect(card.contains("by jockey_365d_bsp_roi") && card.contains("market bsp"), "\(card)")
    let other = try run(
      "card", "--date", "2024-05-29", "--order-by", "jockey_365d_sp_roi", code: 64)
    #expect(
      other.stderr.contains(
        "--order-by: found the column jockey_365d_sp_roi; expected jockey_365d_bsp_roi"),
      "\(other.stderr)")
  }
}
