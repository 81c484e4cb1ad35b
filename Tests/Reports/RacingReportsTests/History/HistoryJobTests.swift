import Cards
import ColumnStore
import EntityReports
import Questions
import Racing
import RunnerKeys
import StoreSupport
import TestSupport
import Testing

struct HistoryJobTests {
  @Test(arguments: [
    ("jockey", nil), ("trainer", "sp < 12"), ("trainer+course", nil),
    ("jockey", "runs_since_break = 0"), ("runs_since_break+course", nil),
  ])
  func `the starts of a row add up to its figures`(by: String, filter: String?) throws {
    let snapshot = try StoreFixture.season(runners: 4000, seed: 21)
    let answer = try Self.answer(snapshot, by: by, filter)
    let history = try HistoryJob([answer], startLimit: 100_000, from: snapshot).run()[0]
    let threaded = try HistoryJob(
      [answer], startLimit: 100_000, from: snapshot, threads: 4
    ).run()[0]
    #expect("\(threaded)" == "\(history)")
    let rows = answer.report.rows.filter { $0.window == .all }
    #expect(history.entities.count == rows.count && history.entityCount == rows.count)
    for (entity, row) in zip(history.entities, rows) {
      #expect(entity.keys == row.keys && entity.startCount == Int(row.figures.runs))
      #expect(entity.starts.count == entity.startCount)
      #expect(entity.starts.count { $0.position == 1 } == Int(row.figures.wins))
      for (place, basis) in PriceBasis.allCases.enumerated() {
        let returned = entity.starts.compactMap { $0.returned[place] }
        #expect(returned.count == Int(row.figures.bets(at: basis).bets))
        let bets = row.figures.bets(at: basis)
        #expect(returned.reduce(0, +) == bets.profit + bets.turnover)
      }
      #expect(
        entity.starts.filter { $0.sp != nil }.map(\.probability).reduce(0, +)
          == row.figures.expectedWins)
      #expect(zip(entity.starts, entity.starts.dropFirst()).allSatisfy { $0.day <= $1.day })
    }
  }

  @Test(arguments: [nil, "going = 'Good' or sp > 20"])
  func `the months add up to the summary`(filter: String?) throws {
    let snapshot = try StoreFixture.season(runners: 4000, seed: 22)
    let answer = try Self.answer(snapshot, by: "jockey", filter)
    let months = try HistoryJob([answer], startLimit: 0, from: snapshot).run()[0].months
    // Threads share out months, and may meet within one.
    let split = try Self.answer(snapshot, by: "jockey", filter, threads: 3)
    let splitMonths = try HistoryJob([split], startLimit: 0, from: snapshot).run()[0].months
    #expect("\(splitMonths)" == "\(months)")
    let summary = answer.summary
    #expect(months.count > 3 && months.map(\.month) == months.map(\.month).sorted())
    #expect(months.map(\.races).reduce(0, +) == summary.races)
    #expect(months.map(\.starters).reduce(0, +) == summary.starters)
    #expect(months.map(\.nonRunners).reduce(0, +) == summary.nonRunners)
    #expect(months.map(\.unresolved).reduce(0, +) == summary.unresolved)
    for place in PriceBasis.allCases.indices {
      #expect(months.map { $0.prices[place].with }.reduce(0, +) == summary.prices[place].with)
      #expect(
        months.map { $0.prices[place].without }.reduce(0, +) == summary.prices[place].without)
    }
  }

  @Test func `entities are taken while their starts fit`() throws {
    let snapshot = try StoreFixture.season(runners: 4000, seed: 23)
    let answer = try Self.answer(snapshot, by: "jockey", nil)
    let runs = answer.report.rows.filter { $0.window == .all }.map { Int($0.figures.runs) }
    let limit = runs[0] + runs[1] + runs[2] - 1
    let history = try HistoryJob([answer], startLimit: limit, from: snapshot).run()[0]
    #expect(history.entities.map(\.startCount) == Array(runs.prefix(2)))
  }

  @Test func `a row of all runners has no starts of its own`() throws {
    let snapshot = try StoreFixture.season(runners: 4000, seed: 26)
    let histories = try [true, false].map { hasTotals in
      let answer = try Self.answer(snapshot, by: "going", nil, hasTotals: hasTotals)
      #expect(answer.report.rows.contains { $0.keys == ["all"] } == hasTotals)
      return try HistoryJob([answer], startLimit: 20_000, from: snapshot).run()[0]
    }
    #expect("\(histories[0])" == "\(histories[1])")
    #expect(histories[0].entities.count > 1)
  }

  @Test(arguments: LongForm.cases([4, 1], short: 1))
  func `of many starts the newest are listed and all count`(threads: Int) throws {
    let snapshot = try StoreFixture.season(runners: 8000, seed: 24)
    func entities(by: String) throws -> [EntityHistory] {
      let answer = try Self.answer(snapshot, by: by, nil)
      return try HistoryJob([answer], startLimit: 100_000, from: snapshot, threads: threads)
        .run()[0].entities
    }
    // A race is run at one course, so each course has whole markets and few enough starts to list.
    let parts = try entities(by: "is_favourite+course")
    #expect(parts.allSatisfy { $0.starts.count == $0.startCount })
    let wholes = try entities(by: "is_favourite")
    #expect(wholes.contains { $0.startCount > 2 * HistoryJob.entityLimit })
    for whole in wholes {
      let own = parts.filter { $0.keys[0] == whole.keys[0] }.map(\.starts)
      let all = Dictionary(grouping: own.joined(), by: \.race).sorted { $0.key < $1.key }
        .flatMap(\.value)
      #expect(whole.startCount == all.count)
      #expect("\(whole.starts)" == "\(all.suffix(HistoryJob.entityLimit).map { $0 })")
    }
  }

  @Test(arguments: [1, 4])
  func `reports of one run have the histories that each has alone`(threads: Int) throws {
    let snapshot = try StoreFixture.season(runners: 4000, seed: 25)
    let asked: [(by: String, filter: String?)] = [
      ("jockey", nil), ("trainer", nil), ("trainer", "sp < 12"), ("is_favourite", nil),
      ("jockey+course", "sp < 12"),
    ]
    let batch = try ReportBatch(
      asked.map { by, filter in
        var scope = ReportScope(windows: [try Window("90d"), .all])
        scope.filter = try filter.map { try Filter($0) }
        return ReportQuestion(try Dimension(by), scope: scope)
      })
    let answers = try ReportJob(batch, from: snapshot).run().answers
    let together = try HistoryJob(
      answers, startLimit: 2500, from: snapshot, threads: threads
    ).run()
    #expect(together.count == 5)
    for (answer, history) in zip(answers, together) {
      let alone = try HistoryJob([answer], startLimit: 2500, from: snapshot).run()
      #expect("\(alone)" == "\([history])")
      #expect(history.entities.contains { !$0.starts.isEmpty })
    }
  }

  // MARK: - Implementation

  private static func answer(
    _ snapshot: Snapshot, by: String, _ filter: String?, threads: Int = 1, hasTotals: Bool = false
  ) throws -> ReportAnswer {
    var request = ReportRequest(
      dimensions: [try Dimension(by)], windows: [try Window("90d"), .all])
    request.filter = try filter.map { try Filter($0) }
    request.threads = threads
    request.hasTotals = hasTotals
    // Other than usual, so that the starts differ if they are taken by the usual choice.
    request.facts.breakDays = 20
    return try ReportJob(request, from: snapshot).run().answers[0]
  }
}
