import Kernels
import Racing

extension EntityCells {
  /// Adds the surplus of a starter over a plain loss; call it before the cell counts the run.
  mutating func addEvent(
    _ chunk: borrowing StarterChunk, _ starter: Int, to cell: UnsafeMutablePointer<EntityCell>
  ) {
    // Safety: the cell is one of this value's, and no event is added while its pointer is in use.
    let event = addedEvent(to: cell)
    if chunk.prb[starter] < 0 {
      let shared = addedShared(to: event)
      shared.pointee.addUnrated(chunk.flags[starter])
    }
    event.pointee.add(chunk, starter, after: cell, commission)
  }

  private func net(_ profit: Int64) -> Int64 {
    profit - commission.commissionMicros(onMarketNet: profit)
  }

  /// Replaces an entity's runners in a race, each added as the only one, by their cluster.
  mutating func addCluster(_ chunk: borrowing StarterChunk, _ starters: Range<Int>, _ place: Int32)
  {
    let event = addedEvent(to: cells + Int(place))
    let shared = addedShared(to: event)
    findMembers(starters, of: place)
    for basis in PriceBasis.allCases {
      let flag = StarterFlags.flag(of: basis)
      var profit: Int64 = 0
      var bets: Int64 = 0
      // The single bets, as they were added.
      var single: (profit: Int64, squares: Int128) = (0, 0)
      for starter in members.values.lazy.map({ Int($0) }) where chunk.flags[starter] & flag != 0 {
        let gross = chunk.profit(starter, at: basis)
        let own = basis == .bsp ? net(gross) : gross
        profit += gross
        bets += 1
        single.profit += own
        single.squares += Int128(own) * Int128(own)
      }
      guard bets > 1 else { continue }
      let own = basis == .bsp ? net(profit) : profit
      let squares = Int128(own) * Int128(own) - single.squares
      let clusters = SharedRaceSums.Clusters(
        profitTimesBets: own * bets - own, betSquares: bets * bets - bets)
      switch basis {
      case .sp:
        event.pointee.spSquares += squares
        shared.pointee.sp.add(clusters)
      case .tote:
        event.pointee.toteSquares += squares
        shared.pointee.tote.add(clusters)
      case .bsp:
        // Commission depends on a market's net profit, so on all its bets together.
        event.pointee.bspProfit += own - single.profit
        event.pointee.bspSquares += squares
        shared.pointee.bsp.add(clusters)
      }
    }
  }
}
