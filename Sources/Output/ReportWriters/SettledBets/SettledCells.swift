import Columns
import Racing

/// Cells of settled bets.
enum SettledCells {
  /// Returns an amount or odds of 10⁻⁶ with all six decimals.
  static func micros(_ micros: Int64?) -> CardCell {
    .figure(micros.map { .decimal(scaled: $0, places: 6) } ?? .empty)
  }

  /// Returns a rate with six decimals.
  static func rate(_ ratio: Ratio) -> CardCell { micros(ratio.rounded(toDecimals: 6)) }

  /// Returns a moment in UTC.
  static func instant(_ micros: Int64?) -> CardCell { .text(micros.map(OffTimeText.iso)) }
}
