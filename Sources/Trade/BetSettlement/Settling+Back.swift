import Columns
import Racing

/// One part of a back bet: the whole of it, or an each-way bet's part to win or to be placed.
private struct BackPart {
  let name: String
  let deduction: Deduction
  /// The denominator of the fraction of the winnings that is paid.
  let divisor: Int64
  let share: DeadHeatShare
}

extension Settling {
  /// Settles a bet for the runner.
  func back() throws(SettlementGap) -> BetReturn {
    let odds = try odds()
    let terms = bet.kind == .win ? nil : try terms()
    let winShare: DeadHeatShare =
      bet.kind == .place ? .none : try race.share(of: runner, paid: 1, byMarket: false)
    let placeShare = try placeShare(terms)
    var sentences = ["\(ticket).", result] + (terms.map { [$0.sentence] + placeResult($0) } ?? [])
    let isLoser =
      (bet.kind == .place || winShare.numerator == 0) && placeShare.numerator == 0
    var parts: [BackPart] = []
    do throws(SettlementGap) {
      let withdrawals = try withdrawals()
      if bet.kind != .place {
        let deduction = try deduction(from: odds, isPlace: false, withdrawals)
        sentences += deduction.sentences
        parts.append(BackPart(name: "Win", deduction: deduction, divisor: 1, share: winShare))
      }
      if let terms {
        let part = try placePart(odds, terms, placeShare, withdrawals)
        if parts.isEmpty || book.withdrawal == .ticket { sentences += part.deduction.sentences }
        parts.append(part)
      }
    } catch {
      guard isLoser, error.kind != .priceUnknown else { throw error }
      sentences.append("Deductions are not known, and nothing is paid that they could reduce.")
      parts = []
    }
    return added(up: parts, isPlaceVoid: terms?.isVoid ?? false, sentences)
  }

  // MARK: - Implementation

  /// The place part of an each-way bet, or a bet on a place alone.
  private func placePart(
    _ odds: Ratio, _ terms: TicketTerms, _ share: DeadHeatShare, _ withdrawals: [Withdrawal]
  ) throws(SettlementGap) -> BackPart {
    if bet.kind == .place {
      let deduction = try deduction(from: odds, isPlace: true, withdrawals)
      return BackPart(name: "Place", deduction: deduction, divisor: 1, share: share)
    }
    if let own = bet.placePrice {
      let deduction = try deduction(from: own.ratio, isPlace: true, withdrawals)
      return BackPart(name: "Place", deduction: deduction, divisor: 1, share: share)
    }
    guard let divisor = terms.divisor else {
      throw SettlementGap(.priceUnknown, "neither a place price nor a fraction of the win odds")
    }
    var deduction = try deduction(from: odds, isPlace: false, withdrawals)
    guard book.withdrawal == .reduction, !withdrawals.isEmpty else {
      return BackPart(name: "Place", deduction: deduction, divisor: divisor, share: share)
    }
    // The place price of a reduced each-way bet is rounded to a hundredth as the win price is.
    deduction.odds = ExchangeReduction(factor: Decimal6(micros: 0))!.eachWayPlacePrice(
      deduction.odds, divisor: divisor)
    return BackPart(name: "Place", deduction: deduction, divisor: 1, share: share)
  }

  /// Adds up the parts; a loser has none.
  private func added(
    up parts: [BackPart], isPlaceVoid: Bool, _ sentences: [String]
  ) -> BetReturn {
    var bet = BetReturn(
      stakedMicros: totalStake, returnedMicros: 0,
      oddsMicros: parts.first?.deduction.effectiveMicros,
      explanation: sentences)
    for part in parts where !(isPlaceVoid && part.name == "Place") {
      let micros = returned(part)
      bet.returnedMicros += micros
      bet.explanation.append(sentence(part, micros))
    }
    if isPlaceVoid {
      bet.refundedMicros = self.bet.stakeMicros
      bet.returnedMicros += self.bet.stakeMicros
      bet.isVoid = self.bet.kind == .place
      bet.explanation.append(
        "No more runners than places: \(Self.text(self.bet.stakeMicros)) to be placed is void and "
          + "returned.")
    }
    let verb =
      bet.returnedMicros == 0
      ? "Nothing is returned" : "In all \(Self.text(bet.returnedMicros)) is returned"
    bet.explanation.append("\(verb).")
    return bet
  }

  /// The stake times the paid share of the return of one unit, rounded once.
  private func returned(_ part: BackPart) -> Int64 {
    (part.share.ratio * part.deduction.returned(divisor: part.divisor)).applied(to: bet.stakeMicros)
  }

  private func sentence(_ part: BackPart, _ micros: Int64) -> String {
    let stake = Self.text(bet.stakeMicros)
    guard part.share.numerator > 0 else { return "\(part.name) part: \(stake) is lost." }
    let deduction = part.deduction
    let share =
      part.share.numerator == part.share.denominator
      ? "" : " × \(part.share.numerator)/\(part.share.denominator)"
    var odds = deduction.odds.text
    if part.divisor > 1 || deduction.winningsKept.isBelow(.one) {
      odds = "(1 + \(deduction.winnings.text)"
      if part.divisor > 1 { odds += " / \(part.divisor)" }
      if deduction.winningsKept.isBelow(.one) { odds += " × \(deduction.winningsKept.text)" }
      odds += ")"
    }
    let kept = deduction.ticketKept.isBelow(.one) ? " × \(deduction.ticketKept.text)" : ""
    return "\(part.name) part: \(stake)\(share) × \(odds)\(kept) = \(Self.text(micros))."
  }
}
