/// An exchange's place market on a race, and the places that follow from the runners it paid.
///
/// With `m` finishers known to be in front, `W` runners that the market paid and `N` places that it
/// pays, a loser of unknown position has, for `k` paid positions:
/// ```
/// paid by it:  placed if k ≥ N or k ≥ W      not paid:  unplaced if k ≤ N or k ≤ W
/// ```
/// For N places the market's own result decides, even against the positions. If W is above N, some
/// paid runners tied for the last place; all payouts together are then N stakes.
///
/// - Edge cases: for other numbers of places a loser is unplaced if at most m positions, or only
///   the winner, are paid. A starter without a result may have been paid, unless N others are known
///   to be paid.
@frozen
public struct PlaceMarket: Hashable, Sendable, BitwiseCopyable {
  /// The number of places that it pays; nil if unknown.
  public let places: Int?
  /// The number of starters that it paid, leaders included.
  public let winners: Int
  /// The number of starters without a result.
  public let openCount: Int
  /// The number of finishers in front whose positions follow one another from the first.
  public let leaders: Int
  /// The last leader's position; 0 without leaders.
  public let frontPosition: Int
  /// The minimum number of places that its results and the positions in front allow.
  @usableFromInline let fewest: Int
  /// The maximum number of such places.
  @usableFromInline let most: Int
  /// Whether it paid a runner behind the leaders.
  @usableFromInline let paysBehind: Bool
  /// Whether a starter is known to be paid.
  @usableFromInline let paysAny: Bool

  /// Makes the market from the starters of a race.
  ///
  /// - Parameters:
  ///   - places: The number of places that the market pays; nil or 0 if unknown.
  ///   - starters: The starters' indices.
  ///   - position: Gives a starter's position; nil if unknown, 0 for a non-finisher.
  ///   - won: Gives the market's result of a starter; nil if there is none.
  @inlinable
  public init(
    places: Int?, starters: Range<Int>, position: (Int) -> Int?, won: (Int) -> Bool?
  ) {
    let places = places.flatMap { $0 > 0 ? $0 : nil }
    var (leaders, front, fewest, most) = (0, 0, 1, Int.max)
    var (winners, open) = (0, 0)
    var paysAny = false
    while true {
      var (next, count) = (Int.max, 0)
      for starter in starters {
        guard let own = position(starter), own > front, own <= next else { continue }
        (next, count) = (own, own == next ? count + 1 : 1)
      }
      // Finishers ahead of these are missing.
      guard count > 0, next <= leaders + 1 else { break }
      for starter in starters where position(starter) == next {
        switch won(starter) {
        case true?: (winners, fewest, paysAny) = (winners + 1, leaders + 1, true)
        case false?: most = min(most, leaders)
        case nil: open += 1
        }
      }
      // The market paid a leader without a result if its position is within the places, if it is
      // the winner, or if the market paid a runner behind it.
      if leaders < places ?? fewest { (winners, open) = (winners + open, 0) }
      if places != nil { open = 0 }
      (leaders, front) = (leaders + count, next)
    }
    var (paysBehind, openBehind) = (false, 0)
    for starter in starters {
      let own = position(starter)
      if let own, own > 0, own <= front { continue }
      switch won(starter) {
      case true?:
        (winners, paysBehind, fewest, paysAny) = (winners + 1, true, leaders + 1, true)
        // No number of places pays a non-finisher.
        if own == 0 { most = 0 }
      case false?: break
      case nil: openBehind += 1
      }
    }
    if paysBehind { (winners, open) = (winners + open, 0) }
    (self.places, self.leaders, frontPosition) = (places, leaders, front)
    (self.fewest, self.most, self.paysBehind) = (fewest, most, paysBehind)
    (self.winners, openCount, self.paysAny) = (winners, open + openBehind, paysAny)
  }

  /// The number of places of its bets.
  ///
  /// A market keeps the number that it was opened with, so later withdrawals leave it above the
  /// number for the starters. If it is not stored, it is the one of the given numbers that results
  /// and positions allow, or a number by which all paid runners are paid in full; without any paid
  /// runner, it is the number for the starters.
  ///
  /// - Parameter terms: The places for the starters, up to those for all declared runners.
  /// - Returns: The number; nil if several would pay different amounts, or results contradict the
  ///   positions.
  public func places(by terms: ClosedRange<Int>) -> Int? {
    if let places { return places }
    guard paysAny else { return terms.lowerBound }
    guard isConsistent else { return nil }
    if mostWinners <= terms.lowerBound { return terms.lowerBound }
    guard !paysBehind else { return nil }
    // More places than paid runners also pay each of them in full.
    let most = openCount == 0 ? min(most, max(winners, fewest)) : most
    let (low, high) = (max(terms.lowerBound, fewest), min(terms.upperBound, most))
    if low == high { return low }
    return low > high && fewest == most ? fewest : nil
  }

  /// The paid share of a stake in the market itself on a runner with a result.
  ///
  /// - Parameters:
  ///   - won: The market's result of the runner.
  ///   - places: The number of places of the market's bets.
  ///   - leader: The share of a leader by its position, for this number of places; nil for others.
  /// - Returns: The share, and whether it is the runner's own, not a mean; nil if the market paid
  ///   more runners than it has places, and positions do not explain it by a tie.
  public func payout(
    won: Bool, places: Int, leader: DeadHeatShare?
  ) -> (share: DeadHeatShare, isOwn: Bool)? {
    guard won else { return (.none, true) }
    if winners <= places { return (.full, true) }
    guard fewest <= places && places <= most else { return nil }
    if let leader { return (paysBehind ? .full : leader, true) }
    let share = DeadHeatShare(ahead: leaders, tied: winners - leaders, paid: places)
    return (share, share.numerator == share.denominator || share.numerator == 1)
  }

  /// Whether a loser of unknown position is placed.
  ///
  /// - Parameters:
  ///   - won: The market's result of the runner; nil if there is none.
  ///   - paid: Positions that are paid.
  /// - Returns: Whether its position is among them, ties at the last included; nil if unknown.
  public func isPlaced(won: Bool?, paid: Int) -> Bool? {
    if let won, paid == places { return won }
    guard paid > max(leaders, 1) else { return won ?? false && !isConsistent ? nil : false }
    return isPlaced(byResult: won, paid: paid)
  }

  /// Whether a runner is placed by the market's results alone.
  ///
  /// - Parameters:
  ///   - won: The market's result of the runner; nil if there is none.
  ///   - paid: Positions that are paid.
  /// - Returns: Whether its position is among them, ties at the last included; nil if results leave
  ///   it open.
  public func isPlaced(byResult won: Bool?, paid: Int) -> Bool? {
    if won ?? false { return paid >= min(places ?? .max, mostWinners) ? true : nil }
    let isBeaten = won != nil || isFull
    return isBeaten && paid <= max(places ?? 0, winners) ? false : nil
  }

  /// The paid share of a stake on a loser of unknown position.
  ///
  /// If runners tied for the market's last place and no source says which, each of them has the
  /// mean share, `(N − m) / (W − m)`: together they get what the market pays.
  ///
  /// - Parameters:
  ///   - won: The market's result of the runner; nil if there is none.
  ///   - paid: Positions that are paid.
  /// - Returns: The share, and whether it is the runner's own, not a mean; nil if neither is known.
  public func share(won: Bool?, paid: Int) -> (share: DeadHeatShare, isOwn: Bool)? {
    if let won, paid == places { return payout(won: won, places: paid, leader: nil) }
    guard let isPlaced = isPlaced(won: won, paid: paid) else { return nil }
    if !isPlaced { return (.none, true) }
    return paid >= mostWinners ? (.full, true) : nil
  }

  // MARK: - Implementation

  /// Whether some number of places agrees with the paid runners and the positions in front.
  private var isConsistent: Bool {
    fewest <= most && places.map { fewest <= $0 && $0 <= most } ?? true
  }

  /// Whether as many runners are known to be paid as the market has places.
  private var isFull: Bool { places.map { winners >= $0 } ?? false }

  /// The maximum number of starters that the market paid.
  private var mostWinners: Int { isFull ? winners : winners + openCount }
}
