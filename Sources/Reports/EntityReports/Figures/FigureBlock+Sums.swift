import Kernels
import Questions
import Racing

extension FigureBlock {
  /// Adds a row with its sums; there must be room.
  ///
  /// - Parameters:
  ///   - own: The row's sums.
  ///   - extra: Its optional sums; nil for none.
  ///   - window: The row's window.
  ///   - code: The row's entity.
  package mutating func append(
    _ own: borrowing FigureSums, _ extra: UnsafePointer<OptionalSums>?, _ window: WindowFacts,
    _ code: Int32
  ) {
    let row = appendRow()
    withUnsafePointer(to: own) { own in
      for place in FigureSums.sumPlaces {
        if let figure = place.figure { set(figure, row, place.value(own)) }
      }
    }
    set(form: own.weightedForm, row)
    set(.allRuns, row, window.runs)
    set(.allWins, row, window.wins)
    append(own.sequence, row)
    append(own.sp, row, .sp, .sp(of: own))
    append(own.tote, row, .tote, .tote(of: own))
    append(own.bsp, row, .bsp, .bsp(of: own, window.commission))
    // Safety: the caller keeps the cell valid during the call.
    guard let extra = extra?.pointee else { return }
    for group in columns.choice.bets {
      guard let bets = extra.bets[group] else { continue }
      append(
        bets, row, group, ReturnMoments(bets, of: group, in: columns.choice, window.commission))
    }
    let luck = columns.choice.luck == nil ? nil : extra.luck
    let priced =
      switch columns.choice.expectedMarket {
      case .sp: own.sp.count
      case .bsp: own.bsp.count
      default: luck?.bets ?? 0
      }
    let isOfSP = columns.choice.market == .sp
    let bets = isOfSP ? (own.sp.count, own.sp.profit) : (luck?.bets ?? 0, luck?.profit ?? 0)
    window.luck.compute(own, luck, priced: priced, bets: bets, code) { figure, value in
      set(figure, row, value)
    }
  }

  private func append(_ sequence: RunSequence, _ row: Int) {
    set(.longestLosingRun, row, Int64(sequence.longestLosingRun))
    set(.currentLosingRun, row, Int64(sequence.currentLosingRun))
    set(.drawdown, row, sequence.maxDrawdown)
    set(.pricedRuns, row, Int64(sequence.pricedCount))
    set(.lastDay, row, sequence.lastDay.map { Int64($0) } ?? RowSum.noDay)
    set(.form, row, FormText(sequence).packed)
  }

  private func append(
    _ bets: BetSums, _ row: Int, _ group: BetGroup, _ moments: ReturnMoments
  ) {
    let turnover = group.turnoverMicros(bets: bets.count)
    set(.bets(on: group), row, bets.count)
    set(.returned(on: group), row, bets.profit + turnover)
    set(.profit(on: group), row, bets.profit)
    set(.turnover(on: group), row, turnover)
    set(moments, row, on: group)
  }
}
