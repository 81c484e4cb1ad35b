import ColumnStore
import Columns
import PoniRacing
import RacingReports
import TabularFiles

/// Answers the racing client's questions for statistics out of a store.
///
/// The figures are cells of the reports by jockey, trainer and horse, digit by digit: nothing is
/// computed here. The store is opened for each question, so an answer knows all that was
/// committed before it.
public struct StoreStatistics: StatisticsSource {
  private let store: String
  private let aliases: NameAliases?
  private let threads: Int

  /// Answers from a store.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - aliases: Spellings that stand for one name; nil for those of the store's `aliases.csv`.
  ///   - threads: How many threads may work on a question.
  public init(store: String, aliases: NameAliases? = nil, threads: Int = 1) {
    self.store = store
    self.aliases = aliases
    self.threads = threads
  }

  /// Figures of all people, or horses, of a role with runs in the last year before a day.
  ///
  /// - Parameters:
  ///   - role: Whose figures.
  ///   - asOf: Only races before this day count; nil for the day after the last one with a result.
  /// - Returns: One element per name, those with most runs first; empty where nothing is stored.
  /// - Throws: ``StoredDataError`` when the store or its aliases cannot be read.
  public func statistics(
    for role: StatisticsRole, asOf: Day?
  ) async throws(StoredDataError) -> [PersonStatistics] {
    let aliases = try aliasesInForce()
    let snapshot = try StoredDataError.ofStore { () throws(StoreError) in
      try Snapshot(store: store)
    }
    let figures = try StoredDataError.ofReport { () throws(ReportError) in
      try ConnectionFigures.computed(
        [role.rawValue], from: snapshot, asOf: asOf, aliases: aliases, threads: threads)
    }
    guard let figures else { return [] }
    return figures.people[0].map { Self.statistics($0, asOf: figures.asOf) }
  }

  // MARK: - Implementation

  private func aliasesInForce() throws(StoredDataError) -> NameAliases {
    if let aliases { return aliases }
    do { return try NameAliases(store: store) } catch { throw .aliases(error) }
  }

  private static func statistics(
    _ person: ConnectionFigures.Person, asOf: Day
  ) -> PersonStatistics {
    let windows = zip(ConnectionFigures.windowDays, person.rows).map { days, row in
      let rates = row?.micros(["win_rate", "sp_roi"]) ?? [nil, nil]
      return WindowStatistics(
        days: days, runs: Int(row?.figures.runs ?? 0), wins: Int(row?.figures.wins ?? 0),
        winRate: rates[0].map { StatisticsDecimal(micros: $0) },
        spBets: Int(row?.figures.bets[0].bets ?? 0),
        roi: rates[1].map { StatisticsDecimal(micros: $0) })
    }
    let form = person.rows.last??.figures.sequence.recentForm ?? ""
    return PersonStatistics(
      name: person.name, asOf: asOf, windows: windows, recentForm: form.map { String($0) })
  }
}
