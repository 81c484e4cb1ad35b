import Racing

extension BetRace {
  /// The paid share of a stake on a runner.
  ///
  /// Finishers are counted, so that a source that prints `1, 1, 2` and one that prints `1, 1, 3`
  /// mean the same. A runner of unknown position has the share that the exchange's place market
  /// leaves it.
  ///
  /// - Parameters:
  ///   - runner: The runner's index.
  ///   - paid: Positions that are paid.
  ///   - byMarket: Whether results of the place market decide which runners of unknown position are
  ///     placed.
  /// - Returns: The share; none for a starter that did not finish.
  /// - Throws: ``SettlementGap`` if no winner is known, runners ahead are missing, or an unknown
  ///   position is needed.
  func share(
    of runner: Int, paid: Int, byMarket: Bool = true
  ) throws(SettlementGap) -> DeadHeatShare {
    if runners[runner].hasUnknownPosition {
      return try shareOfLoser(runner, paid: paid, byMarket: byMarket)
    }
    let positions = runners.compactMap { $0.outcome == .finished ? $0.position : nil }
    guard positions.contains(1) else {
      throw SettlementGap(.resultUnknown, "no runner is known to have won")
    }
    guard let own = runners[runner].position else { return .none }
    let ahead = positions.count { $0 < own }
    guard own <= ahead + 1 else {
      throw SettlementGap(
        .resultIncomplete, "position \(own) behind \(ahead) known finishers")
    }
    return DeadHeatShare(ahead: ahead, tied: positions.count { $0 == own }, paid: paid)
  }

  /// The paid share of a stake in the exchange's place market.
  ///
  /// The market's result of the runner decides if the bet pays as many places as the market.
  /// Otherwise the runner's position decides; results for other numbers of places may contradict
  /// it.
  ///
  /// - Parameters:
  ///   - runner: The runner's index.
  ///   - paid: Positions that are paid.
  /// - Returns: The share.
  /// - Throws: ``SettlementGap`` if a position is needed and not known, or contradicted.
  func marketShare(of runner: Int, paid: Int) throws(SettlementGap) -> DeadHeatShare {
    let own = runners[runner]
    guard let won = own.placeWon else { return try share(of: runner, paid: paid) }
    let market = placeMarket(byMarket: true)
    if paid == market.places {
      let position = own.position ?? 0
      let isLeader = position > 0 && position <= market.frontPosition
      let leader = isLeader ? try share(of: runner, paid: paid) : nil
      return try ownShare(
        market.payout(won: won, places: paid, leader: leader), of: runner, paid: paid, market)
    }
    let share = try share(of: runner, paid: paid)
    let isPlaced = market.isPlaced(byResult: won, paid: paid) ?? (share.numerator > 0)
    guard isPlaced == (share.numerator > 0) else { throw contradiction(runner, paid: paid) }
    return share
  }

  /// Refuses a share that depends on whether runners without a result tied with a finisher.
  ///
  /// - Parameters:
  ///   - runner: The finisher's index.
  ///   - paid: Positions that are paid.
  /// - Throws: ``SettlementGap`` `.resultUnknown` if a paid position may be shared. Winners are
  ///   known, and a finisher in the very next position shows that no tied runner is missing.
  func checkTies(of runner: Int, paid: Int) throws(SettlementGap) {
    let positions = runners.compactMap { $0.outcome == .finished ? $0.position : nil }
    let open = runners.count { $0.outcome == .unresolved }
    guard open > 0, let own = runners[runner].position, own > 1 else { return }
    let (ahead, upTo) = (positions.count { $0 < own }, positions.count { $0 <= own })
    let next = positions.filter { $0 > own }.min() ?? .max
    guard ahead < paid, paid < upTo + open, next > upTo + 1 else { return }
    throw SettlementGap(
      .resultUnknown,
      "\(open) \(open == 1 ? "runner has" : "runners have") no result and may have shared "
        + "position \(own)")
  }

  /// The number of places of the exchange's place market as reports find it, for a race that does
  /// not state it.
  ///
  /// The market keeps the number that it was opened with, between those of the country's terms for
  /// the starters and for all declared runners; its results choose among them.
  ///
  /// - Edge cases: nil if the market paid no runner, or if its results leave several numbers.
  package var reportedPlaces: Int? {
    guard runners.contains(where: { $0.placeWon ?? false }) else { return nil }
    let withdrawn = runners.count { $0.outcome == .nonRunner }
    let places = [interestCount, interestCount + withdrawn].map { count in
      PlaceTable.standard.reportedPlaces(
        country: country ?? "", starters: count, isHandicap: isHandicap, on: day)
    }
    return placeMarket(byMarket: true).places(by: places[0]...max(places[0], places[1]))
  }

  // MARK: - Implementation

  private func placeMarket(byMarket: Bool) -> PlaceMarket {
    PlaceMarket(
      places: byMarket ? placeWinners : nil, starters: runners.indices,
      position: { runners[$0].hasUnknownPosition ? nil : runners[$0].position ?? 0 },
      won: { runner in
        guard runners[runner].hasStarted ?? true else { return false }
        return byMarket ? runners[runner].placeWon : nil
      })
  }

  private func shareOfLoser(
    _ runner: Int, paid: Int, byMarket: Bool
  ) throws(SettlementGap) -> DeadHeatShare {
    let market = placeMarket(byMarket: byMarket)
    let own = byMarket ? runners[runner].placeWon : nil
    // A runner without a result may have won.
    if runners[runner].outcome == .unresolved, paid <= max(market.leaders, 1), paid != market.places
    {
      throw .noResult
    }
    return try ownShare(market.share(won: own, paid: paid), of: runner, paid: paid, market)
  }

  /// Returns a share of the market if it is the runner's own, not a mean.
  private func ownShare(
    _ found: (share: DeadHeatShare, isOwn: Bool)?, of runner: Int, paid: Int, _ market: PlaceMarket
  ) throws(SettlementGap) -> DeadHeatShare {
    guard let (share, isOwn) = found else {
      let isDecided = paid == market.places && runners[runner].placeWon != nil
      guard !isDecided, runners[runner].hasUnknownPosition else {
        throw contradiction(runner, paid: paid)
      }
      let end = runners[runner].outcome == .lost ? "lost, its" : "has no result, its"
      throw SettlementGap(
        .resultUnknown,
        "\(runners[runner].name) \(end) position is not known, and \(paid) places are paid")
    }
    guard isOwn else {
      throw SettlementGap(
        .resultIncomplete,
        "\(market.winners) runners are paid for \(paid) places, and it is not known which of them "
          + "tied")
    }
    return share
  }

  private func contradiction(_ runner: Int, paid: Int) -> SettlementGap {
    let own = runners[runner]
    let market = own.placeWon ?? false ? "paid \(own.name)" : "did not pay \(own.name)"
    return SettlementGap(
      .resultUnknown,
      "the exchange's place market \(market), which contradicts the positions for \(paid) places")
  }
}
