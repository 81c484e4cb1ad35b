import Racing

/// A runner of a race, as bets on it need it.
public struct BetRunner: Sendable {
  /// The horse, as the source spells it.
  public let horse: String?
  /// The saddlecloth number.
  public let number: Int?
  /// The jockey.
  public var jockey: String?
  /// The trainer.
  public var trainer: String?
  /// The end of its race.
  public var outcome: Outcome
  /// The printed position; nil unless it finished.
  public var position: Int?
  /// Whether the exchange's place market paid it; nil if unknown.
  public var placeWon: Bool?
  /// The number under which bets are taken, the same for coupled horses; nil if unknown.
  public var bettingInterest: Int?
  /// The bookmakers' starting price, in millionths.
  public var spMicros: Int64?
  /// The exchange's starting price to win, in millionths.
  public var bspMicros: Int64?
  /// The exchange's starting price to be placed, in millionths.
  public var placeBSPMicros: Int64?
  /// Prices by name, in millionths.
  public var prices: [NamedPrice: Int64] = [:]
  /// The declared win dividend per unit, in millionths.
  public var winDividendMicros: Int64?
  /// The declared place dividend per unit, in millionths.
  public var placeDividendMicros: Int64?

  /// Describes a runner without prices.
  ///
  /// - Parameters:
  ///   - horse: The horse's name; nil if unknown.
  ///   - number: The saddlecloth number.
  ///   - outcome: The end of its race.
  ///   - position: The printed position; nil unless it finished.
  public init(
    _ horse: String?, number: Int? = nil, _ outcome: Outcome, position: Int? = nil
  ) {
    self.horse = horse
    self.number = number
    self.outcome = outcome
    self.position = outcome == .finished ? position : nil
  }

  /// The name in explanations: the horse, or its number.
  public var name: String {
    horse ?? number.map { "number \($0)" } ?? "a runner without a name"
  }

  /// Whether it came under starter's orders; nil if unknown.
  var hasStarted: Bool? {
    outcome == .unresolved ? placeWon.map { _ in true } : outcome.isStarter
  }

  /// Whether it ran, or may have run, in an unknown position.
  var hasUnknownPosition: Bool { outcome == .lost || outcome == .unresolved }

  /// Whether a market or a pool returned a price for it.
  var hasMarketPrice: Bool {
    [spMicros, bspMicros, placeBSPMicros, winDividendMicros, placeDividendMicros]
      .contains { $0 != nil }
  }
}
