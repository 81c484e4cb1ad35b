import ColumnStore
import Seasons

/// An error that prevents the computation of a season.
public enum SeasonError: Error, Equatable, Sendable {
  /// No table of the store contains the season.
  case noSeason(store: String, found: SeasonYear, known: [SeasonYear])
  /// The store has no transactions at all.
  case noTransactions(store: String)
  /// Rows of the store are damaged.
  case store(StoreError)
}

extension SeasonError: CustomStringConvertible {
  /// The message: place, what was found, and what was expected.
  public var description: String {
    switch self {
    case .noSeason(let store, let found, let known):
      "\(store): found nothing of \(found.text); expected "
        + (known.isEmpty ? "a season with points or rewards" : "one of " + Self.listed(known))
    case .noTransactions(let store):
      "\(store): found no points of any season; expected some, as `railbird fetch points` or "
        + "`railbird import --format points-ledger` bring them"
    case .store(let error): error.description
    }
  }

  private static func listed(_ seasons: [SeasonYear]) -> String {
    seasons.map(\.text).joined(separator: ", ")
  }
}

extension SeasonError {
  /// Runs a body, and turns errors of a damaged store into `SeasonError`.
  static func ofStore<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(SeasonError) -> Value {
    do { return try body() } catch { throw .store(error) }
  }
}

extension SeasonYear {
  /// The season as text, such as `xc 2024`.
  public var text: String { "\(season.rawValue) \(year)" }
}
