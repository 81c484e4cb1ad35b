/// An exchange's place market on a race, and the places that follow from the runners it paid.
///
/// Of `m` finishers known to be in front, `W` runners that the market paid and `N` places that it
/// pays, a loser of unknown position has, for `k` paid positions:
/// ```
/// paid by it:  placed if k ≥ N or k ≥ W      not paid:  unplaced if k ≤ N or k ≤ W
/// ```
/// For N places the market's own result decides, whatever positions say. With W above N some of its
/// runners tied for the last place; all its payouts are N stakes then.
///
/// - Edge cases: for other places a loser is unplaced where at most m positions, or the winner
///   alone, are paid. A starter whose result is missing may have been paid, unless N others are
///   known to be.
@frozen
public struct PlaceMarket: Hashable, Sendable, BitwiseCopyable {
  /// The places that it pays; nil where they are not known.
  public let places: Int?
  /// The starters that it paid, the leaders among them.
  public let winners: Int
  /// The starters whose result it lacks.
  public let openCount: Int
  /// The finishers in front whose positions follow one another from the first.
  public let leaders: Int
  /// The position of the last of them; 0 without any.
  public let frontPosition: Int
  /// The fewest places that its results and the positions in front allow.
  @usableFromInline let fewest: Int
  /// The most of them.
  @usableFromInline let most: Int
  /// Whether it paid a runner that is no leader.
  @usableFromInline let paysBehind: Bool
  /// Whether a starter is known to be paid.
  @usableFromInline let paysAny: Bool

  /// Looks through the starters of a race.
  ///
  /// - Parameters:
  ///   - places: The places that the market pays; nil or 0 where they are not known.
  ///   - starters: The starters' indices.
  ///   - position: Gives a starter's position; nil where it is not known, 0 of one that did not
  ///     finish.
  ///   - won: Gives the market's result of a starter; nil where it lacks one.
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
      // A market that lacks a leader's result has paid it within its places, as its winner, and
      // where it paid one behind.
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
        // No number of places pays one that did not finish.
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
  /// A market keeps the number that it was opened with, so that runners withdrawn later leave it
  /// above the number for the starters. Where it is not stored, it is one of the given ones that
  /// results and positions leave, or one by which all runners that it paid are paid in full;
  /// without any runner that it paid, the one for the starters.
  ///
  /// - Parameter terms: The places for the starters, up to those for all declared runners.
  /// - Returns: The number; nil where several would pay different amounts, or results contradict
  ///   the positions.
  public func places(by terms: ClosedRange<Int>) -> Int? {
    if let places { return places }
    guard paysAny else { return terms.lowerBound }
    guard isConsistent else { return nil }
    if mostWinners <= terms.lowerBound { return terms.lowerBound }
    guard !paysBehind else { return nil }
    // More places than runners that it paid pay each of them in full too.
    let most = openCount == 0 ? min(most, max(winners, fewest)) : most
    let (low, high) = (max(terms.lowerBound, fewest), min(terms.upperBound, most))
    if low == high { return low }
    return low > high && fewest == most ? fewest : nil
  }

  /// The paid share of a stake in the market itself on a runner whose result it has.
  ///
  /// - Parameters:
  ///   - won: The market's result of it.
  ///   - places: The places of the market's bets.
  ///   - leader: The share of a leader by its position, for so many places; nil of other runners.
  /// - Returns: The share, and whether it is the runner's own and no mean; nil where the market
  ///   paid more runners than it has places, and positions do not explain it by a tie.
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
  ///   - won: The market's result of it; nil where it lacks one.
  ///   - paid: Positions that are paid.
  /// - Returns: Whether its position is among them, ties at the last included; nil where that is
  ///   not known.
  public func isPlaced(won: Bool?, paid: Int) -> Bool? {
    if let won, paid == places { return won }
    guard paid > max(leaders, 1) else { return won ?? false && !isConsistent ? nil : false }
    return isPlaced(byResult: won, paid: paid)
  }

  /// Whether a runner is placed by the market's results alone.
  ///
  /// - Parameters:
  ///   - won: The market's result of it; nil where it lacks one.
  ///   - paid: Positions that are paid.
  /// - Returns: Whether its position is among them, ties at the last included; nil where results do
  ///   not say.
  public func isPlaced(byResult won: Bool?, paid: Int) -> Bool? {
    if won ?? false { return paid >= min(places ?? .max, mostWinners) ? true : nil }
    let isBeaten = won != nil || isFull
    return isBeaten && paid <= max(places ?? 0, winners) ? false : nil
  }

  /// The paid share of a stake on a loser of unknown position.
  ///
  /// Of runners that tied for the market's last place, without a source that says which, each has
  /// the mean of the shares, `(N − m) / (W − m)`: together they are paid what the market pays.
  ///
  /// - Parameters:
  ///   - won: The market's result of it; nil where it lacks one.
  ///   - paid: Positions that are paid.
  /// - Returns: The share, and whether it is the runner's own and no mean; nil where neither is
  ///   known.
  public func share(won: Bool?, paid: Int) -> (share: DeadHeatShare, isOwn: Bool)? {
    if let won, paid == places { return payout(won: won, places: paid, leader: nil) }
    guard let isPlaced = isPlaced(won: won, paid: paid) else { return nil }
    if !isPlaced { return (.none, true) }
    return paid >= mostWinners ? (.full, true) : nil
  }

  // MARK: - Implementation

  /// Whether some number of places pays the runners that it paid, with the positions in front.
  private var isConsistent: Bool {
    fewest <= most && places.map { fewest <= $0 && $0 <= most } ?? true
  }

  /// Whether as many are known to be paid as the market has places.
  private var isFull: Bool { places.map { winners >= $0 } ?? false }

  /// The starters that the market paid, at most.
  private var mostWinners: Int { isFull ? winners : winners + openCount }
}
