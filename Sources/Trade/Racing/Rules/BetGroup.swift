/// A kind of bet that reports place on every starter, and the columns of its result.
///
/// - Source: `docs/reports.md`, §1 and §4, say how each is settled.
@frozen
public enum BetGroup: String, CaseIterable, Codable, Sendable {
  /// One unit to win at the odds that a results service prints.
  case sp
  /// One unit to win with the tote.
  case tote
  /// One unit to win at the Betfair starting price, net of commission per market.
  case bsp
  /// Each-way at the starting price: one unit to win, one for a place.
  case eachWay = "ew"
  /// One unit for a place with the tote.
  case placeTote = "place_tote"
  /// One unit for a place at the Betfair starting price, net of commission per market.
  case placeBSP = "place_bsp"
  /// A lay at the Betfair starting price with a liability of one unit, net of commission per
  /// market.
  case layBSP = "lay_bsp"
  /// A lay of a place at the Betfair starting price with a liability of one unit, net of
  /// commission per market.
  case placeLayBSP = "place_lay_bsp"
  /// One unit to win at a named price; a report has one such price.
  case price

  /// The groups of a report that chooses none.
  public static let standard: [BetGroup] = [.sp, .tote, .bsp]

  /// The groups that have the same name in every report: all but bets at a named price.
  public static let fixed = allCases.filter { $0 != .price }

  /// Takes the bets to win at a price.
  public init(_ basis: PriceBasis) {
    switch basis {
    case .sp: self = .sp
    case .tote: self = .tote
    case .bsp: self = .bsp
    }
  }

  /// The price of a standard group's bets; nil for the other groups.
  public var basis: PriceBasis? { PriceBasis(rawValue: rawValue) }

  /// The units staked on a runner.
  public var units: Int64 { self == .eachWay ? 2 : 1 }

  /// The stakes of a group's bets.
  ///
  /// - Parameter bets: The number of bets.
  /// - Returns: Their turnover in millionths.
  @inlinable
  public func turnoverMicros(bets: Int64) -> Int64 { Settlement.turnoverMicros(bets: units * bets) }
}
