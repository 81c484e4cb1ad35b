import ColumnStore
import Columns
import Foundation
import Racing
import ReportWriters
import StoreSupport
import TabularFiles
import TestSupport
import Testing

@testable import EntityReports
@testable import Questions
@testable import ReportSQL
@testable import RunnerKeys

/// Reports by SQL, which DuckDB answers here, beside those of the store.
@Suite(.enabled(if: Python.hasPackages, "\(Python.absence)")) struct SQLReportJobTests {
  private static let wild = Result {
    try StoreFixture.snapshot(csv: WildRaces(races: 120, salt: 34).csv)
  }
  private let files: StarterFiles

  init() throws {
    files = try StarterFiles(DatasetStarters(Self.wild.get(), aliases: NameAliases(), threads: 2))
  }

  @Test func `any key gives the bytes of the store's report`() async throws {
    let keys = [
      "jockey", "trainer+jockey", "horse", "none", "weekday", "season+quarter", "calendar_month",
      "iso_week+class", "band(sp,2,4,8)",
      "band(distance_m,1300,1900)+course", "days_since_last_run_band", "draw", "date", "off_time",
      "is_favourite+going", "month", "race_id", "last_jockey", "year", "sp", "outcome",
      "days_since_last_run", "handicap+country", "field_size_band", "distance_band+odds_band",
      "career_runs", "class", "jockey_14d_win_rate", "band(sp / bsp, 0.9, 1, 1.1)",
      "going+band(abs(weight_lb - last_weight_lb), 0.5, 4)",
    ]
    try await expectSame(keys.map { ReportQuestion(try Dimension($0)) })
  }

  @Test func `any scope gives the bytes of the store's report`() async throws {
    var questions: [ReportQuestion] = []
    for key in ["jockey", "none", "course+going"] {
      for (index, windows) in [["14d", "90d", "all"], ["30d"], ["365d", "7d"]].enumerated() {
        var scope = ReportScope(windows: try Window.list(windows))
        scope.asOf = index == 1 ? Day(iso: "2025-02-11") : nil
        scope.commission = Commission(rateMicros: [0, 20_000, 1_000_000][index])!
        scope.placeTerms = [PlaceTerms.gb, nil, .usShow][index]
        scope.filter = try [nil, Filter("sp < 8 and not (going = 'Soft' or draw is null)"), nil][
          index]
        scope.figures.baseline = MarketBaseline(name: ["power", "bsp", "raw"][index])!
        var question = ReportQuestion(try Dimension(key), scope: scope)
        question.minRuns = index
        question.hasTotals = true
        question.order = try RowOrder("sp_roi")
        question.top = index == 0 ? 4 : nil
        question.having = index == 2 ? try RowFilter("runs > 3") : nil
        questions.append(question)
      }
    }
    try await expectSame(questions)
  }

  @Test func `all bets and the figures of luck give the bytes of the store's report`() async throws
  {
    var scope = ReportScope(windows: try Window.list(["90d", "all"]))
    scope.figures = .everything
    scope.commission = Commission(rateMicros: 30_000)!
    try await expectSame(
      ["jockey", "trainer", "course", "none", "horse"].map {
        ReportQuestion(try Dimension($0), scope: scope)
      })
  }

  @Test func `filters of all fields count the store's runners`() async throws {
    var random = RandomFilters(salt: 35)
    try await expectSame(
      (0..<36).map { index in
        var scope = ReportScope(windows: [.all])
        scope.filter = Filter(index < 24 ? random.expression(depth: 2) : random.computed())
        return ReportQuestion(.ofEveryone, scope: scope)
      })
  }

  @Test func `aliases give the bytes of the store's report`() async throws {
    let aliases = try NameAliases([
      ("jockey", "Ann", "Zoë"), ("jockey", "Bob", "Aaron O'Newname"), ("horse", "H1-1", "H2-2"),
      ("course", "C1", "C0"), ("jockey", "Nobody", "潘頓"),
    ])
    var scope = ReportScope(windows: [.all])
    scope.filter = try Filter("jockey in (\"Aaron O'Newname\", 潘頓, Zoë) or course = C0")
    try await expectSame(
      try ["jockey+course", "horse", "trainer"].map {
        ReportQuestion(try Dimension($0), scope: scope)
      }, aliases)
  }

  /// Mates of an entry win with each other, and a place is paid by its dividend.
  @Test func `coupled entries and dividends give the bytes of the store's report`() async throws {
    let folder = try TemporaryFolder()
    let races = WildRaces(races: 80, salt: 36).coupled(price: "price_early")
    try StoreFixture.add(csv: races.csv, to: folder.file("store"))
    try StoreFixture.add(dividends: races.dividends, to: folder.file("store"))
    let snapshot = try Snapshot(store: folder.file("store"))
    #expect(snapshot.rowCount(of: RacingTables.dividends) > 0)
    var scope = ReportScope(windows: try Window.list(["90d", "all"]))
    scope.figures = .everything
    scope.commission = Commission(rateMicros: 20_000)!
    var priced = ReportScope(windows: [.all])
    priced.filter = try Filter("price_early < 6")
    try await expectSame(
      ["jockey", "trainer+course", "horse", "none"].map {
        ReportQuestion(try Dimension($0), scope: scope)
      } + [ReportQuestion(try Dimension("jockey"), scope: priced)],
      files: StarterFiles(DatasetStarters(snapshot, aliases: NameAliases(), threads: 2)),
      of: snapshot)
  }

  @Test(arguments: ["bsp", "price_early", "morning_wap"])
  func `a dataset's market gives the bytes of the store's report`(name: String) async throws {
    let folder = try TemporaryFolder()
    let races = WildRaces(races: 80, salt: 37).coupled(price: name == "bsp" ? "price_late" : name)
    try StoreFixture.add(csv: races.csv, to: folder.file("store"))
    let snapshot = try Snapshot(store: folder.file("store"))
    var rules = FactRules.standard
    rules.market = Market(name: name)
    var scope = ReportScope(windows: try Window.list(["90d", "all"]))
    scope.figures.luck = .bh
    var all = scope
    all.figures = .everything
    try await expectSame(
      ["jockey", "trainer+course", "none"].map {
        ReportQuestion(try Dimension($0), scope: scope)
      } + [ReportQuestion(try Dimension("jockey"), scope: all)],
      files: StarterFiles(
        DatasetStarters(snapshot, aliases: NameAliases(), rules: rules, threads: 2)),
      of: snapshot, at: rules)
  }

  @Test func `each column of the starters appears once, an exchange's price too`() throws {
    let snapshot = try StoreFixture.snapshot(
      csv: "race_id,date,number,horse,position,sp,morning_wap\na,2024-05-03,1,Ann,1,2.5,2.75\n")
    let starters = try DatasetStarters(snapshot, aliases: NameAliases(), threads: 1)
    let names = starters.fields.map(\.name)
    #expect(Set(names).count == names.count)
    let table = try starters.table(of: Month(202_405))
    #expect(table.columns.count == names.count)
    #expect(table["morning_wap"].map { Array($0.int64s) } == [2_750_000])
  }

  @Test func `what a dataset does not tell is refused by its option`() throws {
    let manifest = files.manifest
    func refusal(_ change: (inout ReportBatch) throws -> Void) rethrows -> String? {
      var batch = ReportBatch([ReportQuestion(try! Dimension("jockey"))])
      try change(&batch)
      return #expect(throws: SQLReportError.self) { try SQLReportJob(batch, from: manifest) }?
        .description
    }
    let terms = refusal {
      $0.questions[0].scope.figures = FigureChoice(bets: [.eachWay])
      $0.questions[0].scope.placeTerms = .gb
    }
    #expect(
      terms == "--place-terms: found gb beside the bets ew; expected the terms of each race's "
        + "country, by which a dataset settles bets on places")
    let baseline = refusal {
      $0.questions[0].scope.figures.luck = .bh
      $0.questions[0].scope.figures.baseline = MarketBaseline(name: "shin")!
    }
    #expect(baseline?.hasPrefix("--baseline: found shin beside --luck; expected") == true)
    var named = FigureChoice.standard
    try named.setBets(["price_early"])
    let bets = refusal { $0.questions[0].scope.figures = named }
    #expect(bets?.hasPrefix("--bets: found price_early; expected sp, tote, bsp, ew,") == true)
    let aliases = try refusal {
      $0.questions[0].scope.filter = try Filter("jockey_change")
      $0.aliases = try NameAliases([("jockey", "Ann", "Zoë")])
    }
    #expect(aliases?.hasPrefix("--aliases: found other names of a jockey than") == true)
    let days = try refusal {
      $0.questions[0].dimension = try Dimension("runs_since_break")
      $0.facts.breakDays = 90
    }
    #expect(days?.hasPrefix("--break-days: found 90 days; expected the dataset's 60") == true)
    let order = try refusal {
      $0.questions[0].dimension = try Dimension("class_change")
      $0.facts.classOrder = ["1", "2"]
    }
    #expect(order?.hasPrefix("--class-order: found another order") == true)
    let price = try refusal { $0.questions[0].scope.filter = try Filter("price_early < 3") }
    #expect(
      price
        == "--where: found the price price_early; expected no named price, as the store has none")
    let day = refusal { $0.questions[0].scope.asOf = Day(iso: "1999-01-01") }
    #expect(
      day == "file:///data: found no race before 1999-01-01; expected at least one")
  }

  @Test func `numbers that no runners add up to are refused`() async throws {
    var scope = ReportScope(windows: try Window.list(["90d", "all"]))
    scope.figures = .everything
    let job = try SQLReportJob(
      ReportBatch([ReportQuestion(try Dimension("jockey"), scope: scope)], scope: scope),
      from: files.manifest)
    let engine = try DuckDBEngine(files, [files.manifest.view.files] + job.queryTexts)
    var names: Set<String> = []
    for query in job.queryTexts {
      for table in try engine.rows(of: query) {
        // Form is bytes, of which any are text.
        names.formUnion(table.fields.map(\.name).filter { !["key_0", "form_text"].contains($0) })
      }
    }
    #expect(names.count > 50)
    for name in names {
      for number in [Int64.max, .min] {
        let liar = FalseEngine(engine: engine, column: name, number: number)
        let answer = try? await job.run(on: liar)
        #expect(answer?.answers.count == nil, "\(name) \(number)")
      }
    }
  }

  private static func failure(
    of keys: AskedKeys, _ batch: ReportBatch, _ snapshot: Snapshot
  ) -> String? {
    do throws(ReportError) { try keys.check(batch, in: snapshot) } catch {
      return error.description
    }
    return nil
  }

  private static func failure(
    of keys: AskedKeys, _ job: SQLReportJob, _ engine: DuckDBEngine
  ) async -> String? {
    do { _ = try await job.run(on: engine, checking: keys) } catch {
      guard case .report(let error) = error else { return "\(error)" }
      return error.description
    }
    return nil
  }

  @Test func `a question that no runner answers fails in a store's words`() async throws {
    let conditions: [(by: String, filter: String?, asOf: String?)] = [
      ("jockey", "jockey = 'Anne'", nil), ("jockey", "course in (C1, C99)", nil),
      ("none", "weekday = Mondy", nil), ("none", "month = '1999-01'", nil),
      ("jockey", "number > 900", nil), ("damsire", nil, nil), ("jockey+damsire", "sp < 4", nil),
      ("jockey", "damsire = Frankel", nil), ("none", "sp < 1.01", nil),
      ("jockey", "course = C1 and number > 900", "2025-02-11"), ("jockey", "sp < 4", nil),
      ("none", nil, nil), ("course", "jockey != 'Anne'", nil), ("weekday", "weekday = Monday", nil),
    ]
    let snapshot = try Self.wild.get()
    let keys = AskedKeys(areDefault: false)
    var jobs: [(batch: ReportBatch, job: SQLReportJob)] = []
    for own in conditions {
      var scope = ReportScope(windows: [.all])
      scope.filter = try own.filter.map { try Filter($0) }
      scope.asOf = own.asOf.flatMap { Day(iso: $0) }
      let batch = ReportBatch([ReportQuestion(try Dimension(own.by), scope: scope)], scope: scope)
      jobs.append((batch, try SQLReportJob(batch, from: files.manifest)))
    }
    let queries = jobs.flatMap { $0.job.queryTexts + $0.job.checkTexts }
    let engine = try DuckDBEngine(files, [files.manifest.view.files] + Set(queries).sorted())
    var failures = 0
    for (own, (batch, job)) in zip(conditions, jobs) {
      let expected = Self.failure(of: keys, batch, snapshot)
      let found = await Self.failure(of: keys, job, engine)
      #expect(found == expected, "\(own)")
      failures += expected == nil ? 0 : 1
      _ = try await job.run(on: engine, checking: nil)
    }
    #expect(failures >= 8 && failures < conditions.count)
  }

  @Test func `default keys of a dataset need one that has values`() async throws {
    let questions = try ["damsire", "jockey"].map { ReportQuestion(try Dimension($0)) }
    let job = try SQLReportJob(ReportBatch(questions), from: files.manifest)
    let engine = try DuckDBEngine(
      files, [files.manifest.view.files] + job.queryTexts + job.checkTexts)
    #expect(
      try await job.run(on: engine, checking: AskedKeys(areDefault: true)).answers.count == 2)
    await #expect(throws: SQLReportFailure<DuckDBEngine.Failure>.self) {
      _ = try await job.run(on: engine, checking: AskedKeys(areDefault: false))
    }
  }

  @Test func `a file that the engine does not find is reported`() async throws {
    let file = try #require(try Self.firstFile(in: files))
    try FileManager.default.removeItem(atPath: "\(files.folder.path)/\(file)")
    #expect(
      try await misfit()
        == "file:///data/\(file): found no such file; expected \(Self.bytes(file, files.manifest)) bytes, "
        + "as the manifest has it")
  }

  @Test(arguments: ["headgear", "race_day"])
  func `a file that lacks a column is reported, whether it may be empty or not`(
    name: String
  ) async throws {
    let file = try #require(try Self.firstFile(in: files))
    let path = "\(files.folder.path)/\(file)"
    let whole = try #require(
      try SourceFile(path: path).read(columns: files.fields.map(\.name), threads: 1).tables.first)
    let kept = zip(whole.fields, whole.columns).filter { $0.0.name != name }
    #expect(kept.count == whole.fields.count - 1)
    let writer = try TableWriter(path: path, format: .parquet, fields: kept.map(\.0))
    try writer.write(
      Table(fields: kept.map(\.0), columns: kept.map(\.1), rowCount: whole.rowCount))
    let bytes = try writer.close().bytes
    #expect(
      try await misfit()
        == "file:///data/\(file): found \(bytes) bytes; expected \(Self.bytes(file, files.manifest)) bytes, "
        + "as the manifest has it")
  }

  @Test func `a dataset names the race of the store's last day`() throws {
    let newest = try #require(try NewestRace(Self.wild.get()))
    #expect(files.manifest.newestRace == newest)
  }

  // MARK: - Implementation

  /// The path of a dataset's first file.
  private static func firstFile(in files: StarterFiles) throws -> String? {
    let folder = files.folder.path + "/starters"
    let month = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().first
    return month.map { "starters/\($0)/part-0000.parquet" }
  }

  /// The size of a file by the manifest.
  private static func bytes(_ file: String, _ manifest: ReportDataset) -> Int {
    manifest.view.expected.first { $0.path == file }?.bytes ?? 0
  }

  /// The message of a report from files that are not the manifest's.
  private func misfit() async throws -> String? {
    let job = try SQLReportJob(
      ReportBatch([ReportQuestion(try Dimension("jockey"))]), from: files.manifest)
    let engine = try DuckDBEngine(files, [files.manifest.view.files])
    do {
      _ = try await job.run(on: engine)
    } catch SQLReportFailure<DuckDBEngine.Failure>.report(let error) {
      return error.description
    }
    return nil
  }

  private func expectSame(
    _ questions: [ReportQuestion], _ aliases: NameAliases = NameAliases(),
    files: StarterFiles? = nil, of snapshot: Snapshot? = nil, at rules: FactRules = .standard,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    var batch = ReportBatch(questions, scope: questions[0].scope)
    batch.aliases = aliases
    batch.facts = rules
    batch.threads = 2
    let files = files ?? self.files
    let job = try SQLReportJob(batch, from: files.manifest)
    let engine = try DuckDBEngine(files, [files.manifest.view.files] + job.queryTexts)
    let found = try await job.run(on: engine)
    let expected = try ReportJob(batch, from: snapshot ?? Self.wild.get()).run()
    for (own, other) in zip(found.answers, expected.answers) {
      let name = "\(own.question.dimension.fileName) \(own.question.scope.filter?.text ?? "")"
      #expect(
        CSVReportWriter.text(own.report) == CSVReportWriter.text(other.report), "\(name)",
        sourceLocation: sourceLocation)
      #expect(
        JSONReportWriter.text(own.report) == JSONReportWriter.text(other.report), "\(name)",
        sourceLocation: sourceLocation)
      #expect(own.absences == other.absences, "\(name)", sourceLocation: sourceLocation)
    }
    let summaries = [found, expected].map { result in
      SummaryWriter.text(
        result.summary, reports: result.answers.map { ($0.question.dimension.fileName, $0) },
        sources: [], version: "1")
    }
    #expect(summaries[0] == summaries[1], sourceLocation: sourceLocation)
  }
}

/// An engine with one false number in each row of a column.
private struct FalseEngine: SQLEngine {
  typealias Failure = DuckDBEngine.Failure

  let engine: DuckDBEngine
  let column: String
  let number: Int64

  func execute(_ statement: String) {}

  func rows(of query: String) throws(DuckDBEngine.Failure) -> [Table] {
    try engine.rows(of: query).map { table in
      Table(
        zip(table.fields, table.columns).map { field, own in
          guard field.name == column, table.rowCount > 0 else { return (field.name, own) }
          let numbers = Array(repeating: Optional(number), count: table.rowCount)
          guard case .text = own.values else { return (field.name, Column(int64s: numbers)) }
          return (field.name, Column(texts: numbers.map { $0.map { "\($0)000000000000000000" } }))
        })
    }
  }
}
