import ColumnStore
import Columns
import Racing
import StoreSupport
import Testing

@testable import Cards
@testable import EntityReports
@testable import Questions
@testable import RunnerKeys

/// The two sides of a registration against reports of the same races.
struct AngleTrialTests {
  private static func registered(_ condition: String, _ day: Day) throws -> RegisteredAngle {
    RegisteredAngle(
      angle: Angle(name: condition, filter: try Filter(condition)), text: "", version: 1, day: day,
      sha256: "")
  }

  private static func cells(
    _ condition: String, asOf: Day?, _ columns: [String], _ snapshot: Snapshot
  ) throws -> [ReportCell] {
    var request = ReportRequest(dimensions: [try Dimension("none")], windows: [.all])
    request.filter = try Filter(condition)
    request.asOf = asOf
    request.figures.luck = .bh
    let row = try #require(ReportJob(request, from: snapshot).run().reports[0].rows.first)
    return columns.map { row[$0]! }
  }

  @Test func `each side is the report of its days`() throws {
    let snapshot = try StoreFixture.season(runners: 2_500, seed: 21)
    let end = try #require(try snapshot.raceDays()).upperBound + 1
    let conditions = ["sp < 8", "career_runs > 2 and draw < 5", "sp < 8"]
    let days = [end - 60, end - 60, end - 200]
    let trials = try AngleTrialJob(
      zip(conditions, days).map { try Self.registered($0, $1) }, from: snapshot
    ).run()
    let columns = AngleRecord.columns(BetGroup.standard).names.filter {
      !["window", "from", "to", "q"].contains($0)
    }
    for (trial, (condition, day)) in zip(trials, zip(conditions, days)) {
      #expect(
        try trial.before.cells(columns) == Self.cells(condition, asOf: day, columns, snapshot))
      let later = "(\(condition)) and date >= \(day.iso)"
      #expect(try trial.after.cells(columns) == Self.cells(later, asOf: nil, columns, snapshot))
      #expect(
        trial.after.cells(["from", "to"]) == [.text(day.iso), .text((end - 1).iso)])
      #expect(trial.before.cells(["to"]) == [.text((day - 1).iso)])
    }
  }

  @Test func `a side without races has no record`() throws {
    let snapshot = try StoreFixture.season(runners: 300, seed: 22)
    let days = try #require(try snapshot.raceDays())
    let trials = try AngleTrialJob(
      [
        try Self.registered("number > 0", days.lowerBound),
        try Self.registered("number > 0", days.upperBound + 1),
      ], from: snapshot
    ).run()
    #expect(trials[0].before.row == nil && trials[0].after.row != nil)
    #expect(trials[1].before.row != nil && trials[1].after.row == nil)
    #expect(trials[0].after.cells(["runs"]) == trials[1].before.cells(["runs"]))
  }
}
