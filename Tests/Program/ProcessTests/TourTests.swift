import Foundation
import TestSupport
import Testing

/// The sessions of README and `docs/tour.md`: each command prints what the page shows.
struct TourTests {
  private static func text(_ page: String) throws -> String {
    try String(contentsOfFile: RailbirdProcess.packageFolder + "/" + page, encoding: .utf8)
  }

  @Test(arguments: [("README.md", 5), ("docs/tour.md", 40)])
  func `each command of a page prints what the page shows`(page: String, least: Int) throws {
    let folder = try TemporaryFolder()
    for name in ["Datasets", "Examples"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name),
        withDestinationPath: RailbirdProcess.packageFolder + "/" + name)
    }
    // The page's port may be in use. Above 32,768 the system gives ports to others.
    let port = String(Int.random(in: 20_000..<32_000))
    let session = PageSession(
      try Self.text(page).replacingOccurrences(of: "8080", with: port))
    #expect(session.commands.count >= least)
    for finding in try session.findings(in: folder) {
      Issue.record("\(page), \(finding)")
    }
  }

  @Test func `commands continue after a backslash, and their outputs end before empty lines`() {
    let page = """
      $ no command, outside of a block

      ```console
      $ railbird report \\
          --out out
      one

      two

      $ true
      ```

      ```csv a.csv
      1,2
      ```
      """
    let session = PageSession(page)
    #expect(
      session.commands == [
        .init(line: 4, text: "railbird report \\\n    --out out", output: ["one", "", "two"]),
        .init(line: 10, text: "true"),
      ])
    #expect(session.files == ["a.csv": "1,2\n"])
  }

  @Test(arguments: [
    (["one", "two"], true), (["one", "tow"], false), (["one"], false),
    (["one", "two", "three"], false), ([], false),
  ])
  func `an output without an ellipsis matches itself alone`(printed: [String], isMatch: Bool) {
    let command = PageSession.Command(line: 1, text: "", output: ["one", "two"])
    #expect(command.matches(printed) == isMatch)
  }

  @Test(arguments: [
    (["5 rows in 0.2 s, 25 rows/s", "end"], true),
    (["5 rows in 0.2 s, 25 rows/s", "1", "2", "end"], true),
    (["5 rows in 0.2 s, 25 lines", "end"], false), (["6 rows in 1 s, 6 rows/s", "end"], false),
    (["5 rows in 0.2 s, 25 rows/s", "1", "2"], false),
  ])
  func `an ellipsis matches text of a line, alone any lines`(printed: [String], isMatch: Bool) {
    let command = PageSession.Command(
      line: 1, text: "", output: ["5 rows in … s, … rows/s", "…", "end"])
    #expect(command.matches(printed) == isMatch)
  }

  @Test func `another output and another exit code are found with the page's line`() throws {
    let page = """
      ```console
      $ echo one
      one

      $ echo two
      three

      $ NUMBER=4; false

      $ echo "Error: $NUMBER"; false
      Error: 4
      ```
      """
    let found = try PageSession(page).findings(in: TemporaryFolder())
    #expect(
      found == [
        "line 5: echo two\nfound, with exit code 0\ntwo\nexpected\nthree",
        "line 8: NUMBER=4; false\nfound, with exit code 1\n\nexpected\n",
      ])
  }
}
