import Foundation
import TestSupport
import Testing

/// `railbird ticks` and `railbird drift`, from streams in an archive to figures by jockey.
struct TicksCommandTests {
  private let work: SyntheticStore
  private var lake: String { work.folder.file("ticks") }

  init() throws { work = try SyntheticStore() }

  @Test func `streams of an archive become drift by the store's jockeys`() throws {
    let header = "race_id,date,number,horse,jockey,trainer,position,course,country\n"
    let rows = (1...3).map { "a,2024-05-03,\($0),Horse \($0),Jo \($0 % 2),Tim Dale,\($0),Ayr,GB\n" }
    try work.load(try work.folder.write(header + rows.joined(), to: "runners.csv"))
    let streams = (1...2).map {
      PriceStream(
        number: $0, off: "2024-05-0\($0 + 2)T13:30:00.000Z", course: "Ayr",
        horses: ["Horse 1", "Horse 2", "Horse 3"])
    }
    for (index, stream) in streams.enumerated() {
      _ = try work.folder.write(stream.text, to: "1.700\(index)")
    }
    let packed = try RailbirdProcess.run(
      program: "sh",
      ["-c", "cd \(work.folder.path) && bzip2 1.7000 && tar cf may.tar 1.7000.bz2 1.7001"])
    #expect(packed.exitCode == 0, "\(packed.stderr)")
    let written = try RailbirdProcess.run([
      "ticks", "--store", work.store, "--out", lake, work.folder.file("may.tar"),
    ])
    #expect(written.exitCode == 0, "\(written.stderr)")
    let ticks = streams.reduce(0) { $0 + $1.trades.count }
    let lines = written.stdout.split(separator: "\n")
    #expect(lines.first == "\(lake): \(ticks) ticks, months written: 2024-05")
    #expect(lines[1] == "  2 streams, 2 markets, 6 runners, 3 of them in the store")
    #expect(lines.last?.hasSuffix(" ticks a second") == true)
    let out = work.folder.file("out")
    let drift = try RailbirdProcess.run([
      "drift", "--ticks", lake, "--by", "jockey", "--minutes", "30,1", "--out", out,
    ])
    #expect(drift.exitCode == 0)
    #expect(drift.stderr == "4 rows in \(out); 3 runners without a jockey\n")
    let csv = try String(contentsOfFile: out + "/drift.csv", encoding: .utf8)
    let table = csv.split(separator: "\n").map { $0.split(separator: ",") }
    #expect(
      table[0].joined(separator: " ") == "jockey minutes runners priced drift closing_line_value")
    #expect(
      table.dropFirst().map { $0[0...2].joined(separator: " ") } == [
        "Jo 0 30 1", "Jo 0 1 1", "Jo 1 30 2", "Jo 1 1 2",
      ])
    let again = try RailbirdProcess.run(["ticks", "--out", lake, work.folder.file("may.tar")])
    #expect(
      again.stderr == "2024-05: had jockeys and trainers, which only --store gives; run again with "
        + "--store for them\n")
    let json = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(filePath: out + "/drift.json")))
    #expect(
      (json as? [[String: Any]])?.map { $0["jockey"] as? String } == [
        "Jo 0", "Jo 0", "Jo 1", "Jo 1",
      ])
  }

  @Test(arguments: [
    (["ticks", "--out", "O", "--aliases", "a.csv", "1.5"], "--aliases: found no --store"),
    (["drift", "--ticks", "T", "--out", "O", "--by", "jockey,horse"], "--by: found jockey,horse"),
    (["drift", "--ticks", "T", "--out", "O", "--by", "owner"], "--by: found owner"),
    (["drift", "--ticks", "T", "--out", "O", "--minutes", "1,1"], "--minutes: found 1,1"),
    (["drift", "--ticks", "T", "--out", "O", "--minutes", "-1"], "--minutes: found -1"),
    (["drift", "--ticks", "T", "--out", "O", "--minutes", "5,0"], "--minutes: found 5,0"),
  ])
  func `options out of place are refused`(arguments: [String], text: String) throws {
    let result = try parse(arguments)
    #expect(result.exitCode == 64 && result.stderr.contains(text), "\(result.stderr)")
  }

  @Test func `other files of a folder are passed over, and named ones are refused`() throws {
    let streams = work.folder.file("streams")
    try FileManager.default.createDirectory(atPath: streams, withIntermediateDirectories: true)
    func write(_ text: String, _ name: String) throws -> String {
      try work.folder.write(text, to: "streams/" + name)
    }
    let stream = PriceStream(
      number: 1, off: "2024-05-03T13:30:00.000Z", course: "Ayr", horses: ["Ann", "Bea"])
    _ = try write(stream.text, "1.70001")
    let readme = try write("Streams of May\n", "README.txt")
    let race = try write(
      #"{"op":"rcm","pt":1,"rc":[{"id":"1.1","mid":"1.5"}]}"# + "\n", "race.json")
    _ = try write(#"[{"marketId": "1.5"}]"#, "list.json")
    _ = try write("x", "notes.pdf")
    let run = try RailbirdProcess.run(["ticks", "--out", lake, streams])
    #expect(run.exitCode == 0, "\(run.stderr)")
    #expect(run.stderr.hasPrefix("passed over, no streams: \(streams.prefix(40))"), "\(run.stderr)")
    #expect(run.stdout.contains("  1 streams, 1 markets, 2 runners\n"))
    #expect(run.stdout.contains("  4 files of another kind, skipped\n"))
    let gone = streams + "/1.70002"
    let empty = try work.folder.write("", to: "empty.ndjson")
    let new = work.folder.file("new")
    for (file, text) in [
      (readme, "found a file of another kind; expected a stream of market changes"),
      (race, "found no market definition; expected a stream of market changes"),
      (gone, "cannot be opened (No such file or directory)"), (empty, "found an empty file"),
    ] {
      let refused = try RailbirdProcess.run(["ticks", "--out", new, file])
      #expect(refused.exitCode == 1)
      #expect(refused.stderr.hasPrefix("railbird: \(file): \(text)"), "\(refused.stderr)")
      #expect(files(below: new).isEmpty)
    }
    try FileManager.default.removeItem(atPath: streams + "/1.70001")
    let none = try RailbirdProcess.run(["ticks", "--out", new, streams])
    #expect(none.exitCode == 1 && none.stderr.contains("found no stream among 4 files"))
  }

  @Test(.enabled(if: Faults.areAvailable, "found no C compiler to make calls fail with"))
  func `a dataset without tables is refused`() throws {
    // A killed run that began a dataset leaves this.
    let stream = PriceStream(
      number: 1, off: "2024-05-03T13:30:00.000Z", course: "Ayr", horses: ["Ann"])
    let file = try work.folder.write(stream.text, to: "1.70001")
    let faults = Faults("rename=kill@2", below: work.folder)
    #expect(try faults.run(["ticks", "--out", lake, file]).exitCode == -9)
    let drift = try RailbirdProcess.run([
      "drift", "--ticks", lake, "--out", work.folder.file("out"),
    ])
    #expect(drift.exitCode == 1)
    #expect(
      drift.stderr == "railbird: \(lake): found a dataset without tables; expected ticks and "
        + "selections; run `railbird ticks` again\n")
    #expect(try RailbirdProcess.run(["ticks", "--out", lake, file]).exitCode == 0)
  }

  @Test func `files that are not the manifest's are refused`() throws {
    let stream = PriceStream(
      number: 1, off: "2024-05-03T13:30:00.000Z", course: "Ayr", horses: ["Ann", "Bea"])
    let written = try RailbirdProcess.run([
      "ticks", "--out", lake, try work.folder.write(stream.text, to: "1.7001"),
    ])
    #expect(written.exitCode == 0, "\(written.stderr)")
    let month = lake + "/ticks/month=2024-05"
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: month).first)
    let path = month + "/" + name
    let whole = try Data(contentsOf: URL(filePath: path))
    func refusal() throws -> String {
      let drift = try RailbirdProcess.run([
        "drift", "--ticks", lake, "--out", work.folder.file("out"),
      ])
      #expect(drift.exitCode == 1)
      return drift.stderr
    }
    try whole.dropLast(9).write(to: URL(filePath: path))
    #expect(
      try refusal() == "railbird: \(path): found \(whole.count - 9) bytes; expected \(whole.count) "
        + "bytes, as the manifest has it\n")
    var other = whole
    other[other.count / 2] ^= 1
    try other.write(to: URL(filePath: path))
    let sum = try #require(name.split(separator: "-").last).dropLast(".parquet".count)
    let found = try refusal()
    #expect(found.hasPrefix("railbird: \(path): found the checksum "))
    #expect(found.hasSuffix("; expected \(sum), as the manifest has it\n"))
    try FileManager.default.removeItem(atPath: path)
    #expect(try refusal().hasPrefix("railbird: \(path): "))
  }

  @Test func `a folder without ticks is refused`() throws {
    try work.stock(try work.generate(runners: 50))
    let lake = work.folder.file("lake")
    let exported = try RailbirdProcess.run([
      "export", "--store", work.store, "--to", "parquet", "--partition", "month", "--table",
      "races", "--out", lake,
    ])
    #expect(exported.exitCode == 0)
    let out = work.folder.file("out")
    let drift = try RailbirdProcess.run(["drift", "--ticks", lake, "--out", out])
    #expect(drift.exitCode == 1)
    #expect(
      drift.stderr
        == "railbird: \(lake): found no dataset of ticks; expected one that `railbird ticks` wrote\n"
    )
    let file = try work.folder.write("a,b\n1,2\n", to: "a.csv")
    let ticks = try RailbirdProcess.run(["ticks", "--out", lake, file])
    #expect(ticks.exitCode == 1)
    #expect(
      ticks.stderr
        == "railbird: \(lake): found a dataset of store tables; expected one of ticks tables, or an empty folder\n"
    )
  }
}
