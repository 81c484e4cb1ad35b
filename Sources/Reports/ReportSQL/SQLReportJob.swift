import ColumnStore
import Columns
import EntityReports
import Questions
import Racing
import RunnerKeys

/// Computes reports from a dataset that an engine reads.
///
/// The engine computes the sums by SQL; all later steps are the code of a store's reports, so the
/// files are the same.
public struct SQLReportJob: Sendable {
  private let plan: ReportPlan
  private let dataset: ReportDataset
  private let queries: [StarterQuery]
  /// Per scope, the query of its population.
  private let populations: [String]

  /// Prepares reports; throws for questions that the dataset cannot answer.
  ///
  /// - Parameters:
  ///   - batch: The questions.
  ///   - dataset: The dataset's description.
  /// - Throws: ``SQLReportError`` `.refused` for questions that need a store, `.question` for
  ///   questions without an answer anywhere.
  public init(_ batch: ReportBatch, from dataset: ReportDataset) throws(SQLReportError) {
    let market = dataset.facts.market
    if let asked = batch.facts.market, asked != market {
      throw .refused(
        option: "--market", found: asked.column,
        expected: "the dataset's \(market.column), or one of railbird export --market")
    }
    let batch = batch.priced(by: market)
    do {
      plan = try ReportPlan(batch, raceDays: dataset.facts.raceDays, in: dataset.dataset)
    } catch {
      throw .question(error)
    }
    self.dataset = dataset
    queries = zip(plan.batch.questions, plan.scopes).map {
      StarterQuery($1, by: $0.dimension)
    }
    populations = plan.scopes.map { StarterQuery($0, by: .ofEveryone).population }
    for scope in plan.scopes { try Self.check(scope.figures, scope.placeTerms) }
    for (query, scope) in zip(queries, plan.scopes) {
      for field in query.fields { try check(field.name, field.option, scope) }
    }
    for field in plan.scopes.last?.filter?.fieldNames ?? [] {
      try check(field, "--where", plan.scopes[plan.scopes.count - 1])
    }
  }

  /// The number of queries, for progress.
  package var queryCount: Int { queryTexts.count }

  /// The queries, each once, in the order of sending.
  var queryTexts: [String] { Set(populations).sorted() + Set(queries.map(\.sums)).sorted() }

  /// The queries that a check may need, each once.
  var checkTexts: [String] {
    nameTexts + Set(queries.map(\.tally)).sorted() + [StarterQuery.keysToOffer]
  }

  /// Computes all reports.
  ///
  /// - Parameters:
  ///   - engine: The engine.
  ///   - progress: Called after each query.
  /// - Returns: The reports and their summaries.
  /// - Throws: ``SQLReportFailure`` `.report` if an answer does not fit its query, `.engine` if the
  ///   engine fails.
  public func run<Engine: SQLEngine>(
    on engine: Engine, progress: () -> Void = {}
  ) async throws(SQLReportFailure<Engine.Failure>) -> ReportResult {
    try await run(on: engine, checking: nil, progress: progress)
  }

  /// Computes all reports, and checks that each has an answer.
  ///
  /// Names that conditions ask for take a query; numbers of runners are asked only for a report
  /// without rows.
  ///
  /// - Parameters:
  ///   - engine: The engine.
  ///   - keys: The keys as they were asked; nil if answers may be empty.
  ///   - progress: Called after each query.
  /// - Returns: The reports and their summaries.
  /// - Throws: As ``run(on:progress:)``; `.report` with `.question` also for a question that no
  ///   runner answers.
  package func run<Engine: SQLEngine>(
    on engine: Engine, checking keys: AskedKeys?, progress: () -> Void = {}
  ) async throws(SQLReportFailure<Engine.Failure>) -> ReportResult {
    var answers: [String: [Table]] = [:]
    let misfit: DatasetView.Misfit?
    do throws(Engine.Failure) {
      misfit = try await engine.open(dataset.view)
      for query in misfit == nil ? queryTexts + (keys == nil ? [] : nameTexts) : [] {
        answers[query] = try await engine.rows(of: query)
        progress()
      }
      for query in misfit == nil && keys != nil ? tallyTexts(answers) : [] {
        answers[query] = try await engine.rows(of: query)
      }
    } catch {
      throw .engine(error)
    }
    do throws(SQLReportError) {
      if let misfit {
        throw .file(misfit.file, found: misfit.found, expected: misfit.expected)
      }
      if let keys { try check(answers, by: keys) }
      return try result(answers)
    } catch {
      throw .report(error)
    }
  }

  // MARK: - Implementation

  private var nameTexts: [String] { Set(queries.compactMap(\.names)).sorted() }

  /// Returns the queries for the numbers of runners of reports without rows.
  private func tallyTexts(_ answers: [String: [Table]]) -> [String] {
    let empty = queries.filter { query in
      (answers[query.sums] ?? []).allSatisfy { $0.rowCount == 0 }
    }
    return empty.isEmpty
      ? [] : Set(empty.map(\.tally)).sorted() + [StarterQuery.keysToOffer]
  }

  private func check(
    _ answers: [String: [Table]], by keys: AskedKeys
  ) throws(SQLReportError) {
    var checks: [StarterCheck] = []
    for (question, query) in zip(plan.batch.questions, queries) {
      checks.append(try StarterCheck(question, query, answers))
    }
    let offered = try StarterCheck.offered(answers)
    do throws(ReportError) {
      try keys.check(checks) { own throws(ReportError) in
        try own.check(at: keys.place, offering: offered)
      }
    } catch {
      throw .question(error)
    }
  }

  /// Builds the reports from the answers by query.
  private func result(_ answers: [String: [Table]]) throws(SQLReportError) -> ReportResult {
    var found: [Population] = []
    for (scope, query) in zip(plan.scopes, populations) {
      let bets = StarterQuery(scope, by: .ofEveryone).betCounts
      found.append(try Population(answers[query] ?? [], bets, bandCount: scope.bands.count))
    }
    var passes: [[[ReportRows.Pass]]] = []
    var rankings: [RowRanking] = []
    let batch = plan.batch
    for (index, query) in queries.enumerated() {
      let keys = batch.questions[index].dimension.keys
      let sums = try AnswerSums(answers[query.sums] ?? [], to: query, keys, plan.scopes[index])
      let ranking = RowRanking(OrderedEntities(sums.codes, threads: batch.threads))
      passes.append([sums.rows(ranking, minRuns: plan.minRuns(index), threads: batch.threads)])
      rankings.append(ranking)
    }
    return plan.result(passes, rankings, found) { fields in
      let asked = Set(fields.flatMap { KeyBand($0)?.value.fieldNames ?? [$0] })
      return dataset.facts.absences.filter { asked.contains($0.fact.rawValue) }
    }
  }

  private static func check(
    _ figures: FigureChoice, _ terms: PlaceTerms?
  ) throws(SQLReportError) {
    if let price = figures.price, .price(price) != figures.market {
      let named = figures.market.group == .price ? [figures.market.column] : []
      throw .refused(
        option: "--bets", found: price.column,
        expected: (BetGroup.fixed.map(\.rawValue) + named).joined(separator: ", ")
          + ", whose returns the dataset has; railbird export --market adds another")
    }
    let ofPlaces: Set<BetGroup> = [.eachWay, .placeTote, .placeBSP, .placeLayBSP]
    let onPlaces = figures.groups.filter(ofPlaces.contains)
    if let terms, let group = onPlaces.first {
      throw .refused(
        option: "--place-terms", found: "\(terms.rawValue) beside the bets \(group.rawValue)",
        expected: "the terms of each race's country, by which a dataset settles bets on places")
    }
    if figures.luck != nil, figures.market == .basis(.tote) {
      throw .refused(
        option: "--luck", found: "it beside the market tote",
        expected: "a dataset with another market, as the tote's dividends are the winners' alone")
    }
    if figures.luck != nil && figures.baseline != .standard {
      throw .refused(
        option: "--baseline", found: "\(figures.baseline.name) beside --luck",
        expected: "\(MarketBaseline.standard.name), by which a dataset has the sums of luck")
    }
  }

  private func check(
    _ field: String, _ option: String, _ scope: ResolvedScope
  ) throws(SQLReportError) {
    let known = dataset.columnNames
    guard known.contains(field) else {
      if field.hasPrefix(NamedPrice.prefix) {
        let prices = known.filter { $0.hasPrefix(NamedPrice.prefix) }.sorted()
        throw .question(
          .unknownPrice(place: scope.filter?.place ?? option, found: field, among: prices))
      }
      throw .refused(
        option: option, found: "the field \(field)", expected: "one that the dataset has")
    }
    let fact = RunnerFact(rawValue: field)
    var roles: [String] = []
    if let fact, !fact.isOfRace { roles = FactColumns.fields(of: fact, scope.facts) }
    if field.hasPrefix(DaysSinceLastRun.fieldName) { roles = ["horse"] }
    let facts = dataset.facts
    let own = roles.filter { NameAliases.roles.contains($0) }
    if let role = facts.otherRole(among: own, than: scope.aliases) {
      throw .refused(
        option: "--aliases", found: "other names of a \(role) than the dataset's beside \(field)",
        expected: "those that the dataset was exported with, on which \(field) rests")
    }
    if fact == .runsSinceBreak && !facts.hasBreak(scope.facts) {
      throw .refused(
        option: "--break-days", found: "\(scope.facts.breakDays) days",
        expected: "the dataset's \(facts.breakDays), or one of railbird export --break-days")
    }
    if fact == .classChange && !facts.hasClasses(scope.facts) {
      throw .refused(
        option: "--class-order", found: "another order than the dataset's",
        expected: "the dataset's, or one of railbird export --class-order")
    }
  }
}

extension Population {
  /// Reads an answer to ``StarterQuery/population``.
  fileprivate init(
    _ answer: [Table], _ bets: [String], bandCount: Int
  ) throws(SQLReportError) {
    self.init(bandCount: bandCount)
    var weight: Int64 = 0
    for table in answer.map({ AnswerTable(table: $0) }) {
      let bands = try table.integers("band", absent: -1)
      let names = ["races", "runners", "starters", "non_runners", "wins"]
      let rows = try table.rows(names + bets)
      for (row, own) in try table.weights(except: []).enumerated() {
        weight = try AnswerTable.weight(weight, and: own.magnitude)
        let own = rows[row].map { Int($0) }
        guard bands[row] < bandCount else {
          throw .answer(found: "the age band \(bands[row])", expected: "below \(bandCount)")
        }
        add(
          races: own[0], runners: own[1], starters: own[2], nonRunners: own[3], wins: own[4],
          bets: Array(own[5...]), band: bands[row] < 0 ? nil : Int(bands[row]))
      }
    }
  }
}

/// The failure of a report by SQL, in this program or in the engine.
public enum SQLReportFailure<Failure: Error>: Error {
  case report(SQLReportError)
  case engine(Failure)
}

/// The reason why a dataset cannot answer, or why an engine's answer is unusable.
public enum SQLReportError: Error, Equatable, Sendable {
  /// A question needs facts that the dataset lacks.
  case refused(option: String, found: String, expected: String)
  /// The dataset's manifest is not one, or has another version.
  case manifest(dataset: String, found: String, expected: String)
  /// A file differs from the manifest's list.
  case file(String, found: String, expected: String)
  /// An answer has other columns or values than its query requires.
  case answer(found: String, expected: String)
  /// The question has no answer in any store.
  case question(ReportError)
}

extension SQLReportError: CustomStringConvertible {
  /// The place, the text found, the text expected.
  public var description: String {
    switch self {
    case .refused(let option, let found, let expected):
      "\(option): found \(found); expected \(expected)"
    case .manifest(let dataset, let found, let expected):
      "\(dataset)/manifest.json: found \(found); expected \(expected)"
    case .file(let file, let found, let expected):
      "\(file): found \(found); expected \(expected)"
    case .answer(let found, let expected):
      "the engine's answer: found \(found); expected \(expected)"
    case .question(let error): error.description
    }
  }
}
