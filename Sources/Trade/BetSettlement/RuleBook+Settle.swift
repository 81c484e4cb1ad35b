import Columns
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
    guard offers(bet) else {
      throw SettlementGap(
        .notOffered, "\(bet.kind.rawValue) at \(bet.price.name) by the rules of \(name.rawValue)")
    }
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
    let isPlace = bet.kind == .place || bet.kind == .placeLay
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

  /// Whether the book has a bet of this kind at this price.
  private func offers(_ bet: RaceBet) -> Bool {
    guard kinds.contains(bet.kind), prices.contains(bet.price.name) else { return false }
    switch bet.price {
    // Bookmakers return no starting price for places.
    case .sp: return bet.kind == .win || bet.kind == .eachWay
    // An each-way market has no starting price.
    case .bsp: return bet.kind != .eachWay
    case .taken, .tote: return true
    }
  }
}

/// The settlement of one bet.
struct Settling {
  let book: RuleBook
  let bet: RaceBet
  /// The runner that decides: in an entry, the best finisher.
  let runner: Int
  let race: BetRace
  /// The runner that the bet names.
  let named: Int
  /// The runners that the bet covers.
  let entry: [Int]

  /// The runner that decides.
  var selection: BetRunner { race.runners[runner] }

  /// The bet as a sentence's beginning.
  var ticket: String {
    let amount = Self.text(bet.stakeMicros)
    let at: String =
      switch bet.price {
      case .taken(let odds): "at \(odds)"
      case .sp: "at the starting price"
      case .bsp: "at the exchange's starting price"
      case .tote: "with the pool"
      }
    let what: String =
      switch bet.kind {
      case .win: "\(amount) to win"
      case .place: "\(amount) to be placed"
      case .eachWay: "\(amount) each way, \(Self.text(2 * bet.stakeMicros)) in all,"
      case .lay, .placeLay:
        (bet.isLiability ? "A liability of \(amount)" : "A backer's stake of \(amount)")
          + (bet.kind == .lay ? " laid to win" : " laid to be placed")
      }
    return "\(what) \(at) on \(race.runners[named].name)"
  }

  /// The runner's result as a sentence; for an entry, the result of its best runner.
  var result: String {
    let isEntry = entry != [named]
    let names = entry.map { race.runners[$0].name }.joined(separator: ", ")
    let whose = isEntry ? "One betting interest of \(names): \(selection.name)" : "It"
    guard let position = selection.position else {
      if selection.outcome == .lost { return "\(whose) lost; its position is not known." }
      if selection.outcome == .unresolved { return "Whether it won is not known." }
      let end = selection.outcome.name
      return isEntry
        ? "\(whose) did not finish (\(end)), and no other did."
        : "Its race ended as \(end)\(selection.placeWon ?? false ? "" : ", so it is not placed")."
    }
    let tied = race.runners.count { $0.outcome == .finished && $0.position == position }
    let others = tied > 1 ? ", in a dead heat of \(tied)" : ""
    return "\(whose) finished in position \(position) of \(race.starterCount) starters\(others)."
  }

  /// The place market's result of the runner as a sentence, if its position does not decide.
  func placeResult(_ terms: TicketTerms) -> [String] {
    guard let won = selection.placeWon,
      selection.hasUnknownPosition || isDecidedByMarket(terms)
    else { return [] }
    let all = race.runners.count { ($0.hasStarted ?? false) && $0.placeWon == true }
    return [
      won
        ? "It is one of \(all) that the exchange's place market paid."
        : "The exchange's place market did not pay it."
    ]
  }

  /// A void bet: the whole stake is paid back.
  func void() -> BetReturn {
    let staked = bet.kind.isLay ? voidLiability : totalStake
    let reason =
      switch selection.outcome {
      case .nonRunner: "The runner was withdrawn"
      case .void: "The race, or the runner's part in it, was declared void"
      default: "It walked over as the only starter"
      }
    return BetReturn(
      stakedMicros: staked, refundedMicros: staked, returnedMicros: staked, isVoid: true,
      explanation: [
        "\(ticket).", "\(reason): the bet is void and \(Self.text(staked)) is returned.",
      ])
  }

  /// The stakes of all parts of a back bet.
  var totalStake: Int64 { bet.kind == .eachWay ? 2 * bet.stakeMicros : bet.stakeMicros }

  /// An amount as text.
  static func text(_ micros: Int64) -> String { Decimal6(micros: micros).description }

  // MARK: - Implementation

  /// The amount at risk of a void lay; 0 if its price was never formed.
  private var voidLiability: Int64 {
    if bet.isLiability { return bet.stakeMicros }
    guard case .taken(let odds) = bet.price else { return 0 }
    return Deduction(odds: odds.ratio).winnings.applied(to: bet.stakeMicros)
  }
}
