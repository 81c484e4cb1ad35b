import Columns
import DriftFigures
import Foundation
import RacingExport
import ReportWriters
import TabularFiles
import TestSupport
import Testing

/// Drift and closing-line value by definition, by hand and by another engine.
struct DriftTests {
  private let folder: TemporaryFolder
  private var lake: String { folder.file("ticks") }

  init() throws { folder = try TemporaryFolder() }

  private func export(_ texts: [String]) throws {
    let export = TickExport(to: try DatasetFolder(lake, .ticks, fileBytes: 1), stored: nil)
    for (index, text) in texts.enumerated() {
      _ = try export.add(try folder.write(text, to: "1.\(index)"))
    }
    try export.finish()
  }

  private func report(_ question: DriftQuestion, isReversed: Bool = false) throws -> DriftReport {
    let manifest = try #require(try DatasetManifest.read(in: lake))
    var sums = DriftSums(question)
    let months = manifest.tables["selections"]?.months.map(\.month) ?? []
    for month in isReversed ? months.reversed() : months {
      func paths(_ table: String) -> [String] {
        let parts = manifest.tables[table]?.months.first { $0.month == month }
        return parts?.files.map { lake + "/" + $0.path } ?? []
      }
      try sums.add(selections: paths("selections"), ticks: paths("ticks"))
    }
    return sums.report
  }

  /// A market off at 13:30 with a definition, prices of two runners and the change to in play.
  private static let market: String = {
    let off = 1_714_743_000_000
    func message(_ minutes: Double, _ id: Int, _ price: String) -> String {
      #"{"op":"mcm","pt":\#(off - Int(minutes * 60_000)),"mc":[{"id":"1.1","rc":[{"ltp":\#(price),"id":\#(id)}]}]}"#
    }
    func definition(_ minutes: Int, _ isInPlay: Bool) -> String {
      #"{"op":"mcm","pt":\#(off - minutes * 60_000),"mc":[{"id":"1.1","marketDefinition":{"eventTypeId":"7","#
        + #""marketType":"WIN","marketTime":"2024-05-03T13:30:00.000Z","venue":"Ayr","countryCode":"GB","#
        + #""inPlay":\#(isInPlay),"runners":[{"id":1,"name":"Ann","status":"ACTIVE"},"#
        + #"{"id":2,"name":"Bea","status":"ACTIVE"},{"id":3,"name":"Cid","status":"ACTIVE"},"#
        + #"{"id":4,"name":"Dot","status":"REMOVED"}]}}]}"#
    }
    return [
      definition(120, false), message(90, 1, "4"), message(60, 1, "5"), message(30, 2, "3"),
      message(10, 1, "2.5"), message(1, 2, "6"), message(0.5, 4, "9"), definition(0, true),
      message(-1, 1, "1.01"),
    ].joined(separator: "\n")
  }()

  @Test func `a market by hand`() throws {
    try export([Self.market])
    let found = try report(DriftQuestion(.course, minutes: [60, 10, 1]))
    // 60 minutes before the off Ann was 5 and Bea had no price; at the off they are 2.5 and 6.
    #expect(
      CellTable(found).csv == """
        course,minutes,runners,priced,drift,closing_line_value
        Ayr,60,3,1,-0.500000,1.000000
        Ayr,10,3,2,0.294118,-0.250000
        Ayr,1,3,2,0.000000,0.000000

        """)
    #expect(found.rows[1].early == 733_333_333 && found.rows[1].closing == 566_666_667)
    #expect(found.unnamed == 0)
    let unnamed = try report(DriftQuestion(.jockey, minutes: [5]))
    #expect(unnamed.rows.isEmpty && unnamed.unnamed == 3)
    #expect(CellTable(unnamed).json == "[\n]\n")
  }

  @Test func `a damaged time of the off ends no report`() throws {
    func write(_ name: String, _ columns: [(String, Column)]) throws -> String {
      let fields = columns.map { Field($0.0, $0.1.type) }
      let path = folder.file(name)
      let writer = try TableWriter(path: path, format: .parquet, fields: fields)
      try writer.write(Table(fields: fields, columns: columns.map(\.1), rowCount: 1))
      try writer.close()
      return path
    }
    func number(_ value: Int64) -> Column { Column(int64s: [value]) }
    let market = ("market_id", Column(texts: ["1.1"]))
    let selections = try write(
      "selections.parquet",
      [
        market, ("selection_id", number(1)), ("off_at", number(.min + 1)),
        ("status", Column(texts: ["WINNER"])), ("jockey", Column(texts: ["Ann"])),
      ])
    let ticks = try write(
      "ticks.parquet",
      [
        market, ("selection_id", number(1)), ("sequence", number(0)),
        ("published_at", number(.min)), ("last_traded_price", number(2_000_000)),
      ])
    var sums = DriftSums(DriftQuestion(.jockey, minutes: [10]))
    try sums.add(selections: [selections], ticks: [ticks])
    #expect(sums.report.rows.map(\.runners) == [1])
  }

  private static let streams = (1...12).map {
    PriceStream(
      number: $0, off: "2024-0\($0 % 2 + 4)-0\($0 % 9 + 1)T1\($0 % 8):30:00.000Z",
      course: ["Ayr", "Bath", "Épsom"][$0 % 3], horses: ["Ann", "Bea", "-Cid", "Dot", "Eve"])
  }

  @Test func `sums are those of the trades, in any order of months`() throws {
    try export(Self.streams.map(\.text))
    let minutes = [60, 10, 1]
    let found = try report(DriftQuestion(.course, minutes: minutes))
    #expect(try report(DriftQuestion(.course, minutes: minutes), isReversed: true) == found)
    for course in ["Ayr", "Bath", "Épsom"] {
      for minute in minutes {
        var (priced, early, quotients): (Int64, Double, Double) = (0, 0, 0)
        for (index, stream) in zip(1..., Self.streams)
        where ["Ayr", "Bath", "Épsom"][index % 3] == course {
          for runner in stream.runners where !runner.isRemoved {
            let own = stream.trades.filter {
              $0.selection == runner.id && $0.time < stream.inPlayAt
            }
            let cut = stream.inPlayAt - Int64(minute) * 60_000
            guard let last = own.last, let first = own.last(where: { $0.time <= cut }) else {
              continue
            }
            priced += 1
            early += 100 / Double(first.hundredths)
            quotients += Double(first.hundredths) / Double(last.hundredths)
          }
        }
        let row = try #require(found.rows.first { $0.name == course && $0.minutes == minute })
        #expect(row.priced == priced && priced > 5)
        // Each term is rounded once at the ninth decimal.
        #expect(abs(Double(row.early) / 1e9 - early) <= Double(priced) * 0.6e-9)
        #expect(abs(Double(row.quotients) / 1e9 - quotients) <= Double(priced) * 0.6e-9)
      }
    }
  }

  @Test(.enabled(if: Python.hasPackages, "\(Python.absence)"))
  func `the query gives the same sums in duckdb`() throws {
    try export(Self.streams.map(\.text) + [Self.market.replacing("1.1\"", with: "1.99\"")])
    for key in [DriftQuestion.Key.course, .jockey] {
      let question = DriftQuestion(key, minutes: [60, 10, 1])
      let result = try Python.run(
        Self.script, lake, DriftQuery(question).text(.slashes), "\(question.minutes.count)")
      #expect(result.stderr == "")
      let own = try report(question)
      var lines = own.rows.map {
        "\($0.name) \($0.minutes) \($0.runners) \($0.priced) \($0.early) \($0.closing) \($0.quotients)"
      }
      if own.unnamed > 0 {
        lines.append("None \(own.unnamed)")
      }
      #expect(result.stdout.split(separator: "\n").map(String.init) == lines)
    }
  }

  private static let script = """
    import sys, duckdb
    lake, query, count = sys.argv[1:]
    db = duckdb.connect()
    for table in ["ticks", "selections"]:
      db.execute(f"create view {table} as select * from read_parquet('{lake}/{table}/*/*.parquet', hive_partitioning=true)")
    rows = db.execute(query).fetchall()
    for row in sorted((r for r in rows if r[0] is not None), key=lambda r: r[0].encode()):
      for i, minutes in enumerate([60, 10, 1]):
        print(row[0], minutes, row[1], *row[2 + 4 * i : 6 + 4 * i])
    for row in rows:
      if row[0] is None: print(None, row[1])
    """
}
