import ColumnStore
import Columns
import PoniRacing
import RunnerKeys
import TabularFiles

/// Answers the racing client's requests for statistics from a store.
///
/// The figures are cells of the reports by jockey, trainer and horse, digit by digit: nothing is
/// computed here. The store is opened for each request, so an answer includes all earlier commits.
public struct StoreStatistics: StatisticsSource {
  private let store: String
  private let aliases: NameAliases?
  private let threads: Int

  /// Makes a source from a store.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - aliases: The aliases of names; nil for those in the store's `aliases.csv`.
  ///   - threads: The maximum number of threads for a request.
  public init(store: String, aliases: NameAliases? = nil, threads: Int = 1) {
    self.store = store
    self.aliases = aliases
    self.threads = threads
  }

  /// Computes the figures of all people or horses of a role with runs in the last year before a
  /// day.
  ///
  /// - Parameters:
  ///   - role: The people or horses.
  ///   - asOf: Only races before this day count; nil for the day after the last one with a result.
  /// - Returns: One element per name, most runs first; empty if nothing is stored.
  /// - Throws: ``StoredDataError`` if the store or its aliases cannot be read.
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
