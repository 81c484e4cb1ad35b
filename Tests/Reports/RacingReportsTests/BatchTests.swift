import ColumnStore
import Columns
import Racing
import ReportWriters
import StoreSupport
import Testing

@testable import EntityReports
@testable import Questions
@testable import RunnerKeys

/// Several reports in one run equal the single reports.
@Suite struct BatchTests {
  private static let wild = Result {
    try StoreFixture.snapshot(csv: WildRaces(races: 100, salt: 81).csv)
  }

  /// Questions that share a scan, and some that cannot.
  private static func questions() throws -> [ReportQuestion] {
    func question(
      _ by: String, _ windows: [String], _ filter: String? = nil,
      _ adjust: (inout ReportQuestion) throws -> Void = { _ in }
    ) throws -> ReportQuestion {
      var question = ReportQuestion(
        try Dimension(by), scope: ReportScope(windows: try Window.list(windows)))
      question.scope.filter = try filter.map { try Filter($0) }
      try adjust(&question)
      return question
    }
    return [
      try question("jockey", ["90d", "all"]),
      try question("jockey", ["all", "7d", "30d"], "sp < 8"),
      try question("jockey+draw", ["90d", "all"], "sp < 8") { $0.top = 4 },
      try question("trainer", ["90d", "all"], "going = Good") {
        $0.order = try RowOrder("sp_roi")
        $0.minRuns = 2
      },
      try question("horse", ["400d"], "sp < 8") { $0.scope.asOf = Day(iso: "2025-03-01")! },
      try question("weekday", ["all"]) { $0.scope.commission = Commission(rateMicros: 20_000)! },
      try question("weekday", ["all"]) { $0.scope.placeTerms = .hk },
      try question("owner", ["1d"], "owner = 'nobody'"),
    ]
  }

  private func texts(_ answer: ReportAnswer) -> [String] {
    [
      CSVReportWriter.text(answer.report), JSONReportWriter.text(answer.report),
      SummaryWriter.text(answer.summary, sources: [], version: "1"),
    ]
  }

  @Test(arguments: [(1, 512 << 20), (2, 512 << 20), (3, 512 << 20), (2, 1)])
  func `questions asked together answer as each does alone`(threads: Int, budget: Int) throws {
    let snapshot = try Self.wild.get()
    let questions = try Self.questions()
    var batch = ReportBatch(questions)
    batch.threads = threads
    batch.sumBudget = budget
    let together = try ReportJob(batch, from: snapshot).run()
    #expect(together.answers.count == questions.count)
    for (question, answer) in zip(questions, together.answers) {
      let alone = try ReportJob(ReportBatch([question]), from: snapshot).run().answers[0]
      #expect(texts(answer) == texts(alone))
      var request = ReportRequest(
        dimensions: [question.dimension], windows: question.scope.windows)
      request.filter = question.scope.filter
      request.asOf = question.scope.asOf
      request.commission = question.scope.commission
      request.placeTerms = question.scope.placeTerms
      request.minRuns = question.minRuns
      request.order = question.order
      request.top = question.top
      let simple = try ReportJob(request, from: snapshot).run()
      #expect(texts(answer)[0] == CSVReportWriter.text(simple.reports[0]))
      #expect(texts(answer)[2] == SummaryWriter.text(simple.summary, sources: [], version: "1"))
    }
  }

  @Test func `questions of one date and one settlement share a scan`() throws {
    let snapshot = try Self.wild.get()
    let all = try Self.questions()
    let once = try ReportJob(ReportBatch(Array(all[..<4])), from: snapshot).runnerCount
    #expect(once == snapshot.rowCount(of: RacingTables.runners))
    #expect(try ReportJob(ReportBatch(all), from: snapshot).runnerCount == 4 * once)
  }

  @Test func `the run's summary counts by the run's own scope`() throws {
    let snapshot = try Self.wild.get()
    var batch = ReportBatch([try Self.questions()[1]])
    batch.scope.filter = try Filter("jockey = 'Ann'")
    let result = try ReportJob(batch, from: snapshot).run()
    var request = ReportRequest(dimensions: [try Dimension("jockey")])
    request.filter = batch.scope.filter
    let alone = try ReportJob(request, from: snapshot).run().summary
    #expect(result.summary.starters == alone.starters && alone.starters > 0)
    #expect(result.answers[0].summary.starters > alone.starters)
  }

  @Test func `no question at all still has a summary`() throws {
    let result = try ReportJob(ReportBatch([]), from: Self.wild.get()).run()
    #expect(result.answers.isEmpty && result.summary.races > 0)
  }
}
