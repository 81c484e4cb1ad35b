/// The prices on which a figure can be based; one figure never mixes two.
@frozen
public enum PriceBasis: String, CaseIterable, Sendable {
  /// The odds that a results service prints for the race.
  case sp
  /// The declared win dividend per unit staked, already divided in a dead heat.
  case tote
  /// The Betfair starting price, net of commission per market.
  case bsp
}
