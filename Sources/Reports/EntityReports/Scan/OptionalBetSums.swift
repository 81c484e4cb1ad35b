import Kernels
import Racing

/// Optional sums of an entity's bets of one age band.
///
/// Nearly every starter changes only the first two cache lines. Bets at a named price and lays of
/// places use the last ones.
package struct OptionalBetSums: BitwiseCopyable, Sendable, Equatable {
  var eachWay = BetCell()
  var placeTote = BetCell()
  var placeBSP = BetCell()
  var layBSP = BetCell()
  private var eachWayClusters = SharedRaceSums.Clusters()
  private var placeToteClusters = SharedRaceSums.Clusters()
  private var placeBSPClusters = SharedRaceSums.Clusters()
  private var layBSPClusters = SharedRaceSums.Clusters()
  private var price = BetCell()
  private var priceClusters = SharedRaceSums.Clusters()
  /// The odds of the bets at a named price.
  private var odds = PriceSums()
  var placeLayBSP = BetCell()
  private var placeLayBSPClusters = SharedRaceSums.Clusters()

  package static func == (left: Self, right: Self) -> Bool {
    BetGroup.allCases.allSatisfy { left[$0] == right[$0] }
  }

  /// Returns the bets of a group; nil for groups that every report includes.
  subscript(group: BetGroup) -> BetSums? {
    switch group {
    case .sp, .tote, .bsp: nil
    case .eachWay: eachWay.sums(eachWayClusters)
    case .placeTote: placeTote.sums(placeToteClusters)
    case .placeBSP: placeBSP.sums(placeBSPClusters)
    case .layBSP: layBSP.sums(layBSPClusters)
    case .placeLayBSP: placeLayBSP.sums(placeLayBSPClusters)
    case .price: priceSums
    }
  }

  private var priceSums: BetSums {
    var sums = price.sums(priceClusters)
    sums.prices = odds
    return sums
  }

  /// Adds a bet at a named price that is the only one on its race.
  @inline(__always)
  mutating func addPrice(_ own: Int64, profit: Int64) {
    odds.add(own)
    price.add(profit: profit)
  }

  /// Adds the odds of a bet at a named price that is one of several on its race.
  mutating func addOdds(_ own: Int64) { odds.add(own) }

  /// Adds an entity's bets of a group on several starters of one race.
  mutating func add(_ group: BetGroup, profit: Int64, bets: Int64) {
    var own = BetCell()
    own.add(profit: profit, bets: bets)
    let clusters = SharedRaceSums.Clusters(
      profitTimesBets: profit * bets - profit, betSquares: bets * bets - bets)
    add(group, own, clusters)
  }

  private mutating func add(_ group: BetGroup, _ own: BetCell, _ clusters: SharedRaceSums.Clusters)
  {
    switch group {
    case .sp, .tote, .bsp: preconditionFailure("every report sums up the bets of \(group)")
    case .eachWay: Self.add(own, clusters, &eachWay, &eachWayClusters)
    case .placeTote: Self.add(own, clusters, &placeTote, &placeToteClusters)
    case .placeBSP: Self.add(own, clusters, &placeBSP, &placeBSPClusters)
    case .layBSP: Self.add(own, clusters, &layBSP, &layBSPClusters)
    case .placeLayBSP: Self.add(own, clusters, &placeLayBSP, &placeLayBSPClusters)
    case .price: Self.add(own, clusters, &price, &priceClusters)
    }
  }

  /// Adds bets of a group with known sums.
  package mutating func add(_ group: BetGroup, _ bets: BetSums) {
    let clusters = SharedRaceSums.Clusters(
      profitTimesBets: bets.profitTimesBets - bets.profit, betSquares: bets.betSquares - bets.count)
    add(group, BetCell(bets), clusters)
    if group == .price { odds.add(bets.prices) }
  }

  /// Adds the bets on other runs.
  package mutating func add(_ other: OptionalBetSums) {
    Self.add(other.eachWay, other.eachWayClusters, &eachWay, &eachWayClusters)
    Self.add(other.placeTote, other.placeToteClusters, &placeTote, &placeToteClusters)
    Self.add(other.placeBSP, other.placeBSPClusters, &placeBSP, &placeBSPClusters)
    Self.add(other.layBSP, other.layBSPClusters, &layBSP, &layBSPClusters)
    Self.add(other.placeLayBSP, other.placeLayBSPClusters, &placeLayBSP, &placeLayBSPClusters)
    Self.add(other.price, other.priceClusters, &price, &priceClusters)
    odds.add(other.odds)
  }

  private static func add(
    _ own: BetCell, _ clusters: SharedRaceSums.Clusters, _ cell: inout BetCell,
    _ sums: inout SharedRaceSums.Clusters
  ) {
    cell.add(own)
    sums.add(clusters)
  }
}
