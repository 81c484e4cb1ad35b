import Columns
import Racing
import RunnerKeys

/// A runner of a day's card.
public struct CardRunner: Sendable {
  /// The number on the saddlecloth.
  public let number: Int?
  /// The starting stall.
  package let draw: Int?
  /// The source's key of the horse.
  package let horseID: String?
  /// The horse.
  public let horse: String?
  /// The horse's age in years.
  package let age: Int?
  /// The horse's sex.
  package let sex: String?
  /// The weight carried.
  package let weightPounds: Decimal6?
  /// The handicapper's points.
  package let officialRating: Int?
  /// The jockey.
  public let jockey: String?
  /// The trainer.
  public let trainer: String?
  /// The owner.
  package let owner: String?
  /// The horse's sire.
  package let sire: String?
  /// The horse's last starts before the day, ignoring the filter.
  package let form: CardForm
  /// The runner's result; a card shows it only on request.
  public let result: CardResult
  /// The angles that it meets, or may still meet, in the card's order.
  package internal(set) var angles: [CardAngle]
  /// The figures, per dimension of the card.
  public let figures: [CardFigures]
  /// Whether it was withdrawn: by its outcome, or as a runner of a race with results that has no
  /// number, no stall and no result.
  package internal(set) var isNonRunner: Bool
  /// The price on offer, from a file.
  public package(set) var offer: CardOffer?
  /// The chance of winning by the column that was asked for; nil without one.
  public package(set) var chance: Ratio?
  /// The digits or words by which the card is ordered; nil without an order, or where undefined.
  package var orderedBy: String?

  /// The return of one unit at the price on offer, less the unit: `price × chance − 1`.
  package var value: Ratio? {
    guard !isNonRunner, let price = offer?.price, let chance else { return nil }
    let one = Int128(Decimal6.one)
    return Ratio(
      Int128(price.micros) * chance.numerator - one * chance.denominator,
      over: one * chance.denominator)
  }
}

/// A price on offer for a runner of a card.
public struct CardOffer: Equatable, Sendable {
  /// The odds; nil without a price.
  public let price: Odds?
  /// The chance beside it, or a number in proportion to the chance, such as a model's.
  public let chance: Decimal6?

  /// Creates an offer.
  ///
  /// - Parameters:
  ///   - price: The odds; nil without a price.
  ///   - chance: The chance beside it, or a number in proportion to the chance.
  public init(price: Odds?, chance: Decimal6? = nil) {
    (self.price, self.chance) = (price, chance)
  }
}

/// A horse's last runs.
package struct CardForm: Equatable, Sendable {
  /// The last six starts, the newest at the right; nil without any.
  package let recent: String?
  /// The day of the last start.
  package let lastRun: Day?
  /// The days since then.
  package let daysSinceLastRun: Int?
}

/// The result of a runner of a card.
public struct CardResult: Equatable, Sendable {
  /// The outcome; `unresolved` before the race.
  public let outcome: Outcome
  /// The position; nil for a runner without one.
  public let position: Int?
  /// The starting price.
  public let startingPrice: Decimal6?
  /// The exchange's starting price.
  package let betfairStartingPrice: Decimal6?
  /// The tote's dividend.
  package let dividend: Decimal6?
  /// The named prices.
  package let prices: [RunnerPrice]

  /// Returns the price of a market; nil without it.
  package func price(of market: Market) -> Decimal6? {
    switch market {
    case .basis(.sp): startingPrice
    case .basis(.bsp): betfairStartingPrice
    case .basis(.tote): dividend
    case .price(let price): prices.first { $0.name == price.name }?.price
    }
  }
}
