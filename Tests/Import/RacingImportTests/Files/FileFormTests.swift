import Foundation
import ImportHistory
import MappingProposals
import Mappings
import RowReading
import StoreImport
import TabularFiles
import TestSupport
import Testing

/// Files as they are: the table of docs/mapping.md, §2, row by row.
struct FileFormTests {
  private static let rows = [
    ["race_id", "date", "course", "horse", "number", "position", "sp", "weight_kg", "btn"],
    ["R1", "2024-05-02", "Thornbury", "Épinard", "1", "1", "2.75", "57.5", ""],
    ["R1", "2024-05-02", "Thornbury", "Tidewrack", "2", "2", "5.0", "56.0", "1.25"],
    ["R1", "2024-05-02", "Thornbury", "Señor", "3", "3", "11.0", "54.5", "2.5"],
    ["R2", "2024-05-03", "Ashcombe", "Marl", "1", "1", "3.5", "57.0", ""],
    ["R2", "2024-05-03", "Ashcombe", "Long Acre", "2", "2", "7.25", "55.5", "0.75"],
  ]

  private static func text(
    _ mark: String = ",", comma: Bool = false, hasHeader: Bool = true
  ) -> String {
    rows.dropFirst(hasHeader ? 0 : 1).map { row in
      row.map { comma ? $0.replacing(".", with: ",") : $0 }.joined(separator: mark) + "\n"
    }.joined()
  }

  /// The bytes of a file of the table, by its name.
  private static func bytes(_ name: String) throws -> [UInt8] {
    switch name {
    case "semicolons.csv": return Array(text(";", comma: true).utf8)
    case "sheet.csv": return Array(("sep=;\r\n" + text(";", comma: true)).utf8)
    case "tabs.tsv": return Array(text("\t").utf8)
    case "bars.txt": return Array(text("|").utf8)
    case "western.csv":
      return text().unicodeScalars.map { UInt8($0.value) }
    case "wide.csv":
      return ("\u{FEFF}" + text()).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case "headless.csv": return Array(text(hasHeader: false).utf8)
    case "joined.csv":
      let second = rows[0].joined(separator: ",") + "\n"
      return Array(
        ("\u{FEFF}"
          + text().replacing(
            "R2,2024-05-03,Ashcombe,Marl",
            with:
              "\u{FEFF}" + second + "R2,2024-05-03,Ashcombe,Marl")).utf8)
    default: throw CocoaError(.fileNoSuchFile)
    }
  }

  /// The table's rows: the file's name, and what the proposal says of it.
  private static func table() throws -> [(name: String, proposal: String)] {
    let page = URL(filePath: RailbirdProcess.packageFolder + "/docs/mapping.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("| file | holds |") })
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return (
        cells[0].replacing("`", with: ""),
        cells.count > 2 ? cells[2].replacing("`", with: "") : ""
      )
    }
  }

  @Test func `each file of the table is imported by its own proposal`() throws {
    let table = try Self.table()
    #expect(table.count == 8)
    for (name, proposal) in table {
      let store = TestStore()
      let path = store.folder + "/" + name
      try Data(Self.bytes(name)).write(to: URL(filePath: path))
      let explained = try FileExplanation(file: path)
      if !proposal.hasPrefix("nothing") {
        #expect(explained.text.contains("\n    " + proposal), "\(name)")
      }
      let imported = try store.add([path], yaml: explained.text)[0]
      #expect(imported.counts == [5, 5, 0, 0], "\(name)")
      // Without numbers, a race's horses are ordered by name.
      #expect(
        try store.values("horse").sorted()
          == ["Long Acre", "Marl", "Señor", "Tidewrack", "Épinard"], "\(name)")
      guard name != "headless.csv" else { continue }
      #expect(try store.values("sp") == ["2.75", "5", "11", "3.5", "7.25"], "\(name)")
      #expect(try store.values("beaten_lengths") == ["", "1.25", "2.5", "", "0.75"], "\(name)")
      #expect(try store.values("weight_lb")[0] == "126.765801", "\(name)")
    }
  }

  @Test(arguments: [
    ("may.csv.bz2", "bzip2 may.csv"), ("may.csv.gz", "gzip may.csv"),
    ("year.zip", "python3 -m zipfile -c year.zip may.csv"), ("year.tar", "tar cf year.tar may.csv"),
    ("year.tgz", "tar czf year.tgz may.csv"), ("year.tar.bz2", "tar cjf year.tar.bz2 may.csv"),
    ("folder", "mkdir folder && mv may.csv folder"), ("m*.csv", "true"), ("-", "true"),
  ])
  func `what is packed or stands for files is imported by its own proposal`(
    argument: String, command: String
  ) throws {
    let store = TestStore()
    let plain = store.folder + "/may.csv"
    try Self.text().write(toFile: plain, atomically: true, encoding: .utf8)
    try store.shell(command)
    let path = argument == "-" ? argument : store.folder + "/" + argument
    let found = try InputFiles([ImportFile(path)], standardInput: plain)
    let explained = try FileExplanation(files: found.files)
    let job = ImportJob(
      store: store.path, mapping: explained.mapping, mappingText: explained.text, now: 0)
    #expect(try job.run(found.files).map(\.counts) == [[5, 5, 0, 0]])
    #expect(try store.values("sp") == ["2.75", "5", "11", "3.5", "7.25"])
  }

  @Test func `a headless file's refused rows keep their lines`() throws {
    let store = TestStore()
    let yaml = mapping(
      key: "[horse]", "horse: {column: horse}", "sp: {column: sp, bad: reject}"
    ).replacing(
      "    recognised_by: [race_id]\n", with: "    columns: [race_id, date, horse, sp]\n")
    let file = try store.add("r1,2024-01-01,Ann,2\nr1,2024-01-01,Bea,x\n", yaml: yaml)
    #expect(file.counts == [2, 1, 0, 1])
    #expect(try store.rejects().map(\.line) == [2])
    #expect(try store.rejects().map(\.raw) == ["r1,2024-01-01,Bea,x"])
    let replayed = try store.rejects()
    _ = try UndoJob(store: store.path, importID: 1, now: 0).run()
    #expect(try store.rejects().isEmpty && !replayed.isEmpty)
  }

  @Test func `files of one mapping may differ in their forms`() throws {
    let yaml = """
      name: two
      description: Races with semicolons, runs with commas
      encoding: [utf-8, windows-1252]
      tables:
        races:
          feeds: races
          delimiter: semicolon
          recognised_by: [id, day]
          fields: {race_id: {column: id}, date: {column: day}}
        runs:
          feeds: runners
          recognised_by: [id, horse]
          key: [horse]
          fields: {race_id: {column: id}, horse: {column: horse}, position: {column: fin}}
      """
    let store = TestStore()
    let races = try store.file("id;day\n1;2024-01-01\n")
    let runs = try store.file(Array("id,horse,fin\n1,".utf8) + [0xC9, 0x2C, 0x31, 0x0A])
    let imported = try store.add([races, runs], yaml: yaml)
    #expect(imported.map(\.table) == ["races", "runs"])
    #expect(try store.values("horse") == ["É"])
  }

  @Test func `a replay reads files in the form that their mapping tells`() throws {
    let store = TestStore()
    let path = store.folder + "/semicolons.csv"
    try Data(Self.bytes("semicolons.csv")).write(to: URL(filePath: path))
    let explained = try FileExplanation(file: path)
    _ = try store.add([path], yaml: explained.text)
    let before = try store.rows()
    let outcome = try ReplayJob(store: store.path).run()
    #expect(outcome.after.map(\.stored) == [5])
    #expect(try store.rows() == before)
  }

  @Test(arguments: [
    ("delimiter: x", "x", "comma, semicolon, tab or bar"),
    ("columns: [a, a]", "the column a twice", "each name once"),
    ("encoding: utf-7", "utf-7", "one of"),
    ("widths: {a: 0}", "0", "a whole number from 1 to 10000"),
    ("widths: {a: 1}\n    columns: [a]", "widths and columns", "one of the two"),
  ])
  func `a mistake in the form is reported`(line: String, found: String, expected: String) throws {
    let yaml = mapping("horse: {column: horse}").replacing(
      "    recognised_by: [race_id]\n", with: "    recognised_by: [race_id]\n    \(line)\n")
    do {
      _ = try Mapping(yaml: yaml, file: "a.yaml")
      Issue.record("the mistake passes")
    } catch {
      guard case .badMapping(_, let what, let wanted) = error else { throw error }
      #expect(what.contains(found) && wanted.contains(expected), "\(error)")
    }
  }

  @Test func `one mapping is proposed for the files of a call`() throws {
    let store = TestStore()
    let names = ["may.csv", "june.csv", "races.csv"]
    let texts = [
      Self.text(), Self.text(), "race_id,going,distance\nR1,Good,1200m\nR2,Soft,1m2f\n",
    ]
    let files = try zip(names, texts).map { name, text in
      let path = store.folder + "/" + name
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      return ImportFile(path)
    }
    let explained = try FileExplanation(files: files)
    #expect(explained.mapping.tables.keys.sorted() == ["races", "runners"])
    #expect(explained.text.contains("# A mapping for may.csv, june.csv, proposed"))
    let imported = try store.add(files.map(\.path), yaml: explained.text)
    #expect(imported.map(\.counts) == [[5, 5, 0, 0], [5, 0, 5, 0], [2, 2, 0, 0]])
    #expect(try Set(store.values("going")) == ["Good", "Soft"])
  }

  @Test func `numbers are multiplied as the mapping says`() throws {
    let store = TestStore()
    let yaml = mapping(
      "horse: {column: horse}", "number: {column: no}",
      "distance_m: {column: trip, format: furlongs, times: 0.01}",
      "weight_lb: {column: kg, format: kilograms, times: 0.1}",
      "prize: {column: purse, times: 1000}")
    try store.add(
      "race_id,date,horse,no,trip,kg,purse\nr,2024-01-01,Ann,1,650,575,12.5\n", yaml: yaml)
    // 6½ furlongs are 1307.592 m, and 57.5 kg are 126.7658 lb.
    #expect(try store.values("distance_m") == ["1308"])
    #expect(try store.values("weight_lb") == ["126.765801"])
    #expect(try store.values("prize") == ["12500"])
  }
}

/// Arguments that name several files.
struct InputFilesTests {
  private let store = TestStore()

  private func write(_ name: String, _ text: String = "a\n") throws -> String {
    let path = store.folder + "/" + name
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func `a folder stands for its files by name, and names the others`() throws {
    let files = try ["d/b.csv", "d/a/c.json", "d/.hidden.csv", "d/notes.md"].map { try write($0) }
    let found = try InputFiles([ImportFile(store.folder + "/d", table: "t")])
    #expect(found.files.map(\.path) == [files[1], files[0]])
    #expect(found.files.allSatisfy { $0.table == "t" })
    #expect(found.unreadable == [files[3]])
  }

  private static let day = "race_id,date,horse,sp\nR1,2024-05-02,Marl,2.5\n"

  private static func job(_ store: TestStore) throws -> ImportJob {
    let yaml = mapping(key: "[horse]", "horse: {column: horse}", "sp: {column: sp}")
    return ImportJob(
      store: store.path, mapping: try Mapping(yaml: yaml, file: "t.yaml"), mappingText: yaml, now: 0
    )
  }

  @Test(arguments: ["d", "d/*"])
  func `what a folder or a pattern finds beside the mapping's files is left out and reported`(
    argument: String
  ) throws {
    let odd = [
      ("d/1empty.csv", ""), ("d/2SOURCE.txt", "Fetched on Monday; thanks to all.\n"),
      ("d/3other.csv", "a,b\n1,2\n"), ("d/4note.txt", "A note, of two parts.\n"),
    ]
    for (name, text) in odd { _ = try write(name, text) }
    _ = try write("d/5day.csv", Self.day)
    let found = try InputFiles([ImportFile(store.folder + "/" + argument)])
    var job = try Self.job(store)
    var leftOut: [String] = []
    job.leftOut = { file, error in
      leftOut.append((file.path as NSString).lastPathComponent)
      #expect("\(error)".contains(file.path))
    }
    #expect(try job.run(found.files).map(\.counts) == [[1, 1, 0, 0]])
    #expect(leftOut == odd.map { String($0.0.dropFirst(2)) })
    // One that is named is meant, and alone none is left out.
    for (name, _) in odd {
      let path = store.folder + "/" + name
      #expect(throws: ImportError.self, "\(name)") { try job.run([path]) }
      #expect(throws: ImportError.self, "\(name)") {
        try job.run([ImportFile(path, isFound: true)])
      }
    }
  }

  @Test func `a folder's archives without files to import are left out`() throws {
    let day = try write("d/day.csv", Self.day)
    let empty = try write("d/empty.zip", "")
    // An archive without members is its directory's end alone.
    let none = store.folder + "/d/none.zip"
    try Data([0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)).write(to: URL(filePath: none))
    let found = try InputFiles([ImportFile(store.folder + "/d")])
    #expect(found.files.map(\.path) == [day] && found.unreadable == [empty, none])
    for path in [empty, none] {
      #expect(throws: ImportError.self) { try InputFiles([ImportFile(path)]) }
    }
  }

  @Test func `a damaged file of a folder is left out by name, and the others are stored`() throws {
    _ = try write("d/a.csv", Self.day)
    _ = try write("d/b.csv", "race_id,date,horse,sp\nR2,2024-05-02,\"Acre,2.5\n")
    _ = try write("d/c.csv.gz", "no gzip")
    _ = try write("d/d.csv", Self.day.replacing("R1", with: "R3"))
    let found = try InputFiles([ImportFile(store.folder + "/d")])
    var job = try Self.job(store)
    var leftOut: [String] = []
    job.leftOut = { file, error in
      leftOut.append((file.path as NSString).lastPathComponent)
      #expect(error.isOfDamage && "\(error)".contains(file.path))
    }
    #expect(try job.run(found.files).map(\.counts) == [[1, 1, 0, 0], [1, 1, 0, 0]])
    #expect(leftOut == ["c.csv.gz", "b.csv"])
    #expect(try store.values("race_id") == ["R1", "R3"])
    // One that is named is meant, and alone none is left out.
    for file in found.files[1...2] {
      #expect(throws: ImportError.self) { try job.run([found.files[0].path, file.path]) }
      #expect(throws: ImportError.self) { try job.run([file]) }
    }
  }

  @Test func `an explanation of a folder leaves out what holds no races`() throws {
    _ = try write("d/1empty.csv", "")
    _ = try write("d/2SOURCE.txt", "Fetched on Monday, thanks to all.\n")
    _ = try write("d/3day.csv", Self.day)
    let found = try InputFiles([ImportFile(store.folder + "/d")])
    let explained = try FileExplanation(files: found.files)
    #expect(explained.mapping.tables.count == 1)
    #expect(
      explained.text.contains("# Left out, as without races and runners: 1empty.csv, 2SOURCE.txt\n")
    )
    #expect(throws: ImportError.self) {
      try FileExplanation(files: Array(found.files.prefix(2)))
    }
    _ = try write("d/4broken.csv", "race_id,date,horse,sp\nR2,2024-05-02,\"Acre,2.5\n")
    let damaged = try FileExplanation(files: InputFiles([ImportFile(store.folder + "/d")]).files)
    #expect(damaged.mapping.tables.count == 1)
    #expect(damaged.text.contains("4broken.csv:2: found an unclosed quote; expected"))
  }

  @Test func `an archive's empty member is left out`() throws {
    _ = try write("a.csv", Self.day)
    _ = try write("b.csv", "")
    try store.shell("tar cf year.tar a.csv b.csv")
    let found = try InputFiles([ImportFile(store.folder + "/year.tar")])
    var job = try Self.job(store)
    var told: [ImportError] = []
    job.leftOut = { told.append(found.labelled($1)) }
    #expect(try job.run(found.files).map(\.counts) == [[1, 1, 0, 0]])
    #expect(told == [.file(.empty(file: store.folder + "/year.tar/b.csv"))])
  }

  @Test func `a pattern of all levels is refused by name`() throws {
    _ = try write("d/a.csv")
    let path = store.folder + "/**/*.csv"
    #expect(
      throws: ImportError.file(
        .malformed(
          file: path, found: "** in a pattern",
          expected: "* for one level, or the folder, whose files of all levels are taken"))
    ) { try InputFiles([ImportFile(path)]) }
  }

  @Test func `a pattern stands for what it matches`() throws {
    let files = try ["x1.csv", "x2.csv", "y1.csv"].map { try write($0) }
    let found = try InputFiles([ImportFile(store.folder + "/x*.csv")])
    #expect(found.files.map(\.path) == Array(files.prefix(2)))
    #expect(throws: ImportError.self) { try InputFiles([ImportFile(store.folder + "/z*.csv")]) }
  }

  @Test(arguments: [("[{\"a\":1}]", "stdin.json"), ("a,b\n1,2\n", "stdin.csv")])
  func `standard input is a file of the kind that it looks like`(text: String, name: String) throws
  {
    let path = try write("pipe", text)
    let found = try InputFiles([ImportFile("-")], standardInput: path)
    let file = try #require(found.files.first)
    #expect(file.name == name && found.labels[file.path] == "standard input")
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == text)
  }

  @Test func `an error names standard input, and the copy goes`() throws {
    var found: InputFiles? = try InputFiles(
      [ImportFile("-")], standardInput: try write("pipe", "a;b\n"))
    let copy = try #require(found?.files.first?.path)
    let told = found?.labelled(.file(.malformed(file: copy + ":2", found: "x", expected: "y")))
    #expect(told == .file(.malformed(file: "standard input:2", found: "x", expected: "y")))
    #expect(FileManager.default.fileExists(atPath: copy))
    found = nil
    #expect(!FileManager.default.fileExists(atPath: copy))
  }

  @Test func `a folder that a link in it leads to again counts once`() throws {
    let file = try write("d/a/b.csv")
    try FileManager.default.createSymbolicLink(
      atPath: store.folder + "/d/a/loop", withDestinationPath: store.folder + "/d")
    let found = try InputFiles([ImportFile(store.folder + "/d")])
    #expect(found.files.map(\.path) == [file])
  }

  @Test(arguments: [
    ("year.zip", Self.zip, "year.zip/./may.csv"), ("year.tgz", Self.gzip, "year.tgz/may.csv"),
    ("-", Self.gzip, "standard input/may.csv"), ("-", Self.bzip2, "standard input/may.csv"),
  ])
  func `hidden members of an archive are left out`(name: String, text: String, member: String)
    throws
  {
    let path = store.folder + "/" + (name == "-" ? "pipe" : name)
    try #require(Data(base64Encoded: text)).write(to: URL(filePath: path))
    let found = try InputFiles([ImportFile(name == "-" ? "-" : path)], standardInput: path)
    #expect(found.files.map(\.name) == ["may.csv"] && found.unreadable.isEmpty)
    #expect(found.labels.values.contains { $0.hasSuffix(member) })
  }

  // MARK: - Implementation

  /// Archives that Python's `zipfile` and `tarfile` wrote, of `may.csv` and hidden members.
  private static let zip =
    "UEsDBBQAAAAAAAAAIQAAJMGJBAAAAAQAAAAJAAAALi9tYXkuY3N2YQoxClBLAwQUAAAAAAAAACEAACTB"
    + "iQQAAAAEAAAAEgAAAF9fTUFDT1NYLy5fbWF5LmNzdmEKMQpQSwMEFAAAAAAAAAAhAAAkwYkEAAAABAAA"
    + "ABAAAABfX01BQ09TWC9tYXkuY3N2YQoxClBLAwQUAAAAAAAAACEAACTBiQQAAAAEAAAADwAAAGQvLmdp"
    + "dC9qdW5lLmNzdmEKMQpQSwMEFAAAAAAAAAAhAAAkwYkEAAAABAAAAAsAAABkLy5qdWx5LmNzdmEKMQpQ"
    + "SwECFAMUAAAAAAAAACEAACTBiQQAAAAEAAAACQAAAAAAAAAAAAAAgAEAAAAALi9tYXkuY3N2UEsBAhQD"
    + "FAAAAAAAAAAhAAAkwYkEAAAABAAAABIAAAAAAAAAAAAAAIABKwAAAF9fTUFDT1NYLy5fbWF5LmNzdlBL"
    + "AQIUAxQAAAAAAAAAIQAAJMGJBAAAAAQAAAAQAAAAAAAAAAAAAACAAV8AAABfX01BQ09TWC9tYXkuY3N2"
    + "UEsBAhQDFAAAAAAAAAAhAAAkwYkEAAAABAAAAA8AAAAAAAAAAAAAAIABkQAAAGQvLmdpdC9qdW5lLmNz"
    + "dlBLAQIUAxQAAAAAAAAAIQAAJMGJBAAAAAQAAAALAAAAAAAAAAAAAACAAcIAAABkLy5qdWx5LmNzdlBL"
    + "BQYAAAAABQAFACsBAADvAAAAAAA="

  private static let gzip =
    "H4sIALMBB2sC/+3UsQ6CMBCA4Zt5Cp8AaXPqbJiNAwtb0zCziBp9ew4mwyIMZen/Ldfc0um/Pn7LbnhL"
    + "SpU5q87TLKfRn/e0v3j1cqhkB6/hGR/2peQpFq4QZKsMffIL8L9/t+xfT0r/e/iQQNZCuF3re9MeEx6C"
    + "zf07OwD0T/8AAAAAAAAAAAAAgNVGj9zl2QAoAAA="

  private static let bzip2 =
    "QlpoOTFBWSZTWdXYDwkAALD/gMmQACBAAfeAKAOI4OgCH2AIKCAAlIbUlP0oBoBoNMxQPKCSUANCYRkG"
    + "EwDrZOE8RsCW40KBIp8GiZSiaonUyjUjAIgkPPMlxtUlzNKEs4yAljNwH2NeukOGDeGI3vgM+o0GWNHl"
    + "OFGdqJi1T8ORXzIsVLFhjWojkIOxdyRThQkNXYDwkA=="
}
