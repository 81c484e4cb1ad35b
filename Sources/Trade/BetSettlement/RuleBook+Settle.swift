import Racing

extension RuleBook {
  /// Settles a bet by these rules.
  ///
  /// - Units: millionths of the unit of money.
  /// - Accuracy: each part is rounded once, half to even.
  /// - Edge cases: a bet on a non-runner, or on a runner or race that was declared void, is void,
  ///   and so is a bet on a walkover if the book has such a rule. A bet on a loser needs no facts
  ///   of withdrawn runners, because nothing is paid. Runners without a result may have started or
  ///   not: a bet is settled if that makes no difference.
  ///
  /// - Parameters:
  ///   - bet: The bet.
  ///   - runner: The index of its runner in the race.
  ///   - race: The race.
  /// - Returns: The return and its explanation.
  /// - Throws: ``SettlementGap`` if a fact is missing, or the book has no such bet.
  public func settle(
    _ bet: RaceBet, on runner: Int, in race: BetRace
  ) throws(SettlementGap) -> BetReturn {
    guard offers(bet) else { throw notOffered(bet) }
    let open = race.unknownStarterCount
    let settled = Result { () throws(SettlementGap) in
      try settle(bet, on: runner, in: race, assuming: 0)
    }
    guard open > 0 else { return try settled.get() }
    for count in 1...open {
      let other = Result { () throws(SettlementGap) in
        try settle(bet, on: runner, in: race, assuming: count)
      }
      guard Self.areSame(settled, other) else {
        throw SettlementGap(
          .resultUnknown,
          "\(Self.withoutResult(open)), and the bet depends on how many runners started")
      }
    }
    var bet = try settled.get()
    if !bet.isVoid {
      bet.explanation.append("\(Self.withoutResult(open)), which makes no difference.")
    }
    return bet
  }

  // MARK: - Implementation

  private static func withoutResult(_ count: Int) -> String {
    count == 1 ? "1 runner has no result" : "\(count) runners have no result"
  }

  /// Whether two settlements pay the same, or neither is known.
  private static func areSame(
    _ left: Result<BetReturn, SettlementGap>, _ right: Result<BetReturn, SettlementGap>
  ) -> Bool {
    switch (left, right) {
    case (.success(let left), .success(let right)):
      left.stakedMicros == right.stakedMicros && left.refundedMicros == right.refundedMicros
        && left.returnedMicros == right.returnedMicros && left.isVoid == right.isVoid
    case (.failure, .failure): true
    default: false
    }
  }

  /// Settles a bet as if a given number of the runners without a result had started.
  private func settle(
    _ bet: RaceBet, on runner: Int, in race: BetRace, assuming starters: Int
  ) throws(SettlementGap) -> BetReturn {
    var race = race
    race.assumedStarterCount = starters
    let entry = couplesEntries ? race.entry(of: runner) : [runner]
    let isPlace = bet.kind.isOnPlace
    if entry.contains(where: { runner in
      let own = race.runners[runner]
      // The place market's result is enough for bets on a place.
      return own.outcome == .unresolved && !(isPlace && bet.price != .tote && own.placeWon != nil)
    }) {
      throw .noResult
    }
    func rank(_ runner: Int) -> Int { race.runners[runner].position ?? .max }
    let best = entry.min { (rank($0), $0) < (rank($1), $1) }!
    let settling = Settling(
      book: self, bet: bet, runner: best, race: race, named: runner, entry: entry)
    if [.nonRunner, .void].contains(race.runners[best].outcome) { return settling.void() }
    if race.isWalkover {
      guard voidsWalkovers else {
        throw SettlementGap(
          .walkoverUnknown,
          "what the rules of \(name.rawValue) say of a walkover: one runner started")
      }
      return settling.void()
    }
    if bet.price == .tote { return try settling.tote() }
    return bet.kind.isLay ? try settling.lay() : try settling.back()
  }
}

extension RuleBook {
  /// The gap of a bet that the book lacks.
  func notOffered(_ bet: RaceBet) -> SettlementGap {
    SettlementGap(
      .notOffered, "\(bet.kind.rawValue) at \(bet.price.name) by the rules of \(name.rawValue)")
  }

  /// Whether the book has a bet of its kind at its price.
  public func offers(_ bet: RaceBet) -> Bool {
    guard kinds.contains(bet.kind), prices.contains(bet.price.isFixed ? "taken" : bet.price.name)
    else { return false }
    switch bet.price {
    // Bookmakers return no starting price for places.
    case .sp: return bet.kind == .win || bet.kind == .eachWay
    // An each-way market has no starting price.
    case .bsp: return bet.kind != .eachWay
    // A bet on a place has a price of the place market, any other one of the win market.
    case .named(let price): return bet.kind.isOnPlace == price.isOfPlaceMarket
    case .taken, .tote: return true
    }
  }
}
