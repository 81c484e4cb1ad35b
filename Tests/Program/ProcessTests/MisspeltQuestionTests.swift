import Foundation
import TestSupport
import Testing

/// Misspelt questions: the message of each names the right word.
@Suite struct MisspeltQuestionTests {
  /// Questions that need no store, as `COMMAND --OPTION VALUE`, and the word that was meant.
  private static let misspelt: [(question: String, meant: String)] = [
    // Keys.
    ("report --by jocky", "jockey"), ("report --by trianer", "trainer"),
    ("report --by jockey+corse", "course"), ("report --by calender_month", "calendar_month"),
    ("report --by wekday", "weekday"), ("report --by isfavourite", "is_favourite"),
    ("report --by days_since_last_runs_band", "days_since_last_run_band"),
    ("report --by damsir", "damsire"), ("report --by band(distanse_m,1200)", "distance_m"),
    ("report --by band(sp/bps,1)", "bsp"), ("card --by jocky", "jockey"),
    ("search --keys jockey,trainr", "trainer"), ("features --out f.csv --by hors", "horse"),
    ("report --by jockey+course --top 3 --per jocky", "jockey"),
    // Fields of conditions.
    ("report --where jocky=A", "jockey"), ("report --where distance>1200", "distance_m"),
    ("report --where weight_lbs>120", "weight_lb"),
    ("report --where offical_rating>80", "official_rating"),
    ("report --where sp/bps>1.2", "bsp"), ("report --where last_weight>120", "last_weight_lb"),
    ("report --where outcome=pulledup", "pulled_up"),
    ("calibration --where surfaces=Turf", "surface"),
    ("search --keys jockey --where clas=1", "class"), ("show jockey A --where goin=Good", "going"),
    ("compare jockey A B --where trainr=C", "trainer"),
    // Columns.
    ("report --order-by winrate", "win_rate"), ("report --order-by roi", "sp_roi"),
    ("report --having sp_rois>0", "sp_roi"),
    ("report --having longest_loosing_run<9", "longest_losing_run"),
    ("card --format csv --columns win_rat", "win_rate"),
    ("features --out f.csv --columns distance", "distance_m"),
    // Columns of other reports.
    ("report --order-by lay_bsp_roi", "--bets sp,tote,bsp,lay_bsp"),
    ("report --bets ew --order-by sp_roi", "--bets ew,sp"),
    ("report --order-by price_early_roi", "--bets sp,tote,bsp,price_early"),
    ("report --having z>1", "--luck"), ("report --order-by ae_shrunk", "--shrink"),
    ("report --having course=Ayr", "--where"),
    // Values of options.
    ("report --baseline shinn", "shin"), ("report --baseline multiplicativ", "multiplicative"),
    ("report --bets sp,eww", "ew"), ("report --bets place_bps", "place_bsp"),
    ("report --place-terms gbr", "gb"), ("report --format htm", "html"),
    ("report --format cvs", "csv"), ("report --luck --fdr bhh", "bh"),
    ("report --windows al", "all"), ("search --keys jockey --rank-by ria", "roi"),
    ("show jocky A", "jockey"), ("compare trianer A B", "trainer"),
    ("export --out o --to parket", "parquet"),
    // Options and commands.
    ("report --widnows all", "--windows"), ("report --orderby ae", "--order-by"),
    ("report --minruns 3", "--min-runs"), ("report --commision 0.02", "--commission"),
    ("reprot --by jockey", "report"), ("exprot --to csv", "export"), ("serch", "search"),
    ("angles regster", "register"),
  ]

  @Test(arguments: misspelt)
  func `a question that no store can answer names the right word`(question: String, meant: String)
    throws
  {
    var words = question.split(separator: " ").map(String.init)
    let hasCommand = !["reprot", "exprot", "serch", "angles"].contains(words[0])
    if hasCommand { words += ["--store", "S"] }
    if words[0] == "report" { words += ["--out", "O"] }
    let result = try parse(words)
    #expect(result.exitCode == 64)
    #expect(Self.advice(result.stderr).contains(meant), "\(result.stderr)")
  }

  @Test(arguments: [
    ("report --stor S --out O", "--store"), ("features --stor=S --out f.csv", "--store"),
    ("qualifiers --store S --angels a.yaml", "--angles"),
    ("report --where --stor --our O --store S", "--out"),
  ])
  func `an unknown option is named before what is missing without it`(
    question: String, meant: String
  ) throws {
    let result = try parse(question.split(separator: " ").map(String.init))
    #expect(result.exitCode == 64)
    #expect(result.stderr.contains("Did you mean '\(meant)'?"), "\(result.stderr)")
  }

  /// Values that only a store has.
  private static let values: [(question: [String], meant: String)] = [
    (["report", "--where", "jockey = 'Tom Peanal'"], "Tom Peanel"),
    (["report", "--where", "trainer in ('Fay Holt', 'Gus Harn')"], "Gus Hearn"),
    (["report", "--where", "course = 'Hapy Valley'"], "Happy Valley"),
    (["report", "--where", "going = 'Good to Frim'"], "Good to Firm"),
    (["report", "--where", "class = 'Clas 2'"], "Class 2"),
    (["report", "--where", "surface != Trf"], "Turf"),
    (["report", "--where", "weekday = Wednsday"], "Wednesday"),
    (["report", "--where", "calendar_month = Janury"], "January"),
    (["report", "--where", "price_erly > 2"], "price_early"),
    (["search", "--keys", "jockey", "--where", "course = 'Sha Tun'"], "Sha Tin"),
    (["show", "jockey", "Peanal"], "Tom Peanel"),
    (["compare", "jockey", "Peanel", "Oldam"], "Ann Oldham"),
    (["card", "--date", "2024-05-01", "--course", "Hapy Valley"], "Happy Valley"),
  ]

  @Test func `a value that the store lacks names the right one`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      """
      race_id,date,course,class,going,surface,number,horse,jockey,trainer,position,sp,price_early
      r0,2024-05-01,Happy Valley,Class 2,Good to Firm,Turf,1,A,Tom Peanel,Fay Holt,1,3,4
      r0,2024-05-01,Happy Valley,Class 2,Good to Firm,Turf,2,B,Ann Oldham,Gus Hearn,2,2,2.5
      r1,2024-05-02,Sha Tin,Class 4,Soft,Dirt,1,C,Tom Peanel,Gus Hearn,1,3,4
      r1,2024-05-02,Sha Tin,Class 4,Soft,Dirt,2,D,Ann Oldham,Fay Holt,2,2,2.5

      """, to: "runners.csv")
    let store = folder.file("store")
    try SyntheticStore.stock(store, [[file]])
    for (question, meant) in Self.values {
      let out = question[0] == "report" ? ["--out", folder.file("out")] : []
      let done = try RailbirdProcess.run(question + ["--store", store] + out)
      #expect(done.exitCode == (meant == "price_early" ? 64 : 1), "\(question)")
      #expect(Self.advice(done.stderr).contains(meant), "\(question): \(done.stderr)")
    }
  }

  /// The part of a message that follows the mistake.
  private static func advice(_ message: String) -> Substring {
    let text = message.prefix(upTo: message.range(of: "\nUsage:")?.lowerBound ?? message.endIndex)
    let start = ["expected", "Did you mean", "Please provide"].compactMap {
      text.range(of: $0)?.upperBound
    }.min()
    return start.map { text[$0...] } ?? ""
  }
}
