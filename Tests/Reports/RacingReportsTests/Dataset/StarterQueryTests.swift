import ColumnStore
import Columns
import Foundation
import Racing
import TestSupport
import Testing

@testable import Questions
@testable import ReportSQL
@testable import RunnerKeys

/// The text of queries; RECORD_GOLDEN=1 records it again.
@Suite struct StarterQueryTests {
  @Test(arguments: ["jockey", "trainer-course", "none"])
  func `queries are those of the golden files`(name: String) throws {
    var scope = ReportScope()
    var aliases = NameAliases()
    switch name {
    case "trainer-course":
      scope = ReportScope(windows: try Window.list(["30d", "90d"]))
      scope.filter = try Filter("sp between 2 and 8.5 and not (going like 'Good%' or draw is null)")
      scope.placeTerms = .usPlace
      scope.commission = Commission(rateMicros: 0)!
      aliases = try NameAliases([("trainer", "A. O'Brien", "Aidan O'Brien")])
    case "none": scope.figures = .everything
    default: break
    }
    let query = StarterQuery(
      ResolvedScope(scope, asOf: Day(iso: "2025-03-01")!, aliases: aliases),
      by: try Dimension(name.split(separator: "-").map(String.init)))
    try expectGolden(query.sums, name + ".sql")
    try expectGolden(query.population, name + "-population.sql")
  }

  @Test func `a text says the same in SQL, whatever is in it`() {
    #expect(SQLText.text("O'Brien") == #"'O\'Brien'"#)
    #expect(SQLText.text(#"a\b"#) == #"'a\\b'"#)
    // Spark would put a setting's value in its place.
    #expect(SQLText.text("${env:HOME}") == #"'\u0024{env:HOME}'"#)
    #expect(SQLText.text("潘頓'\u{301}") == "'潘頓\\'\u{301}'")
    #expect(SQLText.pattern(#"50\%"#) == #"'50\\\\%'"#)
    #expect(SQLText.name("a`b") == "`a``b`")
  }

  @Test func `a number that no column can hold is still compared`() throws {
    func sql(_ text: String) throws -> String { try Filter(text).expression.inSQL { $0 } }
    #expect(try sql("sp < 99999999999999999999") == "(sp = sp)")
    #expect(try sql("sp > 99999999999999999999") == "(sp <> sp)")
    #expect(try sql("draw = 2.5") == "(draw <> draw)")
    #expect(try sql("draw != 2.5") == "(draw = draw)")
    #expect(try sql("sp >= 2.0000001") == "(sp >= 2000001)")
    #expect(try sql("draw in (3, 1.5, 3)") == "(draw IN (3))")
    #expect(try sql("handicap") == "(handicap)")
    #expect(try sql("handicap != true") == "(NOT handicap)")
  }

  @Test func `each operation is a column of a nested query`() throws {
    let expression = try Filter("(sp - bsp) * draw > 1 or jockey = last_jockey").expression
    let steps = NumberSteps(expression.numbers)
    #expect(
      expression.inSQL(steps) { $0 } == "((s.number_1 >= 1000001) OR (jockey = last_jockey))")
    let source = steps.source("v")
    #expect(source.hasPrefix("(SELECT s.*, CASE WHEN ABS(CAST(s.number_0 AS DECIMAL(19, 0)) * "))
    #expect(
      source.hasSuffix(
        " AS number_1 FROM (SELECT s.*, TRY_CAST(CAST(CAST(s.`sp` AS BIGINT) AS DECIMAL(19, 0)) - "
          + "CAST(CAST(s.`bsp` AS BIGINT) AS DECIMAL(19, 0)) AS BIGINT) AS number_0 FROM v AS s) "
          + "AS s) AS s"))
    #expect(NumberSteps([]).source("v") == "v AS s")
  }

  private func expectGolden(_ text: String, _ name: String) throws {
    let path = RailbirdProcess.packageFolder + "/Tests/Reports/RacingReportsTests/Golden/" + name
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: path))
      Issue.record(
        "recorded Golden/\(name); look at the difference, then run without RECORD_GOLDEN")
      return
    }
    let golden = try #require(
      FileManager.default.contents(atPath: path),
      "found no Golden/\(name); RECORD_GOLDEN=1 records it")
    #expect(String(decoding: golden, as: UTF8.self) == text + "\n")
  }
}
