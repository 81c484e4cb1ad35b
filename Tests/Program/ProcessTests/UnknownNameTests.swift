import Foundation
import TestSupport
import Testing

/// Names that only a store can know: a price, a source; and the advice on files of names.
@Suite struct UnknownNameTests {
  private let folder: TemporaryFolder
  private var store: String { folder.file("store") }

  init() throws {
    folder = try TemporaryFolder()
    let file = try folder.write(
      """
      race_id,date,number,horse,jockey,position,sp,class,price_early
      r0,2024-05-01,1,A,Ann,1,3,G1,4.5
      r1,2024-05-02,1,A,Ann,1,3,G1,4.5
      r1,2024-05-02,2,B,Bob,2,2,G1,2.25

      """, to: "runners.csv")
    try SyntheticStore.stock(store, [[file]])
  }

  private func told(_ command: String, _ options: [String], code: Int32 = 64) throws -> String {
    let done = try RailbirdProcess.run([command, "--store", store] + options)
    #expect(done.exitCode == code, "\(done.stderr)")
    return done.stderr.replacing("railbird: ", with: "").replacing(folder.path + "/", with: "")
      .replacing("Error: ", with: "")
  }

  @Test func `a price that the store lacks is bad usage, in options and in files`() throws {
    let out = ["--out", folder.file("out")]
    #expect(
      try told("report", ["--where", "price_late > 4"] + out)
        == "--where: found the price price_late; expected one of price_early\n")
    #expect(
      try told("report", ["--bets", "sp,price_late"] + out)
        == "--bets: found the price price_late; expected one of price_early\n")
    #expect(
      try told("search", ["--keys", "jockey", "--where", "price_late > 4"])
        == "--where: found the price price_late; expected one of price_early\n")
    for (line, key) in [(3, "where: price_late > 4"), (3, "bets: sp, morning_wap")] {
      let spec = try folder.write("reports:\n  - by: jockey\n    \(key)\n", to: "q.yaml")
      let found = key.hasPrefix("w") ? "price_late" : "morning_wap"
      #expect(
        try told("report", ["--spec", spec] + out)
          == "q.yaml:\(line): \(key.prefix(5).replacing(":", with: "")): found the price \(found); "
          + "expected one of price_early\n")
    }
    let angles = try folder.write(
      "angles:\n  - name: a\n    where: price_late > 4\n", to: "a.yaml")
    #expect(
      try told("qualifiers", ["--date", "2024-05-02", "--angles", angles])
        == "a.yaml:3: where: found the price price_late; expected one of price_early\n")
  }

  @Test(arguments: [
    (
      ["--where", "jockey = 'An'"],
      "--where: found the jockey An, which the store lacks; expected one of 2 (nearest: Ann)"
    ),
    (
      ["--where", "class in (G1, G2)"],
      "--where: found the class G2, which the store lacks; expected one of 1 (nearest: G1)"
    ),
    (
      ["--where", "sire = Frankel"],
      "--where: found the sire Frankel, which the store lacks; expected another field, as no runner of "
        + "the store has any sire"
    ),
    (
      ["--by", "sire"],
      "--by: found sire, which no runner of the store has; expected a key with values, such as jockey, "
        + "horse, class"
    ),
    (
      ["--where", "number > 2"],
      "--where: found no runner of 3; expected one that meets the condition"
    ),
    (
      ["--where", "jockey = Bob", "--as-of", "2024-05-02"],
      "--where: found no runner of 1 before 2024-05-02; expected one that meets the condition"
    ),
  ])
  func `a question that no runner answers fails, unless that is allowed`(
    options: [String], message: String
  ) throws {
    let out = ["--out", folder.file("out")]
    let by = options[0] == "--by" ? [] : ["--by", "jockey"]
    #expect(try told("report", by + options + out, code: 1) == message + ", or --allow-empty\n")
    #expect(try told("report", by + options + out + ["--allow-empty"], code: 0) != "")
    guard options[0] == "--where", options.count == 2 else { return }
    for command in [["search", "--keys", "jockey"], ["calibration"], ["show", "horse", "A"]] {
      let text = try told(command[0], command.dropFirst() + options, code: 1)
      #expect(text == message + ", or --allow-empty\n")
    }
  }

  @Test func `conditions that leave no row of a report are named`() throws {
    let options = ["--by", "jockey", "--windows", "all", "--out", folder.file("out")]
    let note = "jockey: no row of the window all meets runs >= 1, place_bsp_bets >= 50\n"
    let none = ["--min-runs", "1", "--bets", "place_bsp", "--having", "place_bsp_bets >= 50"]
    #expect(try told("report", options + none, code: 0).contains(note))
    #expect(try !told("report", options, code: 0).contains("no row"))
  }

  @Test func `angles are held against the names of the store`() throws {
    let angles = try folder.write("angles:\n  - {name: a, where: jockey = Anne}\n", to: "a.yaml")
    let asked = ["--date", "2024-05-02", "--angles", angles]
    #expect(
      try told("qualifiers", asked, code: 1)
        == "a.yaml:2: where: found the jockey Anne, which the store lacks; expected one of 2 "
        + "(nearest: Ann), or --allow-empty\n")
    _ = try told("qualifiers", asked + ["--allow-empty"], code: 0)
  }

  @Test func `angles have no bets at a price by name`() throws {
    let angles = try folder.write(
      "bets: sp, price_early\nangles:\n  - {name: a, where: draw = 1}\n", to: "a.yaml")
    #expect(
      try told("qualifiers", ["--date", "2024-05-02", "--angles", angles]).hasPrefix(
        "a.yaml:1: bets: found bets at price_early; expected bets out of sp, tote, bsp, ew, "))
  }

  @Test func `an order of classes names each class once, and sources of the store`() throws {
    let asked = ["--by", "class_change", "--out", folder.file("out")]
    #expect(
      try told("report", asked + ["--class-order", "hkjc=G1,G2"])
        == "--class-order: found the source hkjc; expected one of railbird\n")
    #expect(
      try told("report", asked + ["--class-order", "G1,G2,G1"]).hasPrefix(
        "--class-order: found the class G1 twice; expected each once\n"))
    #expect(try told("report", asked + ["--class-order", "railbird=G1,G2"], code: 0) != "")
    func spec(_ order: String) throws -> [String] {
      let text = "class_order: \(order)\nreports:\n  - by: class_change\n"
      return ["--spec", try folder.write(text, to: "q.yaml"), "--out", folder.file("out")]
    }
    #expect(
      try told("report", spec("{gb: [G1], railbird: [G2]}"))
        == "q.yaml:1: class_order: found the source gb; expected one of railbird\n")
    #expect(
      try told("report", spec("{railbird: [G2, G2]}"))
        == "q.yaml:1: class_order: found the class G2 twice; expected each once\n")
    #expect(try told("report", spec("[G1, G2]"), code: 0) != "")
    // Angles are registered once for any state of the store.
    let angles = try folder.write(
      "class_order: {gb: [G1]}\nangles:\n  - {name: a, where: class_change < 0}\n", to: "a.yaml")
    _ = try told("qualifiers", ["--date", "2024-05-02", "--angles", angles], code: 0)
  }

  @Test func `a card does not offer the key that it refuses`() throws {
    let text = try told("card", ["--by", "finish_time_s", "--date", "2024-05-02"])
    #expect(
      text.hasPrefix(
        "--by: found finish_time_s, which a card cannot know before the race; expected keys out of "
          + "jockey, trainer, horse"))
    let offered = text.prefix { $0 != "\n" }.split(separator: "expected ")[1]
    #expect(!offered.contains("finish_time_s") && !offered.contains("odds_band"))
    #expect(offered.contains("weekday"))
  }

  private static let wide: [UInt8] =
    [0xFF, 0xFE] + "role,spelling,name\n".utf8.flatMap { (byte: UInt8) -> [UInt8] in [byte, 0] }
  private static let western: [UInt8] =
    Array("role,spelling,n".utf8) + [0xE4] + Array("me\nx,y,z\n".utf8)
  /// The bytes of a file, and what is reported about it.
  private static let files: [(bytes: [UInt8], message: String)] = [
    (
      Array("role;spelling;name\njockey;Bob;Ann\n".utf8),
      "found a header line whose names are between semicolons; expected commas between them\n"
    ),
    (wide, "found UTF-16 text; expected UTF-8 text\n"),
    (western, "found a header line in another encoding; expected UTF-8\n"),
  ]

  @Test(arguments: files)
  func `advice on a file of aliases is no advice on mappings`(bytes: [UInt8], message: String)
    throws
  {
    let file = folder.file("aliases.csv")
    try Data(bytes).write(to: URL(filePath: file))
    let own = "aliases.csv: " + message
    #expect(
      try told("report", ["--aliases", file, "--out", folder.file("out")], code: 1) == own)
    #expect(try told("aliases", ["--set", file], code: 1) == own)
  }
}
