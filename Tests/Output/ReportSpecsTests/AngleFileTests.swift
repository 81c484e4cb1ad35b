import Foundation
import Questions
import Racing
import RunnerKeys
import TestSupport
import Testing

@testable import ReportSpecs

struct AngleFileTests {
  @Test func `an angle takes the file's defaults, or what it says itself`() throws {
    let file = try AngleFile(
      yaml: """
        # Every morning.
        commission: 0.02
        break_days: 90
        class_order: [G1, G2]
        angles:
          - name: Second-up
            where: runs_since_break = 1
          - name: Class droppers, each way
            where: class_change < 0
            commission: null
            place_terms: hk
            bets: sp, ew
            baseline: shin
        """, file: "a.yaml")
    #expect(file.angles.map(\.name) == ["Second-up", "Class droppers, each way"])
    #expect(file.angles.map(\.filter.text) == ["runs_since_break = 1", "class_change < 0"])
    #expect(file.angles.map(\.commission.rateMicros) == [20_000, 50_000])
    #expect(file.angles.map(\.placeTerms) == [nil, .hk])
    #expect(file.angles.map(\.figures.bets) == [BetGroup.standard, [.sp, .eachWay]])
    #expect(file.angles.map(\.figures.baseline.name) == ["multiplicative", "shin"])
    #expect(file.angles.allSatisfy { $0.facts.breakDays == 90 && $0.facts.classOrder.count == 2 })
    // Registered texts and their hashes stay, whatever keys come.
    #expect(
      file.angles[0].text == """
        break_days: 90
        class_order: ["G1", "G2"]
        angles:
          - name: "Second-up"
            where: "runs_since_break = 1"
            commission: 0.02
            place_terms: null
            bets: [sp, tote, bsp]
            baseline: multiplicative

        """)
  }

  @Test func `classes have an order per source, and one of all other sources`() throws {
    let file = try AngleFile(
      yaml: """
        class_order:
          hkjc: [第一班, 第二班]
          "*": G1, G2
          gb: []
        angles: [{name: a, where: class_change < 0}]
        """, file: "a.yaml")
    let facts = file.angles[0].facts
    #expect(facts.classOrder == ["G1", "G2"])
    #expect(facts.classOrders == ["hkjc": ["第一班", "第二班"], "gb": []])
    #expect(
      file.angles[0].text.contains(
        #"class_order: {"*": ["G1", "G2"], "gb": [], "hkjc": ["第一班", "第二班"]}"# + "\n"))
    let error = #expect(throws: SpecError.self) {
      try AngleFile(yaml: "class_order: {hkjc: {a: b}}\nangles: []", file: "a.yaml")
    }
    #expect(
      error?.description
        == "a.yaml:1: class_order: found named members; expected classes, the highest first")
  }

  @Test(arguments: [
    ("angels: []", "a.yaml:1: found the key angels; expected one of commission, "),
    ("angles: []", "a.yaml:1: angles: found an empty list; expected a list with at least one"),
    ("angles: x", "a.yaml:1: angles: found no list; expected a list with at least one angle"),
    ("angles:\n  - name: a", "a.yaml:2: found no where; expected one"),
    ("angles:\n  - where: sp < 3", "a.yaml:2: found no name; expected one"),
    ("angles:\n  - {name: a, where: null}", "a.yaml:2: where: found no condition; expected one"),
    (
      "angles:\n  - {name: a, where: spp < 3}",
      "a.yaml:2: where: found the field spp; expected a field of runners or races"
    ),
    (
      "angles:\n  - {name: a, where: sp < 3, windows: all}",
      "a.yaml:2: found the key windows; expected one of name, where, commission, place_terms, "
    ),
    (
      "angles:\n  - {name: a, where: sp < 3}\n  - {name: A, where: sp < 4}",
      "a.yaml:3: found a second angle named A; expected a name of its own"
    ),
    ("angles:\n  - {name: 'a;b', where: sp < 3}", "a.yaml:2: name: found a;b; expected a name of"),
    ("angles:\n  - {name: ' a', where: sp < 3}", "a.yaml:2: name: found  a; expected a name of"),
    ("angles:\n  - {name: '', where: sp < 3}", "a.yaml:2: name: found nothing; expected a name of"),
    (
      "angles:\n  - {name: \"a\\nb\", where: sp < 3}",
      "a.yaml:2: name: found a\nb; expected a name of"
    ),
    ("angles:\n  - {name: a, where: sp < 3, bets: sq}", "a.yaml:2: bets: found sq; expected "),
    ("- a", "a.yaml:1: found a list; expected keys such as angles"),
  ])
  func `a mistake is named where it stands`(yaml: String, message: String) {
    let error = #expect(throws: SpecError.self) { try AngleFile(yaml: yaml, file: "a.yaml") }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test func `a file may be too large, missing, or no text`() throws {
    let folder = try TemporaryFolder()
    let large = try folder.write(
      String(repeating: "#", count: ReportSpec.byteLimit + 1), to: "large.yaml")
    let pipe = folder.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    for (path, reason) in [
      (large, "1048577 bytes, at most 1048576"), (folder.file("none"), "No such file or directory"),
      (folder.path, "it is no file"), (pipe, "it is no regular file"),
    ] {
      let error = #expect(throws: SpecError.self) { try AngleFile(contentsOf: path) }
      #expect(error == .unreadable(file: path, reason: reason))
    }
  }

  /// Names and conditions that YAML, JSON, HTML or a terminal would take for something else.
  static let hostile = [
    "null", "- a", "\"q\" 'q' \\n", "{a: 1}", "# no comment", "=1+1", "<script>alert(1)</script>",
    "\u{202E}reversed", "e\u{301} \u{1F40E}", "沙田 第一班", "a: b, c",
    String(repeating: "ñ", count: 100),
    "\u{E000}", "%TAG", "&a *a !a", "x\u{200B}y",
  ]

  @Test func `the text of an angle reads back as the same angle and text`() throws {
    var scope = ReportScope()
    scope.commission = Commission(rateMicros: 1)!
    scope.placeTerms = .hk
    scope.figures = FigureChoice(bets: [.sp, .placeBSP])
    scope.figures.baseline = MarketBaseline(name: "power")!
    var facts = FactRules.standard
    facts.breakDays = 7
    facts.classOrder = Self.hostile
    for (index, name) in Self.hostile.enumerated() {
      facts.classOrders = index % 2 == 0 ? [:] : [name: Self.hostile, "gb": []]
      let filter = try Filter("horse = \"\(name.replacing("\"", with: "\"\""))\"\n or sp < 3")
      let angle = Angle(name: name, filter: filter, scope: scope, facts: facts)
      let read = try AngleFile(yaml: angle.text, file: "text").angles
      #expect(read.map(\.text) == [angle.text], "\(name)")
      #expect(read[0].name == name && read[0].filter == filter && read[0].facts == facts)
      #expect(read[0].commission == scope.commission && read[0].placeTerms == .hk)
      #expect(read[0].figures == scope.figures)
    }
  }
}
