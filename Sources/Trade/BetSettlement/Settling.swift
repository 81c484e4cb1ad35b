import Racing

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
      case .named(let price): "at \(price.column)"
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
    guard bet.price.isFixed, let odds = try? odds() else { return 0 }
    return Deduction(odds: odds).winnings.applied(to: bet.stakeMicros)
  }
}
