import Foundation
import TestSupport
import Testing

/// Every type, file and command that a page names in code exists.
struct PageReferenceTests {
  /// Names from outside the repository, and why a page has them.
  private static let exceptions: Set = [
    // Swift, Foundation and ArgumentParser.
    "Decoder", "DecodingError", "Double", "Equatable", "Int64", "KeyedDecodingContainer",
    "ParsableCommand",
    "Sendable", "URLError",
    // R, NumPy and pandas.
    "POSIXct", "NaN", "NaT",
    // A column of an example, and a folder that `make report` makes.
    "RaceKey", "out/",
  ]

  @Test func `every type, file and command of every page exists`() throws {
    let root = RailbirdProcess.packageFolder
    let facts = try PageFacts(repository: root)
    #expect(facts.pages.count > 40)
    for page in facts.pages {
      let text = try String(contentsOfFile: root + "/" + page, encoding: .utf8)
      let found = PageReferences(page: page, facts: facts, exceptions: Self.exceptions)
        .findings(text)
      #expect(found.isEmpty, "\(page): found no \(found.joined(separator: "; no "))")
    }
  }

  @Test func `the command line's page lists each command once, and no other`() throws {
    let program = try PageFacts.help(of: RailbirdProcess.executable)
    let commands = (program.subcommands ?? []).map(\.commandName).filter { $0 != "help" }
    let page = try String(
      contentsOfFile: RailbirdProcess.packageFolder + "/Sources/Program/RailbirdCommands/README.md",
      encoding: .utf8)
    #expect(page.matches(of: /`([a-z]+)`/).map { String($0.1) }.sorted() == commands.sorted())
  }

  /// A repository of three files, and one program.
  private static func facts() throws -> PageFacts {
    var facts = PageFacts()
    facts.files = ["docs", "docs/scan.md", "Sources", "Sources/Scan.swift", "README.md"]
    facts.add("struct Scan { func run() {} }", of: "Sources/Scan.swift")
    facts.add("check: lint\n\tls --all $RAILBIRD_DATA\n", of: "Makefile")
    let help = """
      {"commandName": "railbird", "subcommands": [
        {"commandName": "report", "arguments": [{"names": [{"kind": "long", "name": "out"}]}]}]}
      """
    facts.programs["railbird"] = try JSONDecoder().decode(
      PageFacts.Command.self, from: Data(help.utf8))
    return facts
  }

  @Test func `a page of names that exist has no findings`() throws {
    let page = """
      `Scan`, `Scan.run()` and `Scan`s in `Sources/Scan.swift`, `Scan.swift`, `docs/`: [page](scan.md#one),
      `railbird report --out F`, `--out`, `--all`, `make check`, `RAILBIRD_DATA=/data`, `a,b`, `Flat`.

          $ railbird report --out out | head -n 1   # not `railbird repot`
      """
    let references = PageReferences(page: "docs/scan.md", facts: try Self.facts(), exceptions: [])
    #expect(references.findings(page) == [])
  }

  @Test(arguments: [
    ("`Scanner.run()`", "type Scanner"), ("`Scan.stop`", "member stop"),
    ("`Sources/Scanner.swift`", "file Sources/Scanner.swift"), ("`Scans/`", "file Scans/"),
    ("`docs/NAME.txt`", "file docs/NAME.txt"), ("[page](other.md)", "link other.md"),
    ("`railbird repot`", "command repot"),
    ("```sh\ncd x && .build/debug/railbird report \\\n  --in F\n```", "option of report: --in"),
    ("`--in F`", "option --in"), ("`make chekc`", "make target chekc"),
    ("`RAILBIRD_DATE`", "variable RAILBIRD_DATE"),
  ])
  func `a name that nothing has is found`(page: String, finding: String) throws {
    let references = PageReferences(
      page: "Sources/README.md", facts: try Self.facts(), exceptions: ["Outside"])
    #expect(references.findings(page + " and `Outside`") == [finding])
  }
}
