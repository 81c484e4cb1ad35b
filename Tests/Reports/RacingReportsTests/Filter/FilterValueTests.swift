import Columns
import StoreSupport
import Testing

@testable import Features
@testable import Questions
@testable import RunnerKeys

/// Computed values with known answers: in filters, bands, conditions on rows and features.
@Suite struct FilterValueTests {
  private static let csv = """
    race_id,date,number,horse,jockey,going,position,sp,bsp,weight_lb,draw
    r1,2024-05-02,1,A,Ann,Good,1,3,4.5,126,1
    r1,2024-05-02,2,B,Bob,Good,2,2,2.1,130,
    r1,2024-05-02,3,C,Cy,Good,3,6,,124,4
    r2,2024-05-09,1,A,Bob,Soft,2,4,3.2,131,3
    r2,2024-05-09,2,B,Bob,Soft,1,,5,128.5,2
    r2,2024-05-09,3,D,Ann,Soft,3,10,12,,1

    """

  /// The horses of the runners for which a condition is true, in stored order.
  @Test(arguments: [
    ("bsp > sp", "A1 B1 D2"), ("not bsp > sp", "A2"), ("sp / bsp > 1.2", "A2"),
    ("sp / bsp = 1.25", "A2"), ("3 * bsp >= 5 * sp - 1.5", "A1"),
    ("sp / (draw - 1) > 1", "C1 A2"),
    ("sp / (draw - 1) is null", "A1 B1 B2 D2"), ("weight_lb - last_weight_lb = 5", "A2"),
    ("weight_lb < last_weight_lb", "B2"), ("abs(weight_lb - last_weight_lb) < 2", "B2"),
    ("coalesce(sp, bsp) <= 5 and coalesce(bsp, sp) >= 5", "B2"),
    ("coalesce(bsp, 100) = 100", "C1"), ("jockey = last_jockey", "B2"),
    ("jockey != last_jockey", "A2"), ("coalesce(last_jockey, Cy) = jockey", "C1 B2"),
    ("coalesce(last_going, going) like 'G%'", "A1 B1 C1 A2 B2"),
    ("sp between draw and bsp", "A1 D2"),
    ("draw in (position, number)", "A1 B2"), ("sp / 3 = 0.666667", "B1"), ("-sp < -5", "C1 D2"),
    ("sp / 3 between 0.6666666 and 0.6666671", "B1"), ("sp * sp * sp > 500", "D2"),
    ("10 > sp + bsp", "A1 B1 A2"), ("draw = number + 1 or draw is null", "B1 C1"),
  ])
  func `a computed value has its known answer`(condition: String, expected: String) throws {
    let snapshot = try StoreFixture.snapshot(csv: Self.csv)
    let filter = try Filter(condition)
    var columns = KeyColumns(months: try snapshot.monthViews(), snapshot: snapshot)
    let mask = try FilterMasks([filter], &columns, threads: 1)[filter]![0]
    let names = ["A1", "B1", "C1", "A2", "B2", "D2"]
    #expect(names.indices.filter { mask[$0] }.map { names[$0] }.joined(separator: " ") == expected)
  }

  /// Millionths in, millionths out.
  @Test(
    arguments: [
      ("sp * bsp", 1_500_000, 1, 2), ("sp * bsp", 500_000, 1, 0), ("sp * bsp", -1_500_000, 1, -2),
      ("sp / bsp", 1, 2_000_000, 0), ("sp / bsp", 3, 2_000_000, 2), ("sp / bsp", 1, -3_000_000, 0),
      ("sp / bsp", 2_000_000, -3_000_000, -666_667), ("sp / bsp", 5, 0, nil),
      ("sp + bsp", Int64.max, 1, nil), ("sp - bsp", -Int64.max, 1, nil),
      ("sp - bsp", Int64.max, 1, Int64.max - 1), ("sp * bsp", Int64.max, 1_000_000, Int64.max),
      ("sp * bsp", Int64.max, 2_000_000, nil), ("sp / bsp", Int64.max, 500_000, nil),
      ("sp * bsp / bsp", 7_000_000, 4_000_000_000_000, 7_000_000), ("-sp + bsp", 4, 3, -1),
      ("abs(sp) - bsp", -4, 3, 1), ("sp / bsp", Int64.max, Int64.max, 1_000_000),
    ] as [(String, Int64, Int64, Int64?)])
  func `an operation is exact and rounded once, half to even`(
    text: String, sp: Int64, bsp: Int64, expected: Int64?
  ) throws {
    let column = try FilterValue(text).column(rowCount: 1) {
      Column(.micros, int64s: [$0 == "sp" ? sp : bsp])
    }
    #expect(column.type == .micros)
    #expect((column.isNull(0) ? nil : column.int64s[0]) == expected)
  }

  @Test func `bands of a computed number are rows of a report`() throws {
    let table = try ReportTable(by: "band(sp / bsp, 0.8, 1)", Self.csv) {
      $0.order = try RowOrder("sp_over_bsp_band")
    }
    #expect(table.header[0] == "sp_over_bsp_band")
    #expect(
      zip(table.names, table.rows).map { "\($0) \($1[4])" }
        == ["under_0.8 1", "0.8_to_1 2", "1_up 1"])
    let dimension = try Dimension("going+band((weight_lb-7)*2, 200)")
    #expect(dimension.keys == ["going", "band((weight_lb - 7) * 2,200)"])
    #expect(dimension.columnNames == ["going", "weight_lb_minus_7_times_2_band"])
    #expect(Dimension.isLater("band(sp - last_sp,1)"))
    #expect(!Dimension.isLater("band(weight_lb - last_weight_lb,1)"))
    let error = #expect(throws: ReportError.self) { try Dimension("band(sp / bspp, 1)") }
    #expect(
      error?.description == """
        --by: found bspp; expected a number for /, or a field (nearest: bsp)
          sp / bspp
               ^
        """)
    #expect(throws: ReportError.badBand(found: "band(sp / bsp)")) {
      try Dimension("band(sp / bsp)")
    }
  }

  @Test func `a condition on rows computes with printed cells`() throws {
    func names(_ condition: String) throws -> [String] {
      try ReportTable(by: "jockey", Self.csv) { $0.having = try RowFilter(condition) }.names
    }
    #expect(try names("runs - wins = 1") == ["Ann", "Cy"])
    #expect(try names("wins / runs > 0.4") == ["Ann"])
    #expect(try names("sp_bets != runs") == ["Bob"])
    #expect(try names("last_run != last_run") == [])
  }

  @Test func `a computed number is a column of features`() throws {
    let snapshot = try StoreFixture.snapshot(csv: Self.csv)
    var request = try FeatureRequest(dimensions: ["jockey"], windows: [.all])
    try request.setColumns(["horse", "weight_lb - last_weight_lb", "draw"])
    try request.setTargets(["coalesce(sp,bsp)*2"])
    let table = try FeatureJob(request, from: snapshot).run().table
    #expect(
      table.fields.prefix(5).map(\.name) == [
        "race_id", "number", "horse", "weight_lb_minus_last_weight_lb", "draw",
      ])
    #expect(table.fields.last?.name == "target_coalesce_sp_bsp_times_2")
    let change = table["weight_lb_minus_last_weight_lb"]!
    let changes = (0..<6).map { change.isNull($0) ? nil : change.doubles[$0] }
    #expect(changes == [nil, nil, nil, 5, -1.5, nil])
    #expect(
      table["target_coalesce_sp_bsp_times_2"].map { Array($0.doubles) } == [6, 4, 12, 8, 10, 20])
  }

  @Test(arguments: [
    (
      ["weight_lb - last_wieght_lb"],
      "--columns: found last_wieght_lb; expected a number for -, or a field (nearest: last_weight_lb)"
        + "\n  weight_lb - last_wieght_lb\n              ^"
    ),
    (["going + 1"], "--columns: found going; expected a number for +\n  going + 1\n  ^"),
    (
      ["draw+age", "draw + age"], "--columns: found draw+age,draw + age; expected each once"
    ),
  ])
  func `a mistake in a column of features is placed`(texts: [String], message: String) throws {
    var request = try FeatureRequest()
    let error = #expect(throws: FeatureError.self) { try request.setColumns(texts) }
    #expect(error?.description == message)
  }
}
