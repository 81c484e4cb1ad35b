/// The places of losers whose position is not known, as an exchange's place market settled them.
///
/// Of `m` finishers known to be in front, `W` runners that the market paid and `N` places that it
/// pays, for `k` paid positions:
/// ```
/// paid by it:  placed if k ≥ N or k ≥ W      not paid:  unplaced if k ≤ N or k ≤ W
/// ```
/// With W above N some of its runners tied for the last place; all its payouts are N stakes then.
///
/// - Edge cases: a loser is unplaced where at most m positions, or the winner alone, are paid. A
///   starter whose result is missing may have been paid, unless N others are known to be.
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

  /// Looks through the starters of a race.
  ///
  /// - Parameters:
  ///   - places: The places that the market pays; nil or 0 where they are not known.
  ///   - starters: The starters' indices.
  ///   - position: Gives a starter's position; 0 where it has none.
  ///   - won: Gives the market's result of a starter; nil where it lacks one.
  @inlinable
  public init(
    places: Int?, starters: Range<Int>, position: (Int) -> Int, won: (Int) -> Bool?
  ) {
    self.places = places.flatMap { $0 > 0 ? $0 : nil }
    var leaders = 0
    while true {
      let next = starters.count { position($0) == leaders + 1 }
      guard next > 0 else { break }
      leaders += next
    }
    self.leaders = leaders
    var (winners, openCount) = (0, 0)
    for starter in starters {
      // A market that lacks a leader's result has paid it all the same.
      switch won(starter) ?? (1...max(1, leaders) ~= position(starter) ? true : nil) {
      case true?: winners += 1
      case false?: break
      case nil: openCount += 1
      }
    }
    (self.winners, self.openCount) = (winners, openCount)
  }

  /// Whether a loser of unknown position is placed.
  ///
  /// - Parameters:
  ///   - won: The market's result of it; nil where it lacks one.
  ///   - paid: Positions that are paid.
  /// - Returns: Whether its position is among them, ties at the last included; nil where that is
  ///   not known.
  public func isPlaced(won: Bool?, paid: Int) -> Bool? {
    guard paid > max(leaders, 1) else { return false }
    if won ?? false { return paid >= min(places ?? .max, mostWinners) ? true : nil }
    let isBeaten = won != nil || isFull
    return isBeaten && paid <= max(places ?? 0, winners) ? false : nil
  }

  /// The paid share of a stake on a loser of unknown position.
  ///
  /// Of runners that tied for the market's last place, but nobody says which, each has the mean of
  /// the shares, `(N − m) / (W − m)`: together they are paid what the market pays.
  ///
  /// - Parameters:
  ///   - won: The market's result of it; nil where it lacks one.
  ///   - paid: Positions that are paid.
  /// - Returns: The share, and whether it is the runner's own and no mean; nil where neither is
  ///   known.
  public func share(won: Bool?, paid: Int) -> (share: DeadHeatShare, isOwn: Bool)? {
    guard let isPlaced = isPlaced(won: won, paid: paid) else { return nil }
    if !isPlaced { return (.none, true) }
    if paid >= mostWinners { return (DeadHeatShare(ahead: 0, tied: 1, paid: 1), true) }
    guard paid == places, winners > leaders else { return nil }
    let share = DeadHeatShare(ahead: leaders, tied: winners - leaders, paid: paid)
    return (share, share.numerator == share.denominator || share.numerator == 1)
  }

  // MARK: - Implementation

  /// Whether as many are known to be paid as the market has places.
  private var isFull: Bool { places.map { winners >= $0 } ?? false }

  /// The starters that the market paid, at most.
  private var mostWinners: Int { isFull ? winners : winners + openCount }
}
