import ColumnStore
import Columns
import Foundation
import Racing
import RacingExport
import TabularFiles
import Testing

struct RoundTripTests {
  private static let text = """
    race_id,date,off_time,race_no,course,country,race_name,class,handicap,going,surface,\
    distance_m,prize,field_size,horse_id,horse,jockey,trainer,owner,sire,age,sex,number,draw,\
    weight_lb,official_rating,position,outcome,beaten_lengths,sp,tote,tote_paid,bsp,\
    place_bsp,place_won,source
    r1,2024-01-05,2024-01-05T13:30:00Z,1,Ascot,GB,"The ""Big"" Cup",2,true,Soft,turf,2400,\
    12345.67,3,h1,"Ann, of Cork",Zoé,潘頓,O,S,4,F,1,9,126.5,101,1,,0,3.25,3.3,true,3.456789,1.2,\
    true,here
    r1,2024-01-05,2024-01-05T13:30:00Z,1,Ascot,GB,"The ""Big"" Cup",2,true,Soft,turf,2400,\
    12345.67,3,h2,Bea,,,,,,,2,,,,,pulled_up,,1000,,true,,,false,here
    r2,2024-02-05,,,York,GB,,,,,,,,,,Cat,,,,,,,,,,,,non_runner,,,,,,,,there
    r3,2024-02-06,,,York,GB,,,,,,,,,,Dot,,,,,,,,,,,2,,0.05,1.01,,,,,,there

    """

  @Test(arguments: [TableFormat.csv, .parquet])
  func `exported runners are imported as they were`(format: TableFormat) throws {
    let (store, copy) = (TestStore(), TestStore())
    #expect(try store.add(Self.text, format: "railbird").counts == [4, 4, 0, 0])
    let path = store.newPath(format.rawValue)
    try ExportJob(try store.snapshot).write("runners", to: path, as: format)
    #expect(try copy.add([path], format: "railbird")[0].counts == [4, 4, 0, 0])
    #expect(try copy.exported() == store.exported())
    let header = try copy.exported().prefix { $0 != "\n" }.replacing("\"", with: "")
    #expect(header == RacingTables.flatRunnerNames.joined(separator: ","))
  }

  @Test(arguments: [[""], ["", "here"], ["here", ""]])
  func `a row without a source of its own has the mapping's`(sources: [String]) throws {
    let store = TestStore()
    let rows = sources.enumerated().map { "r\($0),2024-01-31,1,Ann,\($1)\n" }.joined()
    let path = try store.file("race_id,date,position,horse,source\n" + rows)
    #expect(try store.add([path], format: "railbird")[0].stored == sources.count)
    // Another source's races are looked for in the months around.
    let next = try store.file("race_id,date,position,horse\nnext,2024-02-01,2,Bob\n")
    #expect(try store.add([next], format: "railbird")[0].stored == 1)
    let stored = try store.exported().split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",").last }
    let expected = sources.map { $0.isEmpty ? "railbird" : $0 } + ["railbird"]
    #expect(stored == expected.map { "\"\($0)\"" })
  }

  @Test func `an older month without any source takes further races`() throws {
    let store = TestStore()
    try store.add("race_id,date,number,horse\nr1,2024-01-31,1,Ann\n")
    let writer = try StoreWriter(store: store.path)
    let month = Month(202_401)
    let races = try #require(try writer.rows(of: "races", month))
    let kept = zip(races.fields, races.columns).filter { $0.0.name != "source" }
    #expect(kept.count == races.fields.count - 1)
    try writer.replace("races", month, with: Table(kept.map { (name: $0.0.name, column: $0.1) }))
    try writer.commit()
    writer.close()
    for (race, day) in [("r2", "2024-01-30"), ("r3", "2024-02-01")] {
      let added = try store.add("race_id,date,number,horse,source\n\(race),\(day),1,Bea,there\n")
      #expect(added.stored == 1)
    }
    let rows = try store.rows().map { "\($0["race_id"]!) \($0["horse"]!) \($0["source"]!)" }
    #expect(rows.sorted() == ["r1 Ann ", "r2 Bea there", "r3 Bea there"])
  }

  @Test func `what is exported and imported into the same store is known`() throws {
    let store = TestStore()
    try store.add(Self.text.replacing(",3,h", with: ",2,h"))
    let path = store.newPath("parquet")
    try ExportJob(try store.snapshot).write("runners", to: path, as: .parquet)
    let before = try store.exported()
    _ = try store.add([path])
    #expect(try store.exported() == before)
  }

  /// The same rows typed in different ways, as other tools write them.
  @Test func `typed columns give what text gives`() throws {
    let text = TestStore()
    try text.add(
      "race_id,date,off_time,horse,number,position,sp,handicap\n"
        + "7,2024-01-05,2024-01-05T13:30:00Z,Ann,1,1,2.5,true\n"
        + "7,2024-01-05,2024-01-05T13:30:00Z,Bea,2,,3.000001,true\n")
    let micros: Int64 = 1_704_412_800_000_000
    for date in [
      Column(.date, int32s: [19_727, 19_727]), Column(.instant, int64s: [micros, micros]),
      Column(texts: ["2024-01-05", "2024-01-05"]),
    ] {
      let typed = TestStore()
      let path = typed.newPath("parquet")
      let off: Int64? = micros + 48_600_000_000
      try write(
        Table([
          ("race_id", Column(int64s: [7, 7])), ("date", date),
          ("off_time", Column(.instant, int64s: [off, off])),
          ("horse", Column(texts: ["Ann", "Bea"])), ("number", Column(int32s: [1, 2])),
          ("position", Column(.double, .double(Buffer([1, 0])), Validity([true, false]))),
          ("sp", Column(.double, .double(Buffer([2.5, 3.0000009])))),
          ("handicap", Column(booleans: [true, true])),
        ]), to: path)
      #expect(try typed.add([path])[0].counts == [2, 2, 0, 0])
      #expect(try typed.exported() == text.exported())
    }
  }

  @Test func `typed values that make no sense are rejected`() throws {
    let store = TestStore()
    let path = store.newPath("parquet")
    let odds = [Double.nan, .infinity, 0.99, -4, 1e30, 2]
    try write(
      Table([
        ("race_id", Column(texts: odds.map { _ in "r" })),
        ("date", Column(.date, int32s: [1, 1, 1, 1, 1, 1])),
        ("number", Column(int64s: [1, 2, 3, 4, 5, 70_000])),
        ("sp", Column(.double, .double(Buffer(odds)))),
      ]), to: path)
    let file = try store.add([path])[0]
    // NaN is no value; the other odds are left empty and listed.
    #expect(file.counts == [6, 5, 0, 1] && file.reasons == ["number": 1] && file.incomplete == 4)
    #expect(try store.values("sp") == ["", "", "", "", ""])
    #expect(try store.rejects().map(\.raw) == Array(repeating: "race_id r", count: 5))
    let far = store.newPath("parquet")
    try write(
      Table([
        ("race_id", Column(texts: ["a", "b"])), ("date", Column(.date, int32s: [.max, .min])),
        ("number", Column(int64s: [1, 2])),
      ]), to: far)
    #expect(try store.add([far])[0].reasons == ["date": 2])
  }

  private func write(_ table: Table, to path: String) throws {
    let writer = try TableWriter(path: path, format: .parquet, fields: table.fields)
    try writer.write(table)
    try writer.close()
  }
}
