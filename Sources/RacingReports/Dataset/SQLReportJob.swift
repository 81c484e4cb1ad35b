import ColumnStore
import Columns
import Racing

/// Computes reports from a dataset that an engine reads: the engine adds up, by SQL, and everything
/// behind the sums is the code of a store's reports, so that their files are the same.
public struct SQLReportJob: Sendable {
  private let plan: ReportPlan
  private let manifest: ReportDataset
  private let queries: [StarterQuery]
  /// Per scope, the query of its population.
  private let populations: [String]

  /// Prepares reports, and refuses what the dataset does not tell.
  ///
  /// - Parameters:
  ///   - batch: The questions.
  ///   - manifest: The dataset's description.
  /// - Throws: ``SQLReportError`` `.refused` for what can be asked of a store alone, `.question` for
  ///   what cannot be asked at all.
  public init(_ batch: ReportBatch, from manifest: ReportDataset) throws(SQLReportError) {
    do {
      plan = try ReportPlan(batch, raceDays: manifest.facts.raceDays, in: manifest.dataset)
    } catch {
      throw .question(error)
    }
    self.manifest = manifest
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
  public var queryCount: Int { queries.count + Set(populations).count }

  /// The statement and the queries, in the order they are sent.
  var texts: [String] { [manifest.statement] + queries.map(\.sums) + Set(populations).sorted() }

  /// Computes all reports.
  ///
  /// - Parameters:
  ///   - engine: The engine.
  ///   - progress: Called after each query.
  /// - Returns: The reports and their summaries.
  /// - Throws: ``SQLReportError`` `.answer` where an answer is none to its query, or what the engine
  ///   throws.
  public func run(
    on engine: some SQLEngine, progress: () -> Void = {}
  ) async throws -> ReportResult {
    try await engine.execute(manifest.statement)
    var counts: [String: [Table]] = [:]
    for query in Set(populations).sorted() {
      counts[query] = try await engine.rows(of: query)
      progress()
    }
    var found: [Population] = []
    for (scope, query) in zip(plan.scopes, populations) {
      found.append(try Population(counts[query] ?? [], bandCount: scope.bands.count))
    }
    var passes: [[[FigureRows]]] = []
    var rankings: [RowRanking] = []
    let batch = plan.batch
    for (index, query) in queries.enumerated() {
      let answer = try await engine.rows(of: query.sums)
      let keys = batch.questions[index].dimension.keys
      let sums = try AnswerSums(answer, to: query, keys, plan.scopes[index])
      let ranking = RowRanking(OrderedEntities(sums.codes, threads: batch.threads))
      passes.append([
        sums.rows(ranking, minRuns: plan.minRuns(index), threads: batch.threads)
      ])
      rankings.append(ranking)
      progress()
    }
    return plan.result(passes, rankings, found) { fields in
      let asked = Set(fields.map { KeyBand($0)?.field ?? $0 })
      return manifest.facts.absences.filter { asked.contains($0.fact.rawValue) }
    }
  }

  // MARK: - Implementation

  private static func check(
    _ figures: FigureChoice, _ terms: PlaceTerms?
  ) throws(SQLReportError) {
    let onPlaces = figures.groups.filter { [.eachWay, .placeTote, .placeBSP].contains($0) }
    if let terms, let group = onPlaces.first {
      throw .refused(
        option: "--place-terms", found: "\(terms.rawValue) beside the bets \(group.rawValue)",
        expected: "the terms of each race's country, by which a dataset settles bets on places")
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
    let known = manifest.columnNames
    guard known.contains(field) else {
      if field.hasPrefix(NamedPrice.prefix) {
        let prices = known.filter { $0.hasPrefix(NamedPrice.prefix) }.sorted()
        throw .question(.unknownPrice(found: field, among: prices))
      }
      throw .refused(
        option: option, found: "the field \(field)", expected: "one that the dataset has")
    }
    let fact = RunnerFact(rawValue: field)
    var roles: [String] = []
    if let fact, !fact.isOfRace { roles = FactColumns.fields(of: fact, scope.facts) }
    if field.hasPrefix(DaysSinceLastRun.fieldName) { roles = ["horse"] }
    let facts = manifest.facts
    let own = roles.filter { NameAliases.roles.contains($0) }
    if let role = facts.otherRole(among: own, than: scope.aliases) {
      throw .refused(
        option: "--aliases", found: "other names of a \(role) than the dataset's beside \(field)",
        expected: "those that the dataset was exported with, on which \(field) rests")
    }
    if fact == .runsSinceBreak && !facts.hasBreak(scope.facts) {
      throw .refused(
        option: "--break-days", found: "\(scope.facts.breakDays) days",
        expected: "as many as the dataset was exported with")
    }
    if fact == .classChange && !facts.hasClasses(scope.facts) {
      throw .refused(
        option: "--class-order", found: "another order than the dataset's",
        expected: "the one that the dataset was exported with")
    }
  }
}

extension Population {
  /// Reads an answer to ``StarterQuery/population``.
  fileprivate init(_ answer: [Table], bandCount: Int) throws(SQLReportError) {
    self.init(bandCount: bandCount)
    for table in answer.map({ AnswerTable(table: $0) }) {
      let bands = try table.integers("band", absent: -1)
      let names = ["races", "runners", "starters", "non_runners", "wins"]
      var columns: [[Int64]] = []
      for name in names + PriceBasis.allCases.map({ "\($0.rawValue)_bets" }) {
        columns.append(try table.integers(name))
      }
      for row in bands.indices {
        let own = columns.map { Int($0[row]) }
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
