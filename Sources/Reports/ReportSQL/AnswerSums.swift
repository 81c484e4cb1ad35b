import Columns
import EntityReports
import Kernels
import Questions
import Racing
import RunnerKeys

/// The sums of a question's entities by age band, computed by an engine.
///
/// They replace the rows of a scan in a report; all later code is shared.
struct AnswerSums {
  /// The entities.
  let codes: EntityCodes
  private let bands: AgeBands
  private let hasOptional: Bool
  /// Per entity, its runs of each band, the newest first.
  private let parts: [[Part]]

  /// The runs of one band, or of one month of it.
  private struct Part {
    let band: Int
    let stretch: StarterKeyValue
    let sums: FigureSums
    let extra: OptionalSums
    /// The sum of the absolute values of all its sums.
    let weight: Int64
  }

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - answer: The answer to ``StarterQuery/sums``, its rows in any order.
  ///   - query: The query.
  ///   - keys: The query's keys.
  ///   - scope: The scope of its question.
  /// - Throws: ``SQLReportError`` `.answer` if the answer does not fit the query.
  init(
    _ answer: [Table], to query: StarterQuery, _ keys: [String], _ scope: ResolvedScope
  ) throws(SQLReportError) {
    bands = scope.bands
    hasOptional = scope.figures.needsOptionalSums
    var values: [[StarterKeyValue]] = keys.map { _ in [] }
    var rows: [Part] = []
    for table in answer.map({ AnswerTable(table: $0) }) {
      for (key, name) in query.keyNames.enumerated() { values[key] += try table.keys(name) }
      rows += try Self.parts(table, query, scope)
    }
    var codes: [[Int32]] = []
    var columns: [KeyColumn] = []
    for (key, own) in zip(keys, values) {
      let (found, names) = try StarterKey(key).coded(own)
      var column = names
      column.classOrder = KeyColumn.classOrder(of: key, scope.facts)
      codes.append(found)
      columns.append(column)
    }
    var entityOf: [[Int32]: Int] = [:]
    var keyCodes: [[Int32]] = keys.map { _ in [] }
    var parts: [[Part]] = []
    var weights: [Int64] = []
    var runs: [Int64] = []
    for (row, part) in rows.enumerated() {
      let tuple = codes.map { $0[row] }
      let entity = entityOf[tuple] ?? parts.count
      if entity == parts.count {
        entityOf[tuple] = entity
        parts.append([])
        weights.append(0)
        runs.append(0)
        for (key, code) in tuple.enumerated() { keyCodes[key].append(code) }
      }
      parts[entity].append(part)
      // The sums over all parts must not overflow either.
      weights[entity] = try AnswerTable.weight(weights[entity], and: part.weight.magnitude)
      runs[entity] += part.sums.runs
      guard runs[entity] <= Int32.max else {
        throw .answer(found: "\(runs[entity]) runs", expected: "\(Int32.max) at the most")
      }
    }
    self.codes = EntityCodes(keys: columns, keyCodes: keyCodes)
    self.parts = parts.map { own in
      own.count < 2
        ? own
        : own.sorted { $0.band != $1.band ? $0.band < $1.band : $0.stretch > $1.stretch }
    }
  }

  /// Computes every window's rows.
  ///
  /// - Parameters:
  ///   - ranking: The entities' default order.
  ///   - minRuns: Rows with fewer runs are dropped.
  ///   - threads: Number of worker threads.
  /// - Returns: Per window, its rows.
  func rows(_ ranking: RowRanking, minRuns: Int, threads: Int) -> [ReportRows.Pass] {
    let runs = bands.bandsOfWindow.map { count in
      parts.enumerated().compactMap { entity, parts -> EntityRuns? in
        let runs = parts.reduce(0) { $1.band < count ? $0 + $1.sums.runs : $0 }
        return runs > 0 && runs >= minRuns
          ? EntityRuns(code: Int32(entity), runs: Int32(runs)) : nil
      }
    }
    return zip(ranking.order(runs, threads: threads), bands.bandsOfWindow).map { order, count in
      let memory = ColumnMemory<FigureSums>(count: order.count)
      let extras = hasOptional ? ColumnMemory<OptionalSums>(count: order.count) : nil
      for (row, code) in order.enumerated() {
        var (sums, extra) = (FigureSums(), OptionalSums())
        for part in parts[Int(code)] where part.band < count {
          sums.addEarlier(part.sums)
          extra.add(part.extra)
        }
        // Safety: the memory has room for a row of each entity.
        (memory.start + row).initialize(to: sums)
        if let extras { (extras.start + row).initialize(to: extra) }
      }
      return (codes: order, source: .memory(memory, extras: extras))
    }
  }

  // MARK: - Implementation

  private static func parts(
    _ table: AnswerTable, _ query: StarterQuery, _ scope: ResolvedScope
  ) throws(SQLReportError) -> [Part] {
    let bands = try table.integers("band", absent: -1)
    let stretches =
      query.hasStretches
      ? try table.keys("stretch") : [StarterKeyValue](repeating: .number(0), count: bands.count)
    if let band = bands.first(where: { $0 < 0 || $0 >= scope.bands.count }) {
      throw .answer(found: "the age band \(band)", expected: "0 to \(scope.bands.count - 1)")
    }
    let weights = try table.weights(except: Set(query.keyNames + ["form_text"]))
    let sequences = try sequences(table)
    var sums = [FigureSums](repeating: FigureSums(), count: bands.count)
    try table.fill(&sums, FigureSums.columns)
    for (row, sequence) in sequences.enumerated() { sums[row].sequence = sequence }
    var extras = [OptionalSums](repeating: OptionalSums(), count: bands.count)
    for group in query.groups {
      for (row, bets) in try bets(group, table).enumerated() {
        switch group {
        case .sp: sums[row].sp = bets
        case .tote: sums[row].tote = bets
        case .bsp: sums[row].bsp = bets
        default: extras[row].bets.add(group, bets)
        }
      }
    }
    if scope.figures.luck != nil {
      for (row, luck) in try luck(table).enumerated() { extras[row].luck = luck }
    }
    return bands.indices.map { row in
      Part(
        band: Int(bands[row]), stretch: stretches[row], sums: sums[row], extra: extras[row],
        weight: weights[row])
    }
  }

  private static func bets(
    _ group: BetGroup, _ table: AnswerTable
  ) throws(SQLReportError) -> [BetSums] {
    let name = group.rawValue
    var bets = [BetSums](repeating: BetSums(), count: table.rowCount)
    try table.fill(&bets, BetSums.columns.prefix(2), of: name)
    let losses = try table.integers(name + "_losses")
    let squares = try table.wideIntegers(name + "_squares")
    for row in bets.indices { bets[row].setSquares(losses: losses[row], others: squares[row]) }
    try table.fill(&bets, BetSums.columns.dropFirst(2), of: name)
    if [.sp, .bsp, .price].contains(group) {
      try table.fill(&bets, BetSums.priceColumns, of: name)
    }
    return bets
  }

  private static func sequences(_ table: AnswerTable) throws(SQLReportError) -> [RunSequence] {
    var names = RunSequence.answers(at: "sp_profit").map(\.name)
    names.insert("runs", at: 5)
    return try table.rows(names).map { own throws(SQLReportError) in
      var values = own
      let runs = values.remove(at: 5)
      guard let sequence = RunSequence(values, runs: runs) else {
        throw .answer(
          found: zip(names, own).map { "\($0) \($1)" }.joined(separator: ", "),
          expected: "a sequence of runs")
      }
      return sequence
    }
  }

  private static func luck(_ table: AnswerTable) throws(SQLReportError) -> [LuckSums] {
    try table.rows(LuckSums.answers(at: "sp").map(\.name)).map { LuckSums($0) }
  }
}
