import ColumnStore
import Columns
import Foundation
import RaceMerging
import RacingExport
import StoreSupport
import TabularFiles
import TestSupport
import Testing

/// A dataset of ticks has each price change of its streams, with the store's jockeys beside it.
struct TickExportTests {
  private let folder: TemporaryFolder
  private var lake: String { folder.file("ticks") }

  init() throws { folder = try TemporaryFolder() }

  @discardableResult
  private func export(_ texts: [String], stored: MarketRunners? = nil) throws -> TickExport.Counts {
    let export = TickExport(to: try DatasetFolder(lake, .ticks), stored: stored)
    for (index, text) in texts.enumerated() {
      let path = try folder.write(text, to: "\(UUID().uuidString)-1.\(index)")
      _ = try export.add(path, name: "1.\(index)")
    }
    try export.finish()
    return export.counts
  }

  /// The rows of a table of the dataset, a dictionary of cells for each.
  private func rows(_ table: String) throws -> [[String: String]] {
    let manifest = try #require(try DatasetManifest.read(in: lake))
    let entry = try #require(manifest.tables[table])
    let names = entry.fields.map(\.name)
    return try entry.months.flatMap(\.files).flatMap { file in
      let read = try SourceFile(path: lake + "/" + file.path).read(columns: names, threads: 1)
      return read.tables.flatMap { table in
        (0..<table.rowCount).map { row in
          Dictionary(
            uniqueKeysWithValues: names.compactMap { name in
              table[name].flatMap { $0.isNull(row) ? nil : (name, $0.slot(row)) }
            })
        }
      }
    }
  }

  @Test func `each trade of the streams is a row in its market's order`() throws {
    let streams = (1...6).map {
      PriceStream(
        number: $0, off: "2024-0\($0 % 3 + 4)-0\($0)T13:30:00.000Z", course: "Ayr",
        horses: ["Ann", "Bea", "-Cid"])
    }
    let counts = try export(streams.map(\.text))
    #expect(counts.markets == 6 && counts.files == 6 && counts.selections == 18)
    let found = try rows("ticks")
    #expect(
      found.count == streams.reduce(0) { $0 + $1.trades.count } && counts.ticks == found.count)
    for stream in streams {
      let own = found.filter { $0["market_id"] == stream.id }
        .sorted { Int($0["sequence"]!)! < Int($1["sequence"]!)! }
      #expect(
        own.map { [$0["selection_id"], $0["published_at"], $0["last_traded_price"]] }
          == stream.trades.map {
            ["\($0.selection)", "\($0.time)", "\($0.hundredths * 10_000)"]
          })
      #expect(
        own.map { $0["in_play"] == "true" } == stream.trades.map { $0.time >= stream.inPlayAt })
    }
    let selections = try rows("selections")
    let off = selections.filter { $0["market_id"] == streams[0].id }
    #expect(off.map { $0["off_at"] } == Array(repeating: "\(streams[0].inPlayAt)", count: 3))
    #expect(off.map { $0["status"] } == ["WINNER", "LOSER", "REMOVED"])
    #expect(off.map { $0["bsp"] } == ["3500000", "4500000", nil])
  }

  @Test(.enabled(if: Python.hasPackages, "\(Python.absence)"))
  func `streams of a month share a row group`() throws {
    try export(
      (1...4).map {
        PriceStream(
          number: $0, off: "2024-05-0\($0)T13:30:00.000Z", course: "Ayr", horses: ["Ann", "Bea"]
        ).text
      })
    let script = """
      import glob, sys, pyarrow.parquet as pq
      for table in ["selections", "ticks"]:
        for path in glob.glob(f"{sys.argv[1]}/{table}/*/*.parquet"):
          print(table, pq.ParquetFile(path).metadata.num_row_groups)
      """
    let found = try Python.run(script, lake)
    #expect(found.stdout == "selections 1\nticks 1\n", "\(found.stderr)")
    #expect(try rows("selections").count == 8)
  }

  @Test func `a month's files are full but the last, and hold its rows before the run ends`() throws
  {
    let (fileBytes, groupRows, markets, changes) = (64 << 10, 2_000, 20, 2_000)
    var random = SeededGenerator(34)
    let export = TickExport(
      to: try DatasetFolder(lake, .ticks, fileBytes: fileBytes, groupRows: groupRows), stored: nil)
    for market in 1...markets {
      let horses = (1...8).map { "Horse \(market) \($0)" }
      let stream = PriceStream(
        number: market, off: "2024-05-\(market + 10)T13:30:00.000Z", course: "Ayr", horses: horses)
      let start = stream.inPlayAt - 3_600_000
      let messages = (0..<changes).map { change in
        let price = Int.random(in: 101...90_000, using: &random)
        let id = stream.trades[0].selection
        return #"{"op":"mcm","pt":\#(start + Int64(change)),"mc":[{"id":"\#(stream.id)","rc":"#
          + #"[{"ltp":\#(Double(price) / 100),"tv":\#(price * 3),"id":\#(id)}]}]}"#
      }
      let text = stream.text.split(separator: "\n").map(String.init)
      let path = try folder.write(
        ([text[0]] + messages + text.dropFirst()).joined(separator: "\n") + "\n",
        to: "1.\(market)")
      _ = try export.add(path)
    }
    let month = lake + "/ticks/month=2024-05"
    let drafts = try FileManager.default.contentsOfDirectory(atPath: month)
    #expect(drafts.count > 2 && drafts.allSatisfy { $0.hasPrefix(".part-") })
    try export.finish()
    let manifest = try #require(try DatasetManifest.read(in: lake))
    let files = try #require(manifest.tables["ticks"]?.months.first?.files)
    #expect(files.count > 3 && files.reduce(0) { $0 + $1.rows } >= markets * changes)
    for file in files.dropLast() {
      // The row group that fills a file is still smaller than a file.
      #expect((fileBytes..<2 * fileBytes).contains(file.bytes), "\(file.path)")
    }
    #expect(try #require(files.last).bytes < 2 * fileBytes)
    for file in manifest.files { try file.check(in: lake) }
  }

  /// A message of the one market of these tests.
  private static func message(_ time: Int, _ change: String, isImage: Bool = false) -> String {
    #"{"op":"mcm","pt":\#(time),"mc":[{"id":"1.5",\#(isImage ? #""img":true,"# : "")"rc":[\#(change)]}]}"#
      + "\n"
  }

  private static let definition =
    #"{"op":"mcm","pt":1,"mc":[{"id":"1.5","marketDefinition":{"eventTypeId":"7","marketType":"WIN","#
    + #""marketTime":"2024-07-01T23:30:00.000Z","venue":"Ayr","runners":[{"id":9,"name":"Ann","status":"ACTIVE"}]}}]}"#
    + "\n"

  @Test func `ladders and lists of the best keep the best prices and the volume`() throws {
    let text = [
      Self.definition, Self.message(2, #"{"id":9,"ltp":3.05,"tv":12.345678}"#),
      Self.message(3, #"{"id":9,"atb":[[2.9,10],[3.0,5.5]],"atl":[[3.1,7],[3.2,1]]}"#),
      Self.message(4, #"{"id":9,"atb":[[3.0,0]],"atl":[[3.1,0]],"trd":[[3.05,4],[3.1,2]]}"#),
      Self.message(
        5, #"{"id":9,"trd":[[3.05,6]],"batb":[[1,2.8,3],[0,2.95,2]],"batl":[[0,3.15,8]]}"#),
      Self.message(6, #"{"id":9,"batb":[[0,0,0]],"spn":2.2}"#),
      Self.message(7, #"{"id":9,"spn":2.1,"ltp":1,"atb":[["x",2]]}"#),
      Self.message(8, #"{"id":9,"ltp":4}"#, isImage: true),
    ].joined()
    try export([text])
    let names = [
      "published_at", "last_traded_price", "traded_volume", "best_back_price", "best_back_size",
      "best_lay_price", "best_lay_size",
    ]
    let found = try rows("ticks").map { row in names.map { row[$0] ?? "" } }
    #expect(
      found == [
        ["2", "3050000", "12345678", "", "", "", ""],
        ["3", "3050000", "12345678", "3000000", "5500000", "3100000", "7000000"],
        ["4", "3050000", "6000000", "2900000", "10000000", "3200000", "1000000"],
        ["5", "3050000", "8000000", "2950000", "2000000", "3150000", "8000000"],
        ["6", "3050000", "8000000", "2900000", "10000000", "3150000", "8000000"],
        ["8", "4000000", "", "", "", "", ""],
      ])
    // Half past eleven at night in July is tomorrow in London.
    #expect(try rows("selections").map { $0["date"] } == ["\(Day(iso: "2024-07-02")!.number)"])
  }

  @Test func `a volume beyond 64 bits is not told`() throws {
    // Ten trades of the largest size that is read.
    func trades(_ count: Int) -> String {
      let trades = (1...count).map { "[\($0 + 1),1e12]" }.joined(separator: ",")
      return #"{"id":9,"trd":[\#(trades)]}"#
    }
    try export([Self.definition + Self.message(2, trades(9)) + Self.message(3, trades(10))])
    #expect(try rows("ticks").map { $0["traded_volume"] } == ["9000000000000000000", nil])
  }

  @Test(arguments: [
    ("1", "1000000"), ("1.0000005", "1000000"), ("1.0000015", "1000002"),
    ("1.00000050000000000000001", "1000001"), ("1.5e2", "150000000"), ("125e-2", "1250000"),
    ("1E+3", "1000000000"), ("0.0000001", "0"), ("999999999999.9999995", "1000000000000000000"),
  ])
  func `numbers are rounded half to even at the sixth decimal`(text: String, micros: String) throws
  {
    try export([Self.definition + Self.message(2, #"{"id":9,"tv":\#(text)}"#)])
    #expect(try rows("ticks").map { $0["traded_volume"] } == [micros])
  }

  @Test func `an older definition on a later line takes a market out of play no more`() throws {
    func definition(_ time: Int, inPlay: Bool) -> String {
      Self.definition.replacing("\"pt\":1", with: "\"pt\":\(time)")
        .replacing(#""venue""#, with: #""inPlay":\#(inPlay),"venue""#)
    }
    let text = [
      definition(1, inPlay: false), definition(20, inPlay: true), definition(10, inPlay: true),
      definition(5, inPlay: false), Self.message(21, #"{"id":9,"ltp":2}"#),
      definition(30, inPlay: false), Self.message(31, #"{"id":9,"ltp":3}"#),
    ].joined()
    try export([text])
    #expect(try rows("ticks").map { $0["in_play"] } == ["true", "false"])
    #expect(try rows("selections").map { $0["off_at"] } == ["10"])
  }

  @Test func `a market without a runner is counted as left out`() throws {
    let text = Self.definition + Self.message(2, #"{"id":9,"ltp":2}"#)
    let list = #"[{"id":9,"name":"Ann","status":"ACTIVE"}]"#
    let counts = try export([
      text.replacing(list, with: "[]"), text.replacing("1.5", with: "1.6"),
      text.replacing("1.5", with: "1.7").replacing(#""venue":"Ayr","#, with: ""),
    ])
    #expect(counts.markets == 1 && counts.unplaced == 2 && counts.ticks == 1)
  }

  @Test func `broken lines are reported with their places, and the rest is read`() throws {
    let export = TickExport(to: try DatasetFolder(lake, .ticks), stored: nil)
    let text =
      Self.definition + "{\"op\":\"mcm\",\"mc\":[\n" + Self.message(2, #"{"id":9,"ltp":2}"#)
      + #"{"op":"mcm","mc":[{"id":"1.5","rc":[]}]}"# + "\n"
      + Self.message(3, #"{"id":9,"atb":[[1]]}"#)
    let path = try folder.write(text, to: "1.5")
    #expect(
      try export.add(path) == [
        "line 2 (byte 18): found the end of the line; expected } at its end",
        "line 4 (byte 1): found a change without pt; expected the milliseconds of its publication",
        "line 5 (byte 62): found ]; expected two numbers",
      ])
    #expect(export.counts.ticks == 1 && export.counts.brokenLines == 3)
  }

  @Test func `one market in two files is refused, and the dataset stays`() throws {
    let stream = PriceStream(
      number: 1, off: "2024-05-01T13:30:00.000Z", course: "Ayr", horses: ["Ann"])
    try export([stream.text])
    let before = try DatasetManifest.read(in: lake)
    let error = #expect(throws: FileError.self) { try export([stream.text, stream.text]) }
    #expect("\(error!)".contains("found the market 1.70001, which "), "\(error!)")
    #expect(try DatasetManifest.read(in: lake) == before)
  }

  @Test func `the months of the files are replaced, and others stay`() throws {
    func stream(_ number: Int, _ month: Int) -> String {
      PriceStream(
        number: number, off: "2024-0\(month)-01T13:30:00.000Z", course: "Ayr", horses: ["Ann"]
      ).text
    }
    try export([stream(1, 4), stream(2, 5)])
    let first = try #require(try DatasetManifest.read(in: lake))
    try export([stream(3, 5), stream(4, 6)])
    let second = try #require(try DatasetManifest.read(in: lake))
    #expect(second.tables["ticks"]?.months.map(\.month) == ["2024-04", "2024-05", "2024-06"])
    #expect(second.tables["ticks"]?.months[0] == first.tables["ticks"]?.months[0])
    #expect(
      try Set(rows("selections").map { $0["market_id"] }) == ["1.70001", "1.70003", "1.70004"])
    let listed = Set(second.files.map(\.path))
    #expect(Set(files(below: lake).filter { $0.hasSuffix(".parquet") }) == listed)
    // The same streams make the same files.
    try export([stream(3, 5), stream(4, 6)])
    #expect(try DatasetManifest.read(in: lake) == second)
  }

  @Test func `selections have the jockey and trainer of the store's runner`() throws {
    let store = folder.file("store")
    try StoreFixture.add(
      csv: """
        race_id,date,number,horse,jockey,trainer,position,course,country
        a,2024-05-03,1,Ann (IRE),Jo Hart,Tim Dale,1,Ayr,GB
        a,2024-05-03,2,Béa,J Hart,Tim Dale,2,Ayr,GB
        b,2024-05-04,1,Cid,Jo Hart,Tim Dale,1,Ayr,GB

        """, to: store)
    let aliases = try NameAliases([(role: "jockey", spelling: "J Hart", name: "Jo Hart")])
    let matching = NameMatching(aliases)
    let stored = MarketRunners(
      try Snapshot(store: store), aliases: aliases, course: matching.course,
      horse: matching.horse)
    let stream = PriceStream(
      number: 1, off: "2024-05-03T13:30:00.000Z", course: "AYR",
      horses: ["1. Ann", "Bea", "Cid"])
    let counts = try export([stream.text], stored: stored)
    #expect(counts.matched == 2)
    let found = try rows("selections")
    #expect(found.map { $0["horse"] } == ["Ann", "Bea", "Cid"])
    #expect(found.map { $0["jockey"] } == ["Jo Hart", "Jo Hart", nil])
    #expect(found.map { $0["trainer"] } == ["Tim Dale", "Tim Dale", nil])
    #expect(found.map { $0["race_id"] } == ["a", "a", nil])
  }

  @Test func `of two horses of one name at a course the mark states which`() throws {
    let store = folder.file("store")
    try StoreFixture.add(
      csv: """
        race_id,date,number,horse,jockey,trainer,position,course,country
        a,2024-05-03,1,Ann (IRE),Jo Hart,Tim Dale,1,Ayr,GB
        a,2024-05-03,2,Ann (GB),Al Bow,Tim Dale,2,Ayr,GB

        """, to: store)
    let matching = NameMatching(NameAliases())
    let stored = MarketRunners(
      try Snapshot(store: store), aliases: NameAliases(), course: matching.course,
      horse: matching.horse, markedHorse: matching.markedHorse)
    let stream = PriceStream(
      number: 1, off: "2024-05-03T13:30:00.000Z", course: "Ayr",
      horses: ["1. ANN (ire)", "Ann (GB)", "Ann"])
    #expect(try export([stream.text], stored: stored).matched == 2)
    #expect(try rows("selections").map { $0["jockey"] } == ["Jo Hart", "Al Bow", nil])
  }

  private static let datasets = ProcessInfo.processInfo.environment["RAILBIRD_DATASETS"]

  @Test(.enabled(if: datasets != nil, "needs RAILBIRD_DATASETS"))
  func `a recorded market has every price that its lines have`() throws {
    let path = Self.datasets! + "/betfair-stream-samples/BASIC-1.132153978.ndjson.zst"
    let export = TickExport(to: try DatasetFolder(lake, .ticks), stored: nil)
    #expect(try export.add(path) == [])
    try export.finish()
    let unpacked = try RailbirdProcess.run(program: "zstd", ["-dc", path])
    var truth: [[String]] = []
    for line in unpacked.stdout.split(separator: "\n") {
      let read = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      for market in read?["mc"] as? [[String: Any]] ?? [] {
        for change in market["rc"] as? [[String: Any]] ?? [] {
          guard let price = change["ltp"] as? Double, let id = change["id"] as? Int else {
            continue
          }
          truth.append(["\(id)", "\(read!["pt"]!)", "\(Int((price * 1e6).rounded()))"])
        }
      }
    }
    let found = try rows("ticks").map {
      [$0["selection_id"]!, $0["published_at"]!, $0["last_traded_price"]!]
    }
    #expect(found == truth && truth.count > 500)
  }
}
