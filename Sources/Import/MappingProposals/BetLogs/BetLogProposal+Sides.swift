import BetSettlement
import Mappings
import Racing
import YAMLText

/// The sides, markets and commission of an exchange's logs.
extension BetLogProposal {
  /// Joins a column of sides, such as `LAY`, with the one that says whether a bet is on the win or
  /// on the place market.
  mutating func joinSides() {
    guard let side = profiles.first(where: { $0.valueCount > 0 && $0.share(Self.isSide) == 1 })
    else { return }
    let kinds = profile("kind").flatMap { $0.column == side.column ? nil : $0 }
    let named = BetLogWords.markets.compactMap { name in
      profiles.first { $0.valueCount > 0 && BetLogWords.bare($0.column) == name }
    }
    guard let market = kinds ?? named.first(where: { $0.column != side.column }) else { return }
    let isPlain = market.share { BetWords.kind($0) != nil } == 1
    let texts = side.codes.indices.map { row -> String? in
      guard let own = side.text(row), let other = market.text(row) else { return nil }
      return own + " " + (isPlain ? other : Self.isOfPlaces(other) ? "place" : "win")
    }
    let words = Self.placeMarkets.map { "\"*\($0)*\": place" } + ["\"*\": win"]
    let part =
      isPlain
      ? market.column.yamlScalar
      : "{column: \(market.column.yamlScalar), words: {\(words.joined(separator: ", "))}}"
    if !isPlain {
      doubts.append(
        "\(market.column): bets are taken for bets to win, unless it says "
          + Self.placeMarkets.joined(separator: " or "))
    }
    fields.append(
      ProposedField(
        "kind", columns: [side.column, market.column],
        members: ["join: [\(side.column.yamlScalar), \(part)]", "separator: \" \""]))
    take(ColumnProfile(side.column, texts), for: "kind")
  }

  /// Whether the kinds of the bets are joined with their sides.
  var hasSides: Bool { fields.contains { $0.name == "kind" && $0.columns.count > 1 } }

  /// Leaves out amounts of commission, as an exchange's history has them: the field is a rate.
  mutating func dropCommissionAmounts() {
    guard let rates = profile("commission") else { return }
    let values = Set(rates.values.compactMap { Decimal6($0)?.micros })
    guard values == [0] || values.count > Self.rateCount || values.contains(where: { $0 > 200_000 })
    else { return }
    drop("commission")
    doubts.append(
      "\(rates.column): taken for amounts, not for rates, and left out; --commission states the rate"
    )
  }

  // MARK: - Implementation

  /// Words for place markets in the descriptions of markets.
  private static let placeMarkets = ["To Be Placed", "TBP"]

  /// More different values of commission than this are amounts.
  private static let rateCount = 3

  private static func isSide(_ text: String) -> Bool {
    ["back", "lay"].contains(text.lowercased())
  }

  private static func isOfPlaces(_ text: String) -> Bool {
    placeMarkets.contains { text.contains($0) }
  }
}
