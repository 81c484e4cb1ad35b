import ColumnStore
import Columns
import Racing
import StoreSupport
import TestSupport
import Testing

@testable import Calibration
@testable import EntityReports
@testable import Features
@testable import Questions
@testable import RunnerKeys

/// Coupled entries, such as 1 and 1A, are one betting interest: known answers by hand.
@Suite struct CoupledEntryTests {
  private static let header =
    "race_id,date,country,number,betting_interest,horse,jockey,trainer,position,outcome,sp,tote,tote_paid\n"

  /// Cy is 2, Dee 3, and Ann and Bob ride 1 and 1A, of which 1A wins.
  private static let race =
    header + """
      r1,2024-05-02,US,1,1,A,Ann,Tod,3,,3,,true
      r1,2024-05-02,US,,1,B,Bob,Tod,1,,3,3.2,true
      r1,2024-05-02,US,2,2,C,Cy,Una,2,,2.5,,true
      r1,2024-05-02,US,3,3,D,Dee,Vic,4,,5,,true

      """

  @Test func `a bet on either is one bet that wins with either`() throws {
    let all = try ReportTable(by: "none", Self.race)
    // 1/3 + 1/2.5 + 1/5 = 14/15 of three interests, so that their probabilities add up to 1.
    #expect(
      all.cells("all", "runs", "wins", "sp_bets", "sp_returned", "expected_wins", "ae")
        == ["4", "1", "3", "3.0000", "1.0000", "1.000000"])
    #expect(all.cells("all", "tote_bets", "tote_returned") == ["3", "3.2000"])
    let trainers = try ReportTable(by: "trainer", Self.race)
    #expect(
      trainers.cells("Tod", "runs", "wins", "sp_bets", "sp_profit", "expected_wins")
        == ["2", "1", "1", "2.0000", "0.3571"])
    #expect(trainers.cells("Una", "expected_wins") == ["0.4286"])
    // The bet goes with the one of the two that finished best.
    let jockeys = try ReportTable(Self.race)
    #expect(jockeys.cells("Bob", "runs", "sp_bets", "sp_returned") == ["1", "1", "3.0000"])
    #expect(jockeys.cells("Ann", "runs", "sp_bets", "tote_bets") == ["1", "0", "0"])
  }

  @Test func `an entry that loses loses one bet`() throws {
    let lost = Self.race.replacing("Bob,Tod,1,", with: "Bob,Tod,5,").replacing(
      "Cy,Una,2,", with: "Cy,Una,1,")
    let trainers = try ReportTable(by: "trainer", lost)
    #expect(
      trainers.cells("Tod", "runs", "wins", "sp_bets", "sp_profit") == ["2", "0", "1", "-1.0000"])
  }

  @Test func `the entry is one place in the market and one share of it`() throws {
    let snapshot = try StoreFixture.snapshot(csv: Self.race)
    // By number, those without one last: A, C, D, B.
    #expect(try FactTests.values(.marketRank, snapshot) == ["2", "1", "3", "2"])
    #expect(
      try FactTests.values(.oddsShare, snapshot) == [
        "0.357143", "0.428571", "0.214286", "0.357143",
      ])
    // Both are found by their price, whichever of them has the bet.
    let short = try ReportTable(by: "none", windows: ["all"], of: snapshot) {
      $0.filter = try Filter("sp = 3")
    }
    #expect(short.cells("all", "runs", "sp_bets") == ["2", "1"])
  }

  @Test(arguments: [("Ann,Tod,3,,3,", "Ann,Tod,3,,,"), ("Bob,Tod,1,,3,", "Bob,Tod,1,,,")])
  func `a price beside either is the entry's`(both: String, one: String) throws {
    let race = Self.race.replacing(both, with: one)
    let snapshot = try StoreFixture.snapshot(csv: race)
    let all = try ReportTable(by: "none", windows: ["all"], of: snapshot)
    #expect(
      all.cells("all", "runs", "sp_bets", "sp_returned", "expected_wins")
        == ["4", "3", "3.0000", "1.0000"])
    let jockeys = try ReportTable(by: "jockey", windows: ["all"], of: snapshot)
    #expect(jockeys.cells("Bob", "sp_bets", "sp_returned") == ["1", "3.0000"])
    #expect(try FactTests.values(.marketRank, snapshot) == ["2", "1", "3", "2"])
    #expect(
      try FactTests.values(.oddsShare, snapshot) == [
        "0.357143", "0.428571", "0.214286", "0.357143",
      ])
    // The day after, Bob's record has the bet.
    let later = race + "r2,2024-05-03,US,1,1,B,Bob,Tod,1,,2,,\n"
    var request = try FeatureRequest(dimensions: ["jockey"], windows: [.all])
    request.metrics = [.spROI]
    let features = try FeatureJob(request, from: StoreFixture.snapshot(csv: later)).run().table
    #expect(features["jockey_sp_roi_all"]?.cells.last == "2.0")
  }

  @Test func `a mate that did not start leaves an interest of one`() throws {
    let scratched = Self.race.replacing("Ann,Tod,3,,3", with: "Ann,Tod,,non_runner,3")
    let all = try ReportTable(by: "none", scratched)
    #expect(all.cells("all", "runs", "sp_bets", "expected_wins") == ["3", "3", "1.0000"])
  }

  @Test(arguments: [(PlaceTerms.usShow, "0"), (.usPlace, "2")])
  func `places are paid by the number of interests`(terms: PlaceTerms, places: String) throws {
    // Five starters, of which two are one interest: no show bet, which needs five.
    let five = Self.race + "r1,2024-05-02,US,4,4,E,Eve,Wes,5,,9,,true\n"
    let all = try ReportTable(by: "none", five) { $0.placeTerms = terms }
    #expect(all["all", "places"] == places)
  }

  @Test func `each-way terms are by the number of interests`() throws {
    // Four interests: to win only, at the full odds. Five would pay the second at a quarter.
    let five = Self.race + "r1,2024-05-02,US,4,4,E,Eve,Wes,5,,9,,true\n"
    let table = try ReportTable(five) { $0.figures = FigureChoice(bets: [.eachWay]) }
    #expect(table.cells("Bob", "ew_bets", "ew_returned") == ["1", "6.0000"])
    #expect(table.cells("Cy", "ew_bets", "ew_returned") == ["1", "0.0000"])
    #expect(table["Ann", "ew_bets"] == "0")
    let six = try ReportTable(five + "r1,2024-05-02,US,5,5,F,Flo,Wes,6,,9,,true\n") {
      $0.figures = FigureChoice(bets: [.eachWay])
    }
    #expect(six.cells("Bob", "ew_returned") == ["4.5000"])
    #expect(six.cells("Cy", "ew_returned") == ["1.3750"])
  }

  @Test(arguments: ["4", "65"])
  func `a race without coupled runners is as before`(interest: String) throws {
    let apart = Self.race.replacing("US,,1,B", with: "US,4,\(interest),B")
    let plain = Self.race.replacing("betting_interest", with: "ignored").replacing(
      "US,,1,B", with: "US,4,4,B")
    let (left, right) = (try ReportTable(by: "none", apart), try ReportTable(by: "none", plain))
    #expect(left.rows == right.rows && left["all", "sp_bets"] == "4")
  }

  @Test(arguments: [("Bob,Tod,1,,3,3.2,", "Bob,Tod,1,,3,,"), ("", "")])
  func `a dividend beside the mate that lost is the entry's`(own: String, none: String) throws {
    let moved =
      own.isEmpty
      ? Self.race
      : Self.race.replacing(own, with: none).replacing("Ann,Tod,3,,3,,", with: "Ann,Tod,3,,3,3.2,")
    let jockeys = try ReportTable(moved)
    #expect(jockeys.cells("Bob", "tote_bets", "tote_returned") == ["1", "3.2000"])
    #expect(jockeys.cells("Ann", "tote_bets", "tote_returned") == ["0", ""])
    let all = try ReportTable(by: "none", moved)
    #expect(all.cells("all", "tote_bets", "tote_returned") == ["3", "3.2000"])
  }

  /// Place dividends by program number: the entry's is beside the 1, which was third.
  @Test func `a place bet with the tote is on the whole entry`() throws {
    let folder = try TemporaryFolder()
    try StoreFixture.add(csv: Self.race, to: folder.file("store"))
    try StoreFixture.add(
      dividends: "race_id,date,pool,combination,dividend\nr1,2024-05-02,place,1,2.1\n"
        + "r1,2024-05-02,place,2,1.6\n", to: folder.file("store"))
    let snapshot = try Snapshot(store: folder.file("store"))
    for (dimension, name, bets, returned) in [
      ("jockey", "Bob", "1", "2.1000"), ("jockey", "Ann", "0", ""), ("jockey", "Cy", "1", "1.6000"),
      ("trainer", "Tod", "1", "2.1000"), ("none", "all", "3", "3.7000"),
    ] {
      let table = try ReportTable(by: dimension, windows: ["all"], of: snapshot) {
        $0.figures = FigureChoice(bets: [.placeTote])
      }
      #expect(
        table.cells(name, "place_tote_bets", "place_tote_returned") == [bets, returned], "\(name)")
    }
  }

  @Test func `a calibration has the race, with a forecast per interest`() throws {
    let snapshot = try StoreFixture.snapshot(csv: Self.race)
    let report = try CalibrationJob(CalibrationRequest(), from: snapshot).run()
    let coverage = try #require(report.coverage.first { $0.basis == .sp })
    #expect(coverage.races == 1 && coverage.missingPrice == 0 && coverage.runs == 3)
  }
}
