extension ReturnInterval {
  /// A bet of the specification: its race, stake, price if known, and return.
  package typealias ReferenceBet = (race: Int, stake: Double, odds: Double?, returned: Double)

  /// The specification of ``interval``: the bets summed one by one, the ends by bisection.
  ///
  /// - Accuracy: some 10⁻¹² of an end, from the cancellation next to a root.
  package static func referenceInterval(bets: [ReferenceBet]) -> Interval? {
    let stake = Int64((bets.reduce(0) { $0 + $1.stake } * 1e6).rounded())
    let returned = Int64((bets.reduce(0) { $0 + $1.returned } * 1e6).rounded())
    let races = Dictionary(grouping: bets, by: \.race).values
    let stakeSquares = races.reduce(0) { sum, race in
      let stake = race.reduce(0) { $0 + $1.stake }
      return sum + stake * stake
    }
    let isPriced = bets.allSatisfy { $0.odds != nil }
    let interval =
      isPriced
      ? ReturnInterval(
        stake: stake, returned: returned,
        secondMoment: bets.reduce(0) { $0 + $1.stake * $1.stake * ($1.odds ?? 0) },
        stakeSquares: stakeSquares,
        betSquares: bets.reduce(0) { $0 + $1.stake * $1.stake },
        thirdMoment: bets.reduce(0) { sum, bet in
          let odds = bet.odds ?? 0
          return sum + bet.stake * bet.stake * bet.stake * odds * odds
        })
      : ReturnInterval(
        stake: stake, returned: returned,
        returnSquares: races.reduce(0) { sum, race in
          let returned = race.reduce(0) { $0 + $1.returned }
          return sum + returned * returned
        },
        stakeSquares: stakeSquares,
        betSquares: bets.reduce(0) { $0 + $1.stake * $1.stake })
    return interval.referenceInterval
  }

  /// The specification of the search: bisection until no number is left between the two.
  package var referenceInterval: Interval? {
    interval { z, above, below in
      guard let bracket = bracket(z: z, above: above, below: below) else { return below }
      var (low, high) = (bracket.low.theta, bracket.high.theta)
      while true {
        let middle = low + (high - low) / 2
        guard middle > low, middle < high else { return middle }
        if excess(at: middle, z: z) > 0 { low = middle } else { high = middle }
      }
    }
  }
}
