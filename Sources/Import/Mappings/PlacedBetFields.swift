import Columns
import Racing

/// The fields of a log of bets, which `railbird settle` reads and no store keeps.
///
/// Amounts and odds are texts here: bets are settled at the exact odds that a ticket prints.
package enum PlacedBetFields {
  /// All fields, in the order of proposals.
  package static let all: [Field] =
    [
      Field("date", .date), Field("off_time", .instant), Field("course", .text),
      RacingTables.raceID, Field("race_no", .int16), Field("horse", .text),
      Field("number", .text), Field("kind", .text),
    ] + amounts.prefix(3) + odds + [
      Field("rule_book", .text), Field("placed_at", .instant), Field("places", .int16),
      Field("fraction", .text), Field("factor", .text), Field("commission", .text),
      Field("result", .text),
    ] + amounts.suffix(2)

  /// The amounts of money.
  package static let amounts = ["stake", "total_stake", "liability", "returned", "profit"].map {
    Field($0, .text)
  }

  /// The odds.
  package static let odds = [Field("price", .text), Field("place_price", .text)]

  /// The beginning of the name of a column that no field takes, kept as a key of totals.
  package static let otherPrefix = "column "
}
