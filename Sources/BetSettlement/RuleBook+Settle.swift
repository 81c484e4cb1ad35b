import Columns
import Racing

extension RuleBook {
  /// Settles a bet by these rules.
  ///
  /// - Units: millionths of the unit of money.
  /// - Accuracy: each part is rounded once, half to even.
  /// - Edge cases: a bet on a non-runner, or on a runner or race that was declared void, is void,
  ///   and so is one on a walkover, where the book has such a rule. A bet on a loser needs no
  ///   knowledge of withdrawn runners, for nothing is paid.
  ///
  /// - Parameters:
  ///   - bet: The bet.
  ///   - runner: The index of its runner in the race.
  ///   - race: The race.
  /// - Returns: What comes back, and why.
  /// - Throws: ``SettlementGap`` where a fact is missing, or the book has no such bet.
  public func settle(
    _ bet: RaceBet, on runner: Int, in race: RaceFacts
  ) throws(SettlementGap) -> BetReturn {
    guard offers(bet) else {
      throw SettlementGap(
        .notOffered, "\(bet.kind.rawValue) at \(bet.price.name) by the rules of \(name.rawValue)")
    }
    let entry = couplesEntries ? race.entry(of: runner) : [runner]
    if entry.contains(where: { race.runners[$0].outcome == .unresolved }) {
      throw SettlementGap(.resultUnknown, "the runner has no result")
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

  // MARK: - Implementation

  /// Whether the book has a bet of this kind at this price.
  private func offers(_ bet: RaceBet) -> Bool {
    guard kinds.contains(bet.kind), prices.contains(bet.price.name) else { return false }
    switch bet.price {
    // Bookmakers return no starting price of places.
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
  /// The runner that decides: of an entry the one that finished best.
  let runner: Int
  let race: RaceFacts
  /// The runner that the bet names.
  let named: Int
  /// The runners that the bet is on.
  let entry: [Int]

  /// The runner that decides.
  var selection: RaceRunner { race.runners[runner] }

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

  /// The runner's result as a sentence; of an entry that of its best.
  var result: String {
    let isEntry = entry != [named]
    let names = entry.map { race.runners[$0].name }.joined(separator: ", ")
    let whose = isEntry ? "One betting interest of \(names): \(selection.name)" : "It"
    guard let position = selection.position else {
      if selection.outcome == .lost { return "\(whose) lost; its position is not known." }
      let end = selection.outcome.name
      return isEntry
        ? "\(whose) did not finish (\(end)), and no other did."
        : "Its race ended as \(end), so it is not placed."
    }
    let tied = race.runners.count { $0.outcome == .finished && $0.position == position }
    let others = tied > 1 ? ", in a dead heat of \(tied)" : ""
    return "\(whose) finished in position \(position) of \(race.starterCount) starters\(others)."
  }

  /// The place market's result of a loser whose position is not known, as a sentence.
  var placeResult: [String] {
    guard selection.outcome == .lost, let won = selection.placeWon else { return [] }
    let all = race.runners.count { $0.outcome.isStarter && $0.placeWon == true }
    return [
      won
        ? "It is one of \(all) that the exchange's place market paid."
        : "The exchange's place market did not pay it."
    ]
  }

  /// A void bet: everything comes back.
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

  /// The amount at risk of a void lay; 0 if its price never came.
  private var voidLiability: Int64 {
    if bet.isLiability { return bet.stakeMicros }
    guard case .taken(let odds) = bet.price else { return 0 }
    return Deduction(odds: odds.ratio).winnings.applied(to: bet.stakeMicros)
  }
}
