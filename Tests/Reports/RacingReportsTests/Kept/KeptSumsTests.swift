import ColumnStore
import Columns
import Foundation
import Racing
import TestSupport
import Testing

@testable import Cards
@testable import EntityReports
@testable import Questions
@testable import RunnerKeys

/// Reports that start from the sums of an earlier one equal those without.
struct KeptSumsTests {
  /// Questions whose sums can be kept.
  private static func questions() throws -> [ReportRequest] {
    [
      try KeptStore.request(),
      try KeptStore.request(["horse", "course+going+jockey"], ["all", "30d"]),
      try KeptStore.request(["jockey"], ["30d", "400d"]),
      try KeptStore.request(["jockey", "odds_band"]) { $0.filter = try Filter("sp < 8") },
      try KeptStore.request(["trainer+month", "month", "weekday"]) { $0.placeTerms = .hk },
      try KeptStore.request(["owner", "class"]) {
        $0.commission = Commission(rateMicros: 20_000)!
        $0.minRuns = 3
        $0.top = 5
      },
      try KeptStore.request(["distance_band", "field_size_band+country"]) {
        $0.filter = try Filter("draw in (1, 2, 3) and course = C1 or going like 'S%'")
      },
      try KeptStore.request(["jockey", "trainer"]) {
        $0.aliases = try NameAliases([(role: "jockey", spelling: "ann", name: "Ann")])
      },
    ]
  }

  @Test(arguments: LongForm.cases([2, 1, 3], short: 1))
  func `kept sums give the same bytes, day after day`(threads: Int) throws {
    let days = ["2027-02-10", "2027-02-25", "2027-03-20", "2027-05-01", "9999"]
    let store = try KeptStore(before: days[0])
    for (place, day) in days.enumerated() {
      if place > 0 { try store.add(store.rows(from: days[place - 1], before: day)) }
      for (index, question) in try Self.questions().enumerated() {
        var request = question
        request.threads = threads
        let visited = try store.expectSame(request, "question \(index) before \(day)")
        if place > 0 { #expect(visited < store.rows.count * 2 / 3, "question \(index)") }
      }
    }
    #expect(try store.sumFiles().count == Self.questions().count)
  }

  @Test(arguments: ["jockey", "jockey+course"])
  func `the starts behind a report are the same after kept sums`(by: String) throws {
    let store = try KeptStore()
    let snapshot = try Snapshot(store: store.path)
    let request = try KeptStore.request([by], ["90d", "all"])
    var keeping = request
    keeping.keepsSums = true
    _ = try ReportJob(keeping, from: snapshot).run()
    let job = try ReportJob(keeping, from: snapshot)
    #expect(job.runnerCount < store.rows.count * 2 / 3)
    let histories = try [job.run(), ReportJob(request, from: snapshot).run()].map {
      try HistoryJob([$0.answers[0]], startLimit: 200, from: snapshot).run()[0]
    }
    #expect("\(histories[0])" == "\(histories[1])")
    #expect(histories[0].entities.contains { !$0.starts.isEmpty })
  }

  @Test func `nothing is kept unless it is asked for`() throws {
    let store = try KeptStore()
    _ = try ReportJob(try KeptStore.request(), from: Snapshot(store: store.path)).run()
    #expect(store.sumFiles().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: store.sums))
  }

  @Test(.longForm) func `questions that ask about the past read all months and keep nothing`()
    throws
  {
    let store = try KeptStore()
    let questions = [
      try KeptStore.request(["draw"]), try KeptStore.request(["jockey+number"]),
      try KeptStore.request(["days_since_last_run_band"]),
      try KeptStore.request(["jockey"]) { $0.filter = try Filter("days_since_last_run > 20") },
      try KeptStore.request(["jockey"]) {
        $0.filter = try Filter("days_since_last_run_band = first")
      },
      try KeptStore.request(["jockey"]) {
        $0.aliases = try NameAliases([(role: "jockey", spelling: "Ann", name: "Nobody yet")])
      },
      try KeptStore.request(["jockey"]) { $0.filter = try Filter("career_wins > 0") },
      try KeptStore.request(["last_jockey"]), try KeptStore.request(["distance_m"]),
      try KeptStore.request(["band(sp,2,4)+jockey"]),
      try KeptStore.request(["horse+jockey+trainer"]) { $0.sumBudget = 1 },
    ]
    for question in questions { try store.expectSame(question) }
    #expect(store.sumFiles().isEmpty)
  }

  @Test(.longForm) func `other threads begin with the same sums`() throws {
    let store = try KeptStore(before: "2027-03-01")
    for threads in [3, 1, 2, 5] {
      var request = try KeptStore.request(["jockey+trainer", "jockey+trainer+course"])
      request.threads = threads
      let visited = try store.expectSame(request, "\(threads) threads")
      #expect((visited < store.rows.count * 2 / 3) == (threads != 3))
    }
    try store.add(store.rows(from: "2027-03-01"))
    for threads in [1, 4] {
      var request = try KeptStore.request(["jockey+trainer", "jockey+trainer+course"])
      request.threads = threads
      #expect(try store.expectSame(request) < store.rows.count * 2 / 3)
    }
  }

  @Test(.longForm) func `sums move on with time, and not every day`() throws {
    let store = try KeptStore()
    var changes = 0
    var last: [Data?] = []
    for month in 0..<24 {
      let request = try KeptStore.request {
        $0.asOf = Day(iso: "2025-09-01")! + 30 * month
      }
      try store.expectSame(request, "month \(month)")
      let bytes = store.sumBytes()
      changes += bytes == last ? 0 : 1
      last = bytes
    }
    // At first three months can be kept; later the sums move about once in half a year.
    #expect((2...5).contains(changes))
    #expect(store.sumFiles().count == 1)
  }

  @Test(.longForm) func `a report of long ago leaves the sums of today alone`() throws {
    let store = try KeptStore()
    try store.expectSame(try KeptStore.request())
    let kept = store.sumBytes()
    for asOf in ["2024-08-01", "2025-02-01", "2026-01-15", "2026-06-01"] {
      let visited = try store.expectSame(
        try KeptStore.request { $0.asOf = Day(iso: asOf)! }, "\(asOf)")
      #expect(visited == store.rows.count)
    }
    #expect(store.sumBytes() == kept)
    // A date some weeks ago is recent.
    let recent = try store.expectSame(try KeptStore.request { $0.asOf = Day(iso: "2027-05-01")! })
    #expect(recent < store.rows.count * 2 / 3)
    #expect(store.sumBytes() == kept)
  }

  @Test func `a day after the last race by years needs no month at all`() throws {
    let store = try KeptStore()
    let request = try KeptStore.request { $0.asOf = Day(iso: "2031-01-01")! }
    try store.expectSame(request)
    #expect(try store.expectSame(request) < store.rows.count / 3)
  }

  @Test(.longForm) func `reports at the same time may all leave sums`() throws {
    let store = try KeptStore()
    let snapshot = try Snapshot(store: store.path)
    var request = try KeptStore.request()
    let expected = KeptStore.texts(try ReportJob(request, from: snapshot).run())
    request.keepsSums = true
    let keeping = request
    let found = ParallelTasks.map(count: 12, threads: 4) { _ in
      Result { KeptStore.texts(try ReportJob(keeping, from: snapshot).run()) }
    }
    for texts in found { #expect(try texts.get() == expected) }
    #expect(store.sumFiles().count == 1)
    #expect(try store.visited(keeping) < store.rows.count)
  }

  @Test func `questions of several dates keep nothing`() throws {
    let store = try KeptStore()
    var batch = ReportBatch([ReportQuestion(try Dimension("jockey"))])
    batch.scope.asOf = Day(iso: "2026-12-01")!
    batch.keepsSums = true
    _ = try ReportJob(batch, from: Snapshot(store: store.path)).run()
    #expect(store.sumFiles().isEmpty)
  }

  @Test func `sums at the exchange's price are kept too`() throws {
    let store = try KeptStore()
    let request = try KeptStore.request { $0.facts.market = .bsp }
    #expect(try store.expectSame(request) == store.rows.count)
    #expect(try store.expectSame(request) < store.rows.count)
  }

  @Test func `questions of several filters keep their sums together`() throws {
    let store = try KeptStore()
    var questions = [
      ReportQuestion(try Dimension("jockey")), ReportQuestion(try Dimension("jockey")),
    ]
    questions[1].scope.filter = try Filter("sp < 5")
    questions.append(questions[0])
    questions[2].minRuns = 4
    var batch = ReportBatch(questions)
    batch.scope.filter = try Filter("going = Good")
    let expected = try ReportJob(batch, from: Snapshot(store: store.path)).run()
    batch.keepsSums = true
    for isFirst in [true, false] {
      let job = try ReportJob(batch, from: Snapshot(store: store.path))
      #expect(try KeptStore.texts(job.run()) == KeptStore.texts(expected))
      #expect((job.runnerCount == store.rows.count) == isFirst)
    }
    #expect(store.sumFiles().count == 1)
  }
}
