import Columns
import Racing

/// The odds of a bet after the deductions for withdrawn runners.
struct Deduction {
  /// The odds; an exchange reduces them at once.
  var odds: Ratio
  /// The part of each unit of winnings that is kept.
  var winningsKept = Ratio.one
  /// The part of each unit of the whole return that is kept.
  var ticketKept = Ratio.one
  /// The deductions as sentences.
  var sentences: [String] = []

  /// The winnings of one unit before deductions.
  var winnings: Ratio { Ratio(odds.numerator - odds.denominator, over: odds.denominator) }

  /// The odds after all deductions, in millionths, rounded half to even.
  var effectiveMicros: Int64 { returned(divisor: 1).applied(to: Decimal6.one) }

  /// Settles one unit: `(1 + winnings / divisor · kept) · kept of the ticket`.
  ///
  /// - Parameter divisor: The denominator of the fraction of the winnings that is paid.
  /// - Returns: The payout, the stake included.
  func returned(divisor: Int64) -> Ratio {
    let whole = odds.denominator * Int128(divisor) * winningsKept.denominator
    let won = winnings.numerator * winningsKept.numerator
    return Ratio(whole + won, over: whole) * ticketKept
  }
}

extension Settling {
  /// The withdrawals that reduce the bet: those after it was struck, in the order of time.
  ///
  /// A bet at a starting price has none: that price is formed without the withdrawn runners. Only
  /// the liability of a lay at the exchange's starting price is fixed earlier.
  ///
  /// - Throws: ``SettlementGap`` if times are missing.
  func withdrawals() throws(SettlementGap) -> [Withdrawal] {
    let isFixed = bet.price.isFixed || bet.isLiability
    guard isFixed, !bet.isStruckAtOff, book.withdrawal != nil else { return [] }
    if let horse = race.unknownWithdrawals.first {
      throw SettlementGap(.withdrawalUnknown, "when \(horse) was withdrawn")
    }
    guard !race.withdrawals.isEmpty else { return [] }
    guard let placedAt = bet.placedAt else {
      throw SettlementGap(.placedUnknown, "when the bet was struck, and a runner was withdrawn")
    }
    return race.withdrawals.filter { $0.at > placedAt }.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }.map(\.element)
  }

  /// Returns a price after the deductions for withdrawals.
  ///
  /// - Parameters:
  ///   - odds: The odds before.
  ///   - isPlace: Whether the odds are of a place market.
  ///   - withdrawals: The withdrawals after the bet was struck.
  /// - Returns: The deduction.
  /// - Throws: ``SettlementGap`` if a withdrawn runner's price, deduction or factor is missing.
  func deduction(
    from odds: Ratio, isPlace: Bool, _ withdrawals: [Withdrawal]
  ) throws(SettlementGap) -> Deduction {
    var deduction = Deduction(odds: odds)
    guard !withdrawals.isEmpty, bet.price.isFixed, let rule = book.withdrawal else {
      return deduction
    }
    switch rule {
    case .winningsSummed: try deductSum(withdrawals, from: &deduction)
    case .winningsOneByOne: try deductEach(withdrawals, from: &deduction)
    case .ticket: try deductTicket(withdrawals, isPlace: isPlace, from: &deduction)
    case .reduction: try reduce(withdrawals, isPlace: isPlace, &deduction)
    }
    return deduction
  }

  /// The reduction factor of a withdrawn runner in the bet's market.
  ///
  /// - Throws: ``SettlementGap`` `.deductionUnknown` if it is unknown.
  func reduction(_ horse: Withdrawal, isPlace: Bool) throws(SettlementGap) -> ExchangeReduction {
    guard let factor = isPlace ? horse.placeFactor : horse.factor,
      let reduction = ExchangeReduction(factor: factor)
    else {
      throw SettlementGap(
        .deductionUnknown, "the \(isPlace ? "place " : "")reduction factor of \(horse.name)")
    }
    return reduction
  }

  // MARK: - Implementation

  private func pence(_ horse: Withdrawal) throws(SettlementGap) -> Int64 {
    guard let price = horse.price, let scale = book.scale else {
      throw SettlementGap(.deductionUnknown, "the price at which \(horse.name) was withdrawn")
    }
    return scale.pence(for: price)
  }

  /// Rule 4: pence of several runners add up, are capped, and are waived if the sum is small.
  private func deductSum(
    _ withdrawals: [Withdrawal], from deduction: inout Deduction
  ) throws(SettlementGap) {
    var all: [Int64] = []
    for horse in withdrawals {
      all.append(try pence(horse))
      deduction.sentences.append(
        "\(horse.name) was withdrawn at \(horse.price!) after the bet: \(all.last!) in 100 of the "
          + "winnings are deducted.")
    }
    var sum = min(all.reduce(0, +), book.capPence)
    if sum > 0, sum <= book.waivedPence {
      deduction.sentences.append("A total of \(sum) in 100 is waived.")
      sum = 0
    } else if all.count > 1 {
      deduction.sentences.append("Together \(sum) in 100 are deducted, \(book.capPence) at most.")
    }
    deduction.winningsKept = Ratio(Int128(100 - sum), over: 100)
  }

  private func deductEach(
    _ withdrawals: [Withdrawal], from deduction: inout Deduction
  ) throws(SettlementGap) {
    for horse in withdrawals {
      let pence = try pence(horse)
      let kept = (deduction.winningsKept * Ratio(Int128(100 - pence), over: 100)).reduced
      // Up to twelve deductions in twentieths are exact. With more of them the fraction would
      // overflow the products of a return, so it keeps fifteen decimals.
      let parts: Int64 = 1_000_000_000_000_000
      deduction.winningsKept =
        kept.denominator <= 5 * Int128(parts)
        ? kept : Ratio(Int128(kept.applied(to: parts)), over: Int128(parts))
      deduction.sentences.append(
        "\(horse.name) was withdrawn at \(horse.price!) after the bet: \(pence) in 100 of what is "
          + "left of the winnings are deducted.")
    }
  }

  private func deductTicket(
    _ withdrawals: [Withdrawal], isPlace: Bool, from deduction: inout Deduction
  ) throws(SettlementGap) {
    let dollar = 100 * Decimal6.one
    var kept = dollar
    for horse in withdrawals {
      guard let cents = isPlace ? horse.placeCents : horse.cents else {
        throw SettlementGap(
          .deductionUnknown, "the \(isPlace ? "place " : "")deduction for \(horse.name)")
      }
      kept = max(kept - cents.micros, 0)
      deduction.sentences.append(
        "\(horse.name) was withdrawn after the bet: \(cents) cents in each "
          + "dollar that is paid \(isPlace ? "for a place" : "to win") are deducted, "
          + "with the stake."
      )
    }
    deduction.ticketKept = Ratio(Int128(kept), over: Int128(dollar))
  }

  private func reduce(
    _ withdrawals: [Withdrawal], isPlace: Bool, _ deduction: inout Deduction
  ) throws(SettlementGap) {
    for horse in withdrawals {
      let reduction = try reduction(horse, isPlace: isPlace)
      let before = deduction.odds
      deduction.odds = isPlace ? reduction.placePrice(before) : reduction.winPrice(before)
      let stays = !deduction.odds.isBelow(before) && !before.isBelow(deduction.odds)
      deduction.sentences.append(
        "\(horse.name) was removed after the bet, reduction factor \(reduction.factor) %: "
          + (stays ? "the price stays." : "the price becomes \(deduction.odds.text)."))
    }
  }
}
