import Features
import RunnerKeys
import Testing

/// The words in which features are refused.
struct FeatureErrorTests {
  private static let metrics =
    "runs, wins, win_rate, places, place_rate, sp_bets, sp_roi, expected_wins, ae, prb "
    + "or another figure of reports, such as iv, bsp_profit, z"

  @Test(arguments: [
    (["roi"], "--metrics: found roi; expected \(metrics)"),
    ([""], "--metrics: found ; expected \(metrics)"),
    (["bsp_porfit"], "--metrics: found bsp_porfit; expected bsp_profit or sp_profit"),
    (["ae", "runs", "ae"], "--metrics: found ae,runs,ae; expected each once"),
    (["iv", "iv"], "--metrics: found iv,iv; expected each once"),
    (
      ["q"],
      "--metrics: found q, which compares all rows of a report; expected a figure of the runner's "
        + "own record, such as p"
    ),
    (
      ["ae_shrunk"],
      "--metrics: found ae_shrunk, which compares all rows of a report; expected a figure of the "
        + "runner's own record, such as win_rate_low, win_rate_high, ae"
    ),
    (
      ["price_early_roi", "price_late_roi"],
      "--metrics: found price_early,price_late; expected bets at one named price"
    ),
  ])
  func `metrics that make no sense are refused`(names: [String], message: String) throws {
    var request = try FeatureRequest()
    let error = #expect(throws: FeatureError.self) { try request.setMetrics(names) }
    #expect(error?.description == message)
    #expect(request.metrics == FeatureMetric.standard)
  }

  @Test(arguments: [
    (["hors"], "--columns: found hors; expected horse"),
    (["date", "date"], "--columns: found date,date; expected each once"),
  ])
  func `columns that make no sense are refused`(names: [String], message: String) throws {
    var request = try FeatureRequest()
    let error = #expect(throws: FeatureError.self) { try request.setColumns(names) }
    #expect(error?.description == message)
  }

  @Test(arguments: [
    ("position", "position"), ("bsp", "bsp"), ("field_size", "field_size"), ("runners", "runners"),
    ("odds_band", "odds_band"), ("price_early", "price_early"), ("sp / last_sp", "sp"),
    ("rank(position)", "position"), ("band(beaten_lengths,2)", "beaten_lengths"),
    ("share(1 / bsp)", "bsp"),
  ])
  func `what is known only later is a target, and no input`(text: String, field: String) throws {
    var request = try FeatureRequest()
    let error = #expect(throws: FeatureError.laterColumn(found: text, field: field)) {
      try request.setColumns([text])
    }
    let with = text == field ? "" : ", with \(field)"
    #expect(
      error?.description
        == "--columns: found \(text)\(with), known only at the off or later; expected it in --targets"
    )
    try request.setTargets([text])
  }

  @Test(arguments: [
    ("rank(wieght_lb)", "--targets: found wieght_lb; expected weight_lb"),
    ("prb", "--targets: found prb; expected jockey_prb_14"),
    (
      "rank(jockey_win_rate_91)", "--targets: found jockey_win_rate_91; expected jockey_win_rate_90"
    ),
    (
      "z(jockey_recent_form_14)",
      "--targets: found jockey_recent_form_14; expected "
    ),
    (
      "gap(going)",
      "--targets: found going; expected a field that is a number\n  going\n  ^"
    ),
    ("band(sp,4,2)", "--targets: found band(sp,4,2); expected band(NUMBER, …) with rising bounds"),
  ])
  func `a target that makes no sense is refused by its option`(
    text: String, message: String
  ) throws {
    var request = try FeatureRequest()
    let error = #expect(throws: FeatureError.self) { try request.setTargets([text]) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: ["race_id", "number"])
  func `a column that every row has cannot be had twice`(name: String) throws {
    var request = try FeatureRequest()
    #expect(throws: FeatureError.unknownColumn(found: name)) { try request.setColumns([name]) }
  }

  @Test(arguments: [
    ("odds_band", "odds_band, which is not known before the race"),
    ("jockey+field_size_band", "field_size_band, which is not known before the race"),
    ("rider", "rider"),
  ])
  func `keys that tell of the race itself are refused`(key: String, found: String) {
    #expect(throws: ReportError.unknownDimension(found: found)) {
      try FeatureRequest(dimensions: [key])
    }
  }

  @Test func `a dimension or a window twice is refused`() throws {
    #expect(throws: ReportError.unknownDimension(found: "jockey twice")) {
      try FeatureRequest(dimensions: ["jockey", "trainer", "jockey"])
    }
    #expect(throws: ReportError.badWindowList(found: "all twice")) {
      try FeatureRequest(windows: [.all, .all])
    }
    #expect(throws: ReportError.badWindowList(found: "0 windows")) {
      try FeatureRequest(windows: [])
    }
  }
}
