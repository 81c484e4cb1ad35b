import Foundation
import TestSupport
import Testing

/// Inputs that must not break the program: each gives a clear error or a counted reject.
@Suite(.tags(.slow))
struct BadInputTests {
  private static let header = "race_id,date,number,horse,position,sp\n"
  private static let good = header + "r,2024-01-01,1,Ann,1,2\nr,2024-01-01,2,Bea,2,3\n"

  /// A store with one good race, and its manifest.
  private struct GoodStore {
    let work: SyntheticStore
    let manifest: Data

    init() throws {
      work = try SyntheticStore()
      try work.stock(work.folder.write(BadInputTests.good, to: "good.csv"))
      manifest = try Data(contentsOf: URL(fileURLWithPath: work.store + "/MANIFEST"))
    }

    var isUnchanged: Bool {
      manifest == FileManager.default.contents(atPath: work.store + "/MANIFEST")
    }

    /// Returns the message without the program's name and the folder.
    func message(_ result: ProcessResult) -> String {
      result.stderr.replacing("railbird: ", with: "").replacing(work.folder.path + "/", with: "")
    }
  }

  /// A file's name and bytes, and the beginning of the message.
  private static let files: [(name: String, bytes: [UInt8], message: String)] = [
    ("absent.csv", [], "absent.csv: cannot be opened"),
    ("absent", [], "absent: cannot be opened (No such file or directory)"),
    ("absent/", [], "absent/: cannot be opened (No such file or directory)"),
    ("empty.csv", [], "empty.csv: found an empty file"),
    ("empty.ndjson", [], "empty.ndjson: found an empty file; expected JSON documents"),
    (
      "wide.csv", [0xFF, 0xFE, 0x61, 0, 0x2C, 0],
      "wide.csv: found UTF-16 text; expected UTF-8 text, or encoding: utf-16 in the mapping"
    ),
    (
      "le.csv", Array("a,b\n".utf8).flatMap { [$0, 0] },
      "le.csv: found UTF-16LE text without a byte-order mark; expected UTF-8 text (such as iconv -f "
        + "utf16le -t utf8 makes)"
    ),
    (
      "be.json", Array("[{}]".utf8).flatMap { [0, $0] },
      "be.json: found UTF-16BE text without a byte-order mark; expected UTF-8 text (such as iconv"
    ),
    (
      "wider.csv", [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0],
      "wider.csv: found UTF-32 text; expected UTF-8 text (such as iconv -f utf32 -t utf8 makes)"
    ),
    (
      "wider.ndjson", [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x7B],
      "wider.ndjson: found UTF-32 text; expected UTF-8 text (such as iconv -f utf32 -t utf8 makes)"
    ),
    (
      "le32.csv", Array("a,b\n".utf8).flatMap { [$0, 0, 0, 0] },
      "le32.csv: found UTF-32LE text without a byte-order mark; expected UTF-8 text"
    ),
    (
      "be32.csv", Array("a,b\n".utf8).flatMap { [0, 0, 0, $0] },
      "be32.csv: found UTF-32BE text without a byte-order mark; expected UTF-8 text"
    ),
    (
      "zip.csv.gz", Array("PK\u{3}\u{4}".utf8),
      "zip.csv.gz: found a zip archive or a spreadsheet; expected gzip-packed data, as the ending "
        + ".gz says"
    ),
    (
      "gzip.ndjson.zst", [0x1F, 0x8B, 0x08, 0x00],
      "gzip.ndjson.zst: found gzip-packed data; expected zstd-packed data, as the ending .zst says"
    ),
    (
      "zstd.json.gz", [0x28, 0xB5, 0x2F, 0xFD, 0x04],
      "zstd.json.gz: found zstd-packed data; expected gzip-packed data, as the ending .gz says"
    ),
    (
      "plain.csv.gz", Array(good.utf8),
      "plain.csv.gz: found no gzip-packed data; expected gzip-packed data, as the ending .gz says"
    ),
    (
      "packed.csv", Array("BZh91AY&SY".utf8),
      "packed.csv: found bzip2-packed data; expected text, or a name that ends in .bz2"
    ),
    (
      "packed.ndjson", [0x28, 0xB5, 0x2F, 0xFD, 0x04],
      "packed.ndjson: found zstd-packed data; expected text, or a name that ends in .zst"
    ),
    (
      "book.csv", Array("PK\u{3}\u{4}".utf8),
      "book.csv: found a zip archive or a spreadsheet; expected CSV text"
    ),
    ("blank.csv", Array("\n\n".utf8), "blank.csv: found an empty file"),
    ("binary.csv", [0x7F, 0x45, 0x4C, 0x46, 2, 1, 0, 0, 0], "binary.csv:1: found a NUL byte"),
    ("torn.csv.zst", [0x28, 0xB5, 0x2F, 0xFD, 0x04], "torn.csv.zst: found "),
    ("torn.csv.gz", [0x1F, 0x8B, 0x08, 0x00], "torn.csv.gz: found "),
    ("torn.parquet", Array("PAR1 and then nothing".utf8), "torn.parquet: found "),
    ("torn.json", Array(#"[{"race_id": "r""#.utf8), "torn.json: found "),
    ("notes.docx", Array("x".utf8), "notes.docx: found an unknown file ending"),
    (
      "quote.csv", Array((good + "r,2024-01-01,3,\"Cat,3,4\nr2,2024-01-02,1,Dot,1,2\n").utf8),
      "quote.csv:4: found an unclosed quote"
    ),
    (
      "quotes.csv",
      Array(
        (good + "r2,2024-01-02,1,\"Cat,1,2\n"
          + (1...150).map { "x\($0),2024-01-03,1,Dot,1,2\n" }.joined()
          + "r3,2024-01-04,1,Eve\",1,2\n").utf8),
      "quotes.csv: found a quoted cell in the record of line 4 that runs over more than 100 lines"
    ),
    (
      "semicolons.csv", Array("race_id;date;horse\n".utf8),
      "semicolons.csv: found a header line whose names are between semicolons; expected commas"
    ),
    (
      "latin.csv", Array("race_id,date,h".utf8) + [0xFF, 0x0A],
      "latin.csv:1: found the byte 0xFF, which no UTF-8 text has there, and no encoding that is "
        + "certain ("
    ),
    ("twice.csv", Array("race_id,7,7\n".utf8), "twice.csv: found the column 7 twice"),
    (
      "other.csv", Array("a,b\n1,2\n".utf8),
      "other.csv: found the columns a, b; expected those of a file that the mapping railbird reads; "
        + "railbird import --explain proposes a mapping"
    ),
  ]

  @Test(arguments: LongForm.cases(files.indices, short: 8))
  func `a file that is none stops the import and changes nothing`(index: Int) throws {
    let (name, bytes, message) = Self.files[index]
    let store = try GoodStore()
    let path = store.work.folder.file(name)
    if !name.hasPrefix("absent") { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
    let result = try RailbirdProcess.run(store.work.importing(path))
    #expect(result.exitCode == 1)
    #expect(result.stdout == "")
    #expect(store.message(result).hasPrefix(message), "\(result.stderr)")
    #expect(store.isUnchanged)
  }

  @Test func `an import that fails while its file is copied ends in order`() throws {
    let store = try GoodStore()
    let path = try store.work.folder.write(
      Self.good + "r,2024-01-01,3,\"Cat,3,4\n", to: "quote.csv")
    for run in 1...25 {
      let result = try RailbirdProcess.run(store.work.importing(path))
      #expect(result.exitCode == 1, "run \(run): \(result.stderr)")
    }
    let archive = try FileManager.default.contentsOfDirectory(
      atPath: store.work.store + "/archive")
    #expect(!archive.contains { $0.hasPrefix("draft") })
    #expect(store.isUnchanged)
  }

  @Test(arguments: [
    ("r2,2024-02-30,1,Cat,1,2", "date", "found 2024-02-30; expected a day as YYYY-MM-DD"),
    // Among more letters of UTF-8 the byte is a damaged one.
    ("r2,2024-02-01,1,Ça\u{FF}été,1,2", "horse", "expected valid UTF-8"),
    ("r2,2024-02-01,one,Cat,1,2", "number", "found one; expected a whole number"),
    ("r2,2024-02-01,1,Cat", "width", "found 4 fields; expected 6"),
    (",2024-02-01,1,Cat,1,2", "race_id", "found nothing; expected a value"),
    ("r2,2024-02-01,,,1,2", "no_key", "expected a value in one of horse_id, horse, number"),
    (
      "r2,2024-02-01,1," + String(repeating: "x", count: 1001) + ",1,2", "horse",
      "found a text of 1001 characters; expected at most 1000"
    ),
  ])
  func `a row that cannot be read is counted and named`(
    row: String, reason: String, detail: String
  ) throws {
    let work = try SyntheticStore()
    // One byte of 0xFF is no UTF-8; in the table it is the letter of that number.
    let bytes = (Self.good + row + "\n").unicodeScalars.flatMap { scalar -> [UInt8] in
      scalar == "\u{FF}" ? [0xFF] : Array(String(scalar).utf8)
    }
    let path = work.folder.file("bad.csv")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let result = try RailbirdProcess.run(work.importing(path))
    #expect(result.exitCode == 0)
    #expect(
      result.stdout == "bad.csv: 3 rows read = 2 stored + 0 duplicates + 1 rejected\n")
    let rejects = try RailbirdProcess.run(["rejects", "--store", work.store]).stdout
    #expect(rejects.contains("bad.csv:4: \(reason): "), "\(rejects)")
    #expect(rejects.contains(detail), "\(rejects)")
    let strict = try RailbirdProcess.run(
      work.importing(path, into: work.folder.file("strict")) + ["--max-rejected", "0.1"])
    #expect(strict.exitCode == 65)
  }

  @Test(arguments: ["0.9", "-3", "1e400"])
  func `a runner whose price cannot be read is stored without it, and the cell is named`(
    price: String
  ) throws {
    let work = try SyntheticStore()
    let path = try work.folder.write(
      Self.good + "r2,2024-02-01,1,Cat,1,\(price)\n", to: "bad.csv")
    let result = try RailbirdProcess.run(work.importing(path))
    let found = "sp: found \(price); expected decimal odds of at least 1"
    #expect(result.exitCode == 0)
    #expect(
      result.stdout.hasPrefix(
        "bad.csv: 3 rows read = 3 stored + 0 duplicates + 0 rejected; 1 of them without a cell that "
          + "cannot be read\n"))
    #expect(result.stdout.contains(found), "\(result.stdout)")
    let rejects = try RailbirdProcess.run(["rejects", "--store", work.store]).stdout
    #expect(rejects.contains("bad.csv:4: cell: \(found)"), "\(rejects)")
    let strict = try RailbirdProcess.run(
      work.importing(path, into: work.folder.file("strict")) + ["--max-rejected", "0.1"])
    #expect(strict.exitCode == 65)
  }

  @Test func `NaN for a price is a price that is missing`() throws {
    let work = try SyntheticStore()
    let path = try work.folder.write(Self.good + "r2,2024-02-01,1,Cat,1,NaN\n", to: "bad.csv")
    let result = try RailbirdProcess.run(work.importing(path))
    #expect(result.stdout == "bad.csv: 3 rows read = 3 stored + 0 duplicates + 0 rejected\n")
  }

  @Test func `columns that no field takes are named under the counts`() throws {
    let work = try SyntheticStore()
    let file = try work.folder.write(
      #"[{"race_id":"r","date":"2024-01-01","horse":"Ann","position":1,"mood":"\u001b[2J","o/k":1}]"#,
      to: "own.json")
    let result = try RailbirdProcess.run(work.importing(file))
    #expect(
      result.stdout == "own.json: 1 rows read = 1 stored + 0 duplicates + 0 rejected\n"
        + "  columns that no field takes: mood, o~1k\n")
    let listed = try RailbirdProcess.run(["imports", "--json", "--store", work.store]).stdout
    #expect(listed.contains(#""unused_columns":["mood","o~1k"]"#), "\(listed)")
    let quiet = try RailbirdProcess.run(
      work.importing(file, into: work.folder.file("quiet")) + ["--quiet"])
    #expect(quiet.exitCode == 0 && quiet.stdout.isEmpty)
  }

  @Test func `two different rows with one key are both refused`() throws {
    let work = try SyntheticStore()
    let path = try work.folder.write(
      Self.good + "r2,2024-02-01,1,Cat,1,2\nr2,2024-02-01,1,Cat,2,3\n", to: "bad.csv")
    let result = try RailbirdProcess.run(work.importing(path))
    #expect(result.stdout == "bad.csv: 4 rows read = 2 stored + 0 duplicates + 2 rejected\n")
    let rejects = try RailbirdProcess.run(["rejects", "--store", work.store]).stdout
    #expect(rejects.contains("bad.csv:4: conflict: found 2 rows with one key that contradict"))
  }

  @Test func `a position of 99 in a field of 8 is refused`() throws {
    let work = try SyntheticStore()
    let rows = (1...8).map { "r2,2024-02-01,\($0),H\($0),\($0 == 8 ? 99 : $0),5\n" }
    let path = try work.folder.write(Self.header + rows.joined(), to: "bad.csv")
    let result = try RailbirdProcess.run(work.importing(path))
    #expect(result.stdout == "bad.csv: 8 rows read = 7 stored + 0 duplicates + 1 rejected\n")
    let rejects = try RailbirdProcess.run(["rejects", "--store", work.store]).stdout
    #expect(rejects.contains("position: found 99 in a field of 8; expected at most 40"))
  }

  @Test func `ten thousand columns that no mapping knows are one short error`() throws {
    let store = try GoodStore()
    let names = (0..<10_000).map { "column\($0)" }.joined(separator: ",")
    let path = try store.work.folder.write(names + "\n", to: "wide.csv")
    let result = try RailbirdProcess.run(store.work.importing(path))
    #expect(result.exitCode == 1 && store.isUnchanged)
    #expect(result.stderr.contains("and 9960 more") && result.stderr.utf8.count < 2000)
  }

  @Test(arguments: [
    ("jockey: {column: rider}", "expected also rider"),
    ("jocky: {column: horse}", "found the field jocky"),
    ("sp: {column: sp, format: furlongs}", "found the format furlongs for sp"),
    ("sp: [sp, odds]", "found a list"),
  ])
  func `a mapping with a mistake stops the import with its place`(
    field: String, message: String
  ) throws {
    let store = try GoodStore()
    let yaml = """
      name: mine
      tables:
        results:
          feeds: runners
          fields:
            race_id: race_id
            date: date
            horse: horse
            \(field)
      """
    let mapping = try store.work.folder.write(yaml, to: "mine.yaml")
    let file = try store.work.folder.write(Self.good, to: "file.csv")
    let result = try RailbirdProcess.run([
      "import", "--store", store.work.store, "--mapping", mapping, "results=" + file,
    ])
    #expect(result.exitCode == 1 && store.isUnchanged)
    #expect(result.stderr.contains(message), "\(result.stderr)")
  }

  @Test func `names that a spreadsheet would run are guarded and come back unchanged`() throws {
    let names = [
      "=HYPERLINK(\"x\")", "+1", "-1", "@SUM(A1)", "O'Brien, \"Pat\"", "'=quoted", "two\nlines",
    ]
    let rows = names.enumerated().map { index, name in
      "{\"race_id\":\"r\",\"date\":\"2024-01-01\",\"horse\":\"h\(index)\","
        + "\"jockey\":\(Self.json(name)),\"position\":\(index + 1)}\n"
    }
    let work = try SyntheticStore()
    let yaml = """
      name: json
      tables:
        results:
          feeds: runners
          rows: ""
          fields: {race_id: race_id, date: date, horse: horse, jockey: jockey, position: position}
      """
    let mapping = try work.folder.write(yaml, to: "mine.yaml")
    let file = try work.folder.write(rows.joined(), to: "names.ndjson")
    let imported = try RailbirdProcess.run([
      "import", "--store", work.store, "--mapping", mapping, file,
    ])
    #expect(imported.exitCode == 0, "\(imported.stderr)")
    let exported = try work.runners()
    let text = String(decoding: exported, as: UTF8.self)
    #expect(text.contains("\"'=HYPERLINK(\"\"x\"\")\"") && text.contains("\"''=quoted\""))
    #expect(!text.contains(",\"=") && !text.contains(",\"@") && !text.contains(",\"+"))
    let again = try work.folder.write(text, to: "again.csv")
    try work.load(again, into: work.folder.file("second"))
    #expect(try work.runners(of: work.folder.file("second")) == exported)
  }

  @Test func `a filter of ten thousand parentheses is bad usage`() throws {
    let store = try GoodStore()
    let filter =
      String(repeating: "(", count: 10_000) + "sp < 2"
      + String(repeating: ")", count: 10_000)
    let result = try RailbirdProcess.run([
      "report", "--store", store.work.store, "--where", filter, "--out",
      store.work.folder.file("out"),
    ])
    #expect(result.exitCode == 64)
    #expect(result.stderr.contains("--where: found ") && store.isUnchanged)
    #expect(!FileManager.default.fileExists(atPath: store.work.folder.file("out")))
  }

  private static func json(_ text: String) -> String {
    let data = (try? JSONEncoder().encode(text)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }
}
