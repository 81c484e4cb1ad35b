import ColumnStore
import Foundation
import TestSupport
import Testing

struct AngleCommandTests {
  private let work: SyntheticStore

  init() throws {
    work = try SyntheticStore()
    // The day of registrations is today, so the results to come are far ahead.
    try work.stock(
      write(
        """
        1,2026-01-01,,York,1,1,Red,Ann,Tom,1,,3
        1,2026-01-01,,York,2,2,Blue,Bob,Tom,2,,2
        2,2026-01-02,2026-01-02T14:30:00Z,York,1,1,Red,Bob,Una,2,,2
        2,2026-01-02,2026-01-02T14:30:00Z,York,2,3,Blue,Ann,Una,1,,4
        3,2026-01-03,2026-01-03T13:30:00Z,Bath,1,1,Blue,Ann,Una,,,
        3,2026-01-03,2026-01-03T13:30:00Z,Bath,2,2,Red,Bob,Tom,,,
        """, to: "first.csv"))
  }

  private func write(_ rows: String, to name: String) throws -> String {
    let header = "race_id,date,off_time,course,number,draw,horse,jockey,trainer,position,outcome,sp"
    return try work.folder.write("\(header)\n\(rows)\n", to: name)
  }

  private func angles(_ yaml: String) throws -> String {
    try work.folder.write("angles:\n" + yaml, to: "angles.yaml")
  }

  private func run(_ arguments: String...) throws -> ProcessResult {
    try RailbirdProcess.run(arguments.flatMap { $0 == "STORE" ? ["--store", work.store] : [$0] })
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: work.folder.file(name), encoding: .utf8)
  }

  private static let standard = """
      - {name: Rail, where: draw = 1}
      - {name: Jockey changes at short prices, where: jockey_change and sp < 6}

    """

  @Test func `a message prints no terminal command of a file`() throws {
    let done = try run(
      "angles", "check", try angles("  - {name: Rail, \"\\e[31mwhere\": draw = 1}\n"))
    #expect(done.exitCode != 0 && done.stderr.contains("\u{FFFD}[31mwhere"), "\(done.stderr)")
    #expect(!done.stderr.contains("\u{1B}"))
  }

  @Test func `a fact that no runner of a source has is named once beside the answers`() throws {
    let file = try angles(
      """
        - {name: Droppers, where: class_change < 0}
        - {name: Risers, where: class_change > 0}

      """)
    let out = work.folder.file("out")
    for command in [
      ["qualifiers", "--date", "2026-01-03", "--angles", file, "--out", out],
      [
        "report", "--by", "jockey,class_change", "--where", "class_change < 0", "--allow-empty",
        "--out", out,
      ],
    ] {
      let done = try RailbirdProcess.run(command + ["--store", work.store])
      #expect(done.exitCode == 0, "\(done.stderr)")
      let lines = done.stderr.split(separator: "\n").filter { $0.hasPrefix("class_change: found") }
      #expect(
        lines == [
          "class_change: found no runner of railbird that has it, so keys and conditions on it leave "
            + "them out; --class-order gives the order of its classes"
        ])
    }
    let known = try run("report", "STORE", "--by", "jockey_change", "--out", out)
    #expect(!known.stderr.contains("found no runner"), "\(known.stderr)")
  }

  @Test(arguments: [
    (["A,B", "C"], "found C; expected one list for all sources, and one SOURCE=LIST for each"),
    (["gb=A", "gb=B,A"], "found gb=B,A; expected one list"),
    (["=A"], "found =A; expected one list"),
  ])
  func `each source has one order of classes`(lists: [String], message: String) throws {
    let done = try RailbirdProcess.run(
      ["report", "--store", work.store, "--out", work.folder.file("out")]
        + lists.flatMap { ["--class-order", $0] })
    #expect(done.exitCode == 64)
    #expect(done.stderr.contains("--class-order: " + message), "\(done.stderr)")
  }

  @Test func `a day's qualifiers are listed with the records of that morning`() throws {
    let file = try angles(Self.standard)
    let out = work.folder.file("out")
    let done = try run(
      "qualifiers", "STORE", "--date", "2026-01-03", "--angles", file, "--out", out, "--show")
    #expect(done.exitCode == 0, "\(done.stderr)")
    #expect(done.stderr == "1 qualifier of 2 angles on 2026-01-03 in \(out)\n")
    #expect(
      done.stdout.contains(
        "Jockey changes at short prices · no runner · needs sp, known at the off or later"))
    let lines = try text("out/qualifiers.csv").split(separator: "\n")
    #expect(
      lines[1]
        == "Rail,meets,,2026-01-03,3,2026-01-03T13:30:00Z,Bath,,,,1,1,Blue,Ann,Una,21,2026-01-02,1,,,"
        + "2,1,0.500000,2,0.500000,-0.858687,1.450375,0.937500,1.000000,1.000000,1,2,1.0000")
    #expect(lines.count == 2)
    let report = try run(
      "report", "STORE", "--by", "none", "--luck", "--where", "draw = 1", "--windows", "all",
      "--as-of", "2026-01-03", "--out", work.folder.file("report"))
    #expect(report.exitCode == 0)
    let row = try text("report/none.csv").split(separator: "\n")[1].dropFirst("all,".count)
    #expect(try text("out/angles.csv").contains("\nRail,draw = 1,,1,0,\(row)\n"))
    #expect(try text("out/qualifiers.json").contains("\"angle\":\"Rail\",\"state\":\"meets\""))
    #expect(try text("out/summary.json").contains("\"where\":\"draw = 1\""))
  }

  @Test func `a card marks qualifiers in every format, and only where it is asked to`() throws {
    let file = try angles(Self.standard)
    let card = ["card", "--store", work.store, "--date", "2026-01-03", "--by", "jockey"]
    let out = work.folder.file("out")
    let formats = ["--format", "text,csv,json,html", "--out", out]
    #expect(try RailbirdProcess.run(card + formats).exitCode == 0)
    let plain = try ["txt", "csv", "json", "html"].map { try text("out/card-2026-01-03.\($0)") }
    #expect(plain.allSatisfy { !$0.contains("angles\"") && !$0.contains("◆") })
    #expect(try RailbirdProcess.run(card + formats + ["--angles", file]).exitCode == 0)
    let lines = try text("out/card-2026-01-03.csv").split(separator: "\n")
    let header = lines[0].split(separator: ",")
    let angles = try #require(header.firstIndex(of: "angles"))
    #expect(header[angles + 1] == "angles_open")
    let cells = lines.dropFirst().map { line in
      line.split(separator: ",", omittingEmptySubsequences: false)[angles...(angles + 1)]
        .map(String.init)
    }
    // Blue keeps its jockey, Bob rides Red again.
    #expect(cells == [["Rail", ""], ["", ""]])
    #expect(
      try text("out/card-2026-01-03.json").contains("\"angles\":\"Rail\",\"angles_open\":null"))
    #expect(try text("out/card-2026-01-03.txt").contains("◆ Rail"))
    let page = try text("out/card-2026-01-03.html")
    #expect(page.contains("<tr class=\"marked\">"))
    #expect(page.contains("<td class=\"angles\" dir=\"auto\">◆ Rail</td>"))
    #expect(
      page.contains("◆ marks runners that meet an angle: Rail; Jockey changes at short prices."))
    // The day before both horses changed jockeys at short prices, which its card must not show.
    let past = ["card", "--store", work.store, "--date", "2026-01-02", "--angles", file]
    let unknown = try RailbirdProcess.run(past).stdout
    #expect(unknown.contains("◆ Jockey changes at short prices (open)"))
    let known = try RailbirdProcess.run(past + ["--results"]).stdout
    #expect(known.contains("◆ Jockey changes at short prices") && !known.contains("(open)"))
  }

  @Test func `names are shown as text wherever they stand`() throws {
    let names = ["=1+1", "<script>alert(1)</script>", "\u{202E}reversed", "a, \"b\"", "沙田"]
    let quoted = names.map { $0.replacing("\"", with: "\\\"") }
    let file = try angles(quoted.map { "  - {name: \"\($0)\", where: draw = 1}\n" }.joined())
    let out = work.folder.file("out")
    let day = ["--date", "2026-01-03", "--angles", file, "--out", out]
    #expect(
      try RailbirdProcess.run(["qualifiers", "--store", work.store] + day).exitCode == 0)
    let csv = try text("out/qualifiers.csv")
    #expect(csv.contains("\n'=1+1,meets,") && csv.contains("\n\"a, \"\"b\"\"\",meets,"))
    let json = try JSONSerialization.jsonObject(with: Data(try text("out/qualifiers.json").utf8))
    #expect((json as? [[String: Any]])?.compactMap { $0["angle"] as? String } == names)
    #expect(
      try RailbirdProcess.run(["card", "--store", work.store, "--format", "html"] + day).exitCode
        == 0)
    let page = try text("out/card-2026-01-03.html")
    #expect(!page.contains("<script") && page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    for arguments in [
      ["register", "--store", work.store, "--angles", file], ["list", "--store", work.store],
      ["record", "--store", work.store], ["check", file],
    ] {
      let shown = try RailbirdProcess.run(["angles"] + arguments)
      #expect(shown.exitCode == 0, "\(shown.stderr)")
      #expect(!shown.stdout.contains("\u{202E}") && shown.stdout.contains("沙田"))
    }
  }

  @Test func `a registration stays, and later results are told apart`() throws {
    let file = try angles(Self.standard)
    let first = try run("angles", "register", "STORE", "--angles", file)
    #expect(first.exitCode == 0 && first.stderr == "", "\(first.stderr)")
    #expect(first.stdout.contains("Rail: version 1, registered "))
    #expect(
      try run("angles", "register", "STORE", "--angles", file).stdout.contains(
        "Rail: version 1, unchanged since "))
    let before = try run("angles", "record", "STORE", "Rail").stdout
    try work.load(
      write(
        "9,2099-01-01,,York,1,1,Red,Ann,Tom,1,,3\n9,2099-01-01,,York,2,2,Blue,Ann,Tom,2,,3",
        to: "second.csv"))
    let out = work.folder.file("out")
    let after = try run("angles", "record", "STORE", "rail", "--out", out, "--show").stdout
    #expect(before != after && before.split(separator: "\n").count == 3)
    let rows = try text("out/trials.csv").split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows.map { $0[5] } == ["before", "after"] && rows.map { $0[9] } == ["2", "1"])
    let changed = try angles("  - {name: rail, where: draw <= 1}\n")
    let refused = try run("angles", "record", "STORE", "--angles", changed)
    #expect(refused.exitCode == 64)
    #expect(
      refused.stderr.contains("found another text of the angle rail; expected that of version 1"))
    #expect(
      try run("angles", "register", "STORE", "--angles", changed).stdout.hasPrefix(
        "rail: version 2, registered 2099-01-02, SHA-256 "))
    let list = try run("angles", "list", "STORE").stdout.split(separator: "\n")
    #expect(list.count == 4 && list[1].hasPrefix("Rail ") && list[3].hasPrefix("rail "))
    let unknown = try run("angles", "record", "STORE", "nobody")
    #expect(unknown.exitCode == 64 && unknown.stderr.contains("found nobody; expected an angle"))
  }

  @Test func `a changed ledger is found, and a copy of the store has the same`() throws {
    let file = try angles(Self.standard)
    #expect(try run("angles", "register", "STORE", "--angles", file).exitCode == 0)
    let copy = work.folder.file("copy")
    #expect(try run("replay", "STORE", "--into", copy).exitCode == 0)
    let ledger = work.store + "/angles.ndjson"
    let text = try String(contentsOfFile: ledger, encoding: .utf8)
    #expect(try String(contentsOfFile: copy + "/angles.ndjson", encoding: .utf8) == text)
    #expect(try run("verify", "STORE").exitCode == 0)
    try text.replacing("draw = 1", with: "draw = 2")
      .write(toFile: ledger, atomically: false, encoding: .utf8)
    for command in [["verify"], ["angles", "list"], ["angles", "record"]] {
      let found = try RailbirdProcess.run(command + ["--store", work.store])
      #expect(found.exitCode == 1)
      #expect((found.stdout + found.stderr).contains("angles.ndjson:1: found Rail, SHA-256 "))
    }
    let own = try run(
      "report", "STORE", "--by", "jockey", "--quiet", "--out", work.folder.file("none"))
    #expect(own.exitCode == 0)
    let hidden = try run(
      "qualifiers", "STORE", "--date", "2026-01-03", "--angles", file, "--out", ledger)
    #expect(hidden.exitCode == 1 && hidden.stderr.contains("it is in the store "))
  }

  @Test func `a mistake in the file is bad usage, a missing file a failure`() throws {
    let file = try angles("  - {name: Rail, where: drawn = 1}\n")
    for arguments in [
      ["qualifiers", "--store", work.store, "--date", "2026-01-03", "--angles"],
      ["card", "--store", work.store, "--date", "2026-01-03", "--angles"],
      ["angles", "register", "--store", work.store, "--angles"],
      ["angles", "record", "--store", work.store, "--angles"], ["angles", "check"],
    ] {
      let bad = try RailbirdProcess.run(arguments + [file])
      #expect(bad.exitCode == 64, "\(arguments)")
      #expect(bad.stderr.hasPrefix("railbird: \(file):2: where: found the field drawn"))
      let none = try RailbirdProcess.run(arguments + [file + ".none"])
      #expect(none.exitCode == 1 && none.stderr.contains("cannot be read"))
    }
    #expect(!FileManager.default.fileExists(atPath: work.store + "/angles.ndjson"))
    let store = ["--store", work.folder.file("nowhere")]
    for arguments in [["list"] + store, ["record"] + store, ["record", "Rail"] + store] {
      let nowhere = try RailbirdProcess.run(["angles"] + arguments)
      #expect(nowhere.exitCode == 1 && nowhere.stderr.contains("found no store"))
    }
  }

  @Test func `a registration is refused while this process writes`() throws {
    let register = ["angles", "register", "--store", work.store, "--angles"]
    let file = try angles(Self.standard)
    try withExtendedLifetime(StoreWriter(store: work.store)) {
      let refused = try RailbirdProcess.run(register + [file])
      #expect(refused.exitCode == 1)
      #expect(refused.stderr.contains("another process is writing to this store"))
    }
    #expect(try RailbirdProcess.run(register + [file]).exitCode == 0)
  }

  @Test(.tags(.slow)) func `a registration survives being killed at any moment`() throws {
    let file = try angles(Self.standard)
    let register = ["angles", "register", "--store", work.store, "--angles", file]
    let (ledger, manifest) = (work.store + "/angles.ndjson", work.store + "/MANIFEST")
    let before = try Data(contentsOf: URL(fileURLWithPath: manifest))
    let start = Date()
    #expect(try RailbirdProcess.run(register).exitCode == 0)
    let seconds = Date().timeIntervalSince(start)
    let whole = try Data(contentsOf: URL(fileURLWithPath: ledger))
    try FileManager.default.removeItem(atPath: ledger)
    // The manifest notes what the ledger had.
    #expect(try run("verify", "STORE").exitCode == 1)
    try before.write(to: URL(fileURLWithPath: manifest))
    var random = SeededGenerator(31)
    for round in 0..<LongForm.count(60, short: 10, "kills of a registration") {
      let process = try RailbirdProcess.start(register)
      Thread.sleep(forTimeInterval: Double.random(in: 0...(seconds * 1.05), using: &random))
      process.kill()
      _ = try process.wait()
      // Left-overs of the draft are no ledger.
      let found = FileManager.default.contents(atPath: ledger)
      #expect(found == nil || found == whole, "seed \(SeededGenerator.seed), round \(round)")
      #expect(try run("verify", "STORE").exitCode == 0)
      if found != nil { try FileManager.default.removeItem(atPath: ledger) }
      try before.write(to: URL(fileURLWithPath: manifest))
    }
    #expect(try RailbirdProcess.run(register).exitCode == 0)
    #expect(FileManager.default.contents(atPath: ledger) == whole)
  }
}
