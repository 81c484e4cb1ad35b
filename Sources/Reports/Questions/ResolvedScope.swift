import ColumnStore
import Columns
import Racing
import RunnerKeys

/// A scope with a resolved as-of day: the question of a report, from its arguments to
/// `summary.json`.
///
/// The scan settles by it, windows end before its day, kept sums are filed under it, and the
/// summary shows it.
public struct ResolvedScope: Sendable {
  /// Only races before this day count.
  public let asOf: Day
  /// The windows, in the order of the rows.
  public let windows: [Window]
  /// The runners that count; nil for all.
  public let filter: Filter?
  /// The exchange's share of net winnings in a market.
  public let commission: Commission
  /// Place terms for every race; nil chooses them by the race's country.
  public let placeTerms: PlaceTerms?
  /// The bets, and the figures of chance.
  public let figures: FigureChoice
  /// The place of the list of bets, for messages; nil for `--bets`.
  package let betsPlace: String?
  /// Other spellings of names.
  package let aliases: NameAliases
  /// Settings of the facts of earlier runs.
  package let facts: FactRules
  /// The windows' age bands.
  package let bands: AgeBands

  /// Resolves the as-of day of a scope.
  package init(
    _ scope: ReportScope, asOf: Day, aliases: NameAliases, facts: FactRules = .standard
  ) {
    precondition(
      (1...Window.countLimit).contains(scope.windows.count), "a report needs 1 to 64 windows")
    self.asOf = asOf
    windows = scope.windows
    filter = scope.filter
    commission = scope.commission
    placeTerms = scope.placeTerms
    figures = scope.figures
    betsPlace = scope.betsPlace
    self.aliases = aliases
    self.facts = facts
    bands = AgeBands(scope.windows)
  }

  /// The name of the place terms; `country` if each race's country selects them.
  package var placeTermsName: String { placeTerms?.rawValue ?? "country" }

  /// The terms that scopes must share for one scan.
  package struct Terms: Hashable {
    let asOf: Day
    let commission: Commission
    let placeTerms: PlaceTerms?
    let figures: FigureChoice
  }

  package var terms: Terms {
    Terms(asOf: asOf, commission: commission, placeTerms: placeTerms, figures: figures)
  }
}
