/// The prices a figure can rest on; one figure never mixes two.
@frozen
public enum PriceBasis: String, CaseIterable, Sendable {
  /// The odds a results service prints for the race.
  case sp
  /// The declared win dividend per unit staked, already divided in a dead heat.
  case tote
  /// The Betfair starting price, net of commission per market.
  case bsp
}
