import Columns
import Kernels
import Racing

/// Sums of an entity's runs of one age band that only some reports ask for.
struct ExtraCell: BitwiseCopyable, Sendable, Equatable {
  var eachWay = BetSums()
  var placeTote = BetSums()
  var placeBSP = BetSums()
  var layBSP = BetSums()
  var luck = LuckSums()

  /// The bets of a group; nil for those that every report sums up.
  subscript(group: BetGroup) -> BetSums? {
    switch group {
    case .sp, .tote, .bsp: nil
    case .eachWay: eachWay
    case .placeTote: placeTote
    case .placeBSP: placeBSP
    case .layBSP: layBSP
    }
  }

  /// Adds the bets on one race.
  mutating func add(_ group: BetGroup, profit: Int64, bets: Int64) {
    switch group {
    case .sp, .tote, .bsp: preconditionFailure("every report sums up the bets of \(group)")
    case .eachWay: eachWay.add(profit: profit, bets: bets)
    case .placeTote: placeTote.add(profit: profit, bets: bets)
    case .placeBSP: placeBSP.add(profit: profit, bets: bets)
    case .layBSP: layBSP.add(profit: profit, bets: bets)
    }
  }

  /// Adds the sums of other runs.
  mutating func add(_ other: ExtraCell) {
    eachWay.add(other.eachWay)
    placeTote.add(other.placeTote)
    placeBSP.add(other.placeBSP)
    layBSP.add(other.layBSP)
    luck.add(other.luck)
  }
}
