import ColumnStore
import Columns
import EntityReports
import Questions
import Racing
import ReportSpecs
import ReportWriters
import RunnerKeys
import StoreSupport
import TestSupport
import Testing

@Suite struct ReportSpecTests {
  private static let text = """
    # What the stable asks every Monday.
    as_of: 2024-12-01
    windows: [90d, all]
    min_runs: 3
    commission: 0.02
    where: country <> 'FR'
    format: csv
    reports:
      - by: jockey
      - by: [jockey, draw]
        name: short prices
        where: sp < 10
        windows: 365d
        order_by: sp_roi
        top: 5
      - by: weekday+month
        where: null
        min_runs: ~
        place_terms: hk
        commission: null
        as_of: null
    """

  @Test func `a report takes the file's defaults, or what it says itself`() throws {
    let spec = try ReportSpec(yaml: Self.text, file: "q.yaml")
    #expect(spec.names == ["jockey", "short prices", "weekday-month"])
    #expect(spec.formats == [.csv])
    #expect(spec.batch.scope.filter?.text == "country <> 'FR'")
    let questions = spec.batch.questions
    #expect(
      questions.map(\.dimension.keys) == [["jockey"], ["jockey", "draw"], ["weekday", "month"]])
    #expect(questions.map(\.minRuns) == [3, 3, 0])
    #expect(questions.map(\.scope.asOf) == [Day(iso: "2024-12-01"), Day(iso: "2024-12-01"), nil])
    #expect(
      questions.map { $0.scope.windows.map(\.name) } == [
        ["90d", "all"], ["365d"], ["90d", "all"],
      ])
    #expect(questions.map(\.scope.commission.rateMicros) == [20_000, 20_000, 50_000])
    #expect(questions.map(\.scope.placeTerms) == [nil, nil, .hk])
    #expect(questions.map { $0.scope.filter?.text } == ["country <> 'FR'", "sp < 10", nil])
    #expect(questions[1].order == (try RowOrder("sp_roi:desc")) && questions[1].top == 5)
  }

  @Test func `bands, conditions on rows, totals and choices of facts are read`() throws {
    let spec = try ReportSpec(
      yaml: """
        having: runs >= 3
        totals: true
        break_days: 90
        class_order: [G1, G2]
        reports:
          - by: band(sp, 2, 4)
          - by: [course, "band(distance_m, 1200)"]
            having: null
            totals: false
            order_by: course, ae:asc
            top: 2
            per: course
        """, file: "q.yaml")
    let questions = spec.batch.questions
    #expect(spec.names == ["sp_band", "course-distance_m_band"])
    #expect(questions.map { $0.having?.text } == ["runs >= 3", nil])
    #expect(questions.map(\.hasTotals) == [true, false])
    #expect(questions[1].order?.description == "course:asc,ae:asc")
    #expect(questions[1].topKey == "course")
    #expect(spec.batch.facts.breakDays == 90 && spec.batch.facts.classOrder == ["G1", "G2"])
  }

  @Test(arguments: [
    ("having: rins > 3", "q.yaml:3: having: found the field rins; expected a column of the report"),
    ("having: z > 3", "q.yaml:3: having: found the column z; expected "),
    ("per: jockey", "q.yaml:3: per: found the key jockey; expected a report of several keys"),
    ("totals: some", "q.yaml:3: totals: found some; expected true or false"),
    ("break_days: 9", "q.yaml:3: found the key break_days; expected one of by, name, "),
  ])
  func `a mistake about rows is named where it stands`(line: String, message: String) {
    let error = #expect(throws: SpecError.self) {
      try ReportSpec(yaml: "reports:\n  - by: jockey\n    \(line)", file: "q.yaml")
    }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test func `without defaults a report is that of the command without options`() throws {
    let spec = try ReportSpec(yaml: "reports:\n  - by: jockey", file: "q.yaml")
    #expect(spec.formats == [.csv, .json])
    let question = spec.batch.questions[0]
    #expect(question.scope.windows == Window.standard && question.minRuns == 0)
    #expect(question.scope.commission == .standard && question.scope.filter == nil)
  }

  @Test func `lists may be written in either way`() throws {
    let spec = try ReportSpec(
      yaml: "windows: 14d, all\nformat: [json, csv]\nreports:\n  - by: jockey + draw",
      file: "q.yaml")
    #expect(spec.batch.scope.windows.map(\.name) == ["14d", "all"])
    #expect(spec.formats == [.csv, .json])
    #expect(spec.names == ["jockey-draw"])
  }

  @Test func `a spec's reports are those of its questions asked one by one`() throws {
    let snapshot = try StoreFixture.season(runners: 1_500, seed: 3)
    var spec = try ReportSpec(yaml: Self.text, file: "q.yaml")
    spec.batch.threads = 3
    let together = try ReportJob(spec.batch, from: snapshot).run()
    for (question, answer) in zip(spec.batch.questions, together.answers) {
      var request = ReportRequest(
        dimensions: [question.dimension], windows: question.scope.windows)
      request.filter = question.scope.filter
      request.asOf = question.scope.asOf
      request.commission = question.scope.commission
      request.placeTerms = question.scope.placeTerms
      request.minRuns = question.minRuns
      request.order = question.order
      request.top = question.top
      let alone = try ReportJob(request, from: snapshot).run()
      #expect(CSVReportWriter.text(answer.report) == CSVReportWriter.text(alone.reports[0]))
      #expect(answer.summary.starters == alone.summary.starters)
      #expect(!answer.report.rows.isEmpty)
    }
  }
}
