import Columns
import StoreSupport
import Testing

@testable import Features
@testable import RunnerKeys

/// Columns that compare the runners of a race, by `docs/features.md`.
struct RaceComparisonTests {
  private static let csv = """
    race_id,date,number,horse,jockey,weight_lb,official_rating,position,outcome,sp
    r1,2026-01-01,1,A,Ann,130,90,1,finished,2
    r1,2026-01-01,2,B,Bob,126,90,2,finished,4
    r1,2026-01-01,3,C,Cy,126,,3,finished,4
    r1,2026-01-01,4,D,Dee,,60,4,finished,
    r1,2026-01-01,5,E,Eve,200,,,non_runner,3
    r2,2026-01-02,1,A,Ann,120,70,1,finished,2
    r2,2026-01-02,2,B,Bob,120,70,2,finished,4
    r3,2026-01-02,1,F,Ann,118,70,1,finished,9

    """

  private static func table(
    _ columns: [String], targets: [String] = []
  ) throws -> Table {
    var request = try FeatureRequest(dimensions: ["jockey"], windows: [.all])
    request.metrics = [.runs]
    try request.setColumns(columns)
    try request.setTargets(targets)
    return try FeatureJob(request, from: StoreFixture.snapshot(csv: csv)).run().table
  }

  @Test func `a rank begins with the highest, and equal values share it`() throws {
    let table = try Self.table(["rank(weight_lb)", "rank(-weight_lb)", " RANK( official_rating )"])
    #expect(table["rank_weight_lb"]?.cells == ["1", "2", "2", nil, "1", "1", "1"])
    #expect(table["rank_minus_weight_lb"]?.cells == ["3", "1", "1", nil, "1", "1", "1"])
    #expect(table["rank_official_rating"]?.cells == ["1", "1", nil, "3", "1", "1", "1"])
    #expect(table["rank_weight_lb"]?.type == .int32)
  }

  @Test func `a gap is what lacks to the highest, and a share is of the sum`() throws {
    let table = try Self.table(
      ["gap(weight_lb)", "share(official_rating)", "share(weight_lb - 118)"],
      targets: ["share(1 / sp)", "gap(-sp)"])
    #expect(table["gap_weight_lb"]?.cells == ["0.0", "-4.0", "-4.0", nil, "0.0", "0.0", "0.0"])
    #expect(
      table["share_official_rating"]?.cells == ["0.375", "0.375", nil, "0.25", "0.5", "0.5", "1.0"])
    // The sum of the third race is 0.
    #expect(table["share_weight_lb_minus_118"]?.cells.suffix(3) == ["0.5", "0.5", nil])
    let (half, quarter) = ("0.5", "0.25")
    #expect(table["target_share_1_over_sp"]?.cells.prefix(4) == [half, quarter, quarter, nil])
    #expect(
      table["target_gap_minus_sp"]?.cells == ["0.0", "-2.0", "-2.0", nil, "0.0", "-2.0", "0.0"])
  }

  @Test func `z is in standard deviations of the race, and none where all are equal`() throws {
    let found = try #require(try Self.table(["z(weight_lb)"])["z_weight_lb"])
    // Mean 382 / 3, population variance 32 / 9.
    let deviation = (32.0 / 9).squareRoot()
    let expected = [130, 126, 126].map { ($0 - 382.0 / 3) / deviation }
    for (row, value) in expected.enumerated() {
      #expect(abs(found.doubles[row] - value) < 1e-12)
    }
    #expect((3..<7).allSatisfy { found.isNull($0) })
  }

  @Test func `figures of the records are compared, requested or not`() throws {
    let table = try Self.table(["rank(jockey_wins_all)", "gap(jockey_runs_all)", "jockey_prb_all"])
    #expect(
      table.fields.map(\.name) == [
        "race_id", "number", "rank_jockey_wins_all", "gap_jockey_runs_all", "jockey_prb_all",
        "jockey_runs_all",
      ])
    #expect(table["rank_jockey_wins_all"]?.cells == ["1", "1", "1", "1", "1", "2", "1"])
    #expect(table["jockey_prb_all"]?.cells.suffix(3) == ["1.0", "0.666667", "1.0"])
    // A figure that columns name has one place.
    let named = try Self.table(["jockey_runs_all"])
    #expect(named.fields.map(\.name) == ["race_id", "number", "jockey_runs_all"])
  }

  @Test func `every key of reports is a column, with its bands`() throws {
    let earlier = FilterField.all.map(\.name).filter {
      !["race_id", "number"].contains($0) && !FeatureColumn.isLater($0)
    }
    let later = FilterField.all.map(\.name).filter(FeatureColumn.isLater)
    #expect(Set(Dimension.keyNames).subtracting(earlier + later + ["race_id", "number"]) == [])
    let table = try Self.table(
      earlier + ["band(weight_lb,120,128)"], targets: later + ["band(sp,3)"])
    #expect(
      table.fields.map(\.name) == ["race_id", "number"] + earlier
        + ["weight_lb_band", "jockey_runs_all"] + later.map { "target_" + $0 }
        + ["target_sp_band"])
    #expect(table["days_since_last_run"]?.cells == [nil, nil, nil, nil, "1", "1", nil])
    #expect(table["weekday"]?.cells.suffix(1) == ["Friday"])
    #expect(
      table["weight_lb_band"]?.cells.prefix(5) == [
        "128_up", "120_to_128", "120_to_128", nil, "120_to_128",
      ])
    #expect(table["target_runners"]?.cells == ["4", "4", "4", "4", "2", "2", "1"])
    #expect(table["date"]?.type == .date && table["jockey_change"]?.type == .boolean)
  }
}
