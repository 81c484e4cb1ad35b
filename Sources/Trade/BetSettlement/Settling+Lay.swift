import Columns
import Racing

extension Settling {
  /// Settles a bet against the runner.
  ///
  /// With the backer's stake s at odds o and the paid share p, the layer risks `s · (o − 1)` and
  /// gets back `s · o · (1 − p)`.
  func lay() throws(SettlementGap) -> BetReturn {
    let odds = try odds()
    guard !odds.isBelow(ExchangeReduction.floor) else {
      throw SettlementGap(
        .priceUnknown, "odds of \(odds.text) of \(selection.name), below the exchange's lowest")
    }
    let isPlace = bet.kind == .placeLay
    let terms = isPlace ? try terms() : nil
    let share =
      isPlace ? try placeShare(terms) : try race.share(of: runner, paid: 1, byMarket: false)
    let withdrawals = try withdrawals()
    let deduction = try deduction(from: odds, isPlace: isPlace, withdrawals)
    var sentences = ["\(ticket).", result] + (terms.map { [$0.sentence] + placeResult($0) } ?? [])
    let liability = try liability(isPlace: isPlace, withdrawals, &sentences)
    sentences += deduction.sentences
    let amounts = Amounts(odds, deduction, liability ?? bet.stakeMicros, liability != nil)
    let staked = amounts.staked
    if terms?.isVoid ?? false {
      sentences.append(
        "No more runners than places: the bet is void and \(Self.text(staked)) is returned.")
      return BetReturn(
        stakedMicros: staked, refundedMicros: staked, returnedMicros: staked,
        oddsMicros: deduction.effectiveMicros, isVoid: true, explanation: sentences)
    }
    let returned = amounts.returned(share)
    sentences.append(
      "The liability is \(amounts.stake) × \(deduction.winnings.text) = \(Self.text(staked)).")
    sentences.append(
      share.numerator == share.denominator
        ? "The backer is paid: the liability is lost."
        : "The backer loses \(Self.lost(share)): \(Self.text(returned)) is returned.")
    return BetReturn(
      stakedMicros: staked, returnedMicros: returned, oddsMicros: deduction.effectiveMicros,
      explanation: sentences)
  }

  // MARK: - Implementation

  /// The part of the backer's stake that loses, in words.
  private static func lost(_ share: DeadHeatShare) -> String {
    share.numerator == 0
      ? "the stake"
      : "\(share.denominator - share.numerator)/\(share.denominator) of the stake"
  }

  /// The amounts of a lay, each rounded once.
  private struct Amounts {
    /// The backer's stake, or the liability, in millionths.
    private let micros: Int64
    /// The backer's stake per unit of `micros`.
    private let backed: Ratio
    /// The odds after reductions.
    private let deduction: Deduction

    /// - Parameters:
    ///   - odds: The odds at which the backer's stake follows from a liability.
    ///   - deduction: The odds after reductions.
    ///   - micros: The backer's stake, or the liability.
    ///   - isLiability: Whether `micros` is the liability.
    init(_ odds: Ratio, _ deduction: Deduction, _ micros: Int64, _ isLiability: Bool) {
      self.micros = micros
      self.deduction = deduction
      backed = isLiability ? Ratio(odds.denominator, over: odds.numerator - odds.denominator) : .one
    }

    /// The backer's stake as text, rounded.
    var stake: String { Settling.text(backed.applied(to: micros)) }

    /// The layer's largest loss.
    var staked: Int64 { (backed * deduction.winnings).applied(to: micros) }

    /// Returns the amount that the layer gets back.
    func returned(_ share: DeadHeatShare) -> Int64 {
      let lost = Ratio(
        Int128(share.denominator - share.numerator), over: Int128(share.denominator))
      return (backed * deduction.odds * lost).applied(to: micros)
    }
  }

  /// The liability after removals, which reduce a liability that was fixed before there was a
  /// price; nil for a lay by the backer's stake.
  private func liability(
    isPlace: Bool, _ withdrawals: [Withdrawal], _ sentences: inout [String]
  ) throws(SettlementGap) -> Int64? {
    guard bet.isLiability else { return nil }
    guard case .bsp = bet.price else { return bet.stakeMicros }
    var micros = bet.stakeMicros
    for horse in withdrawals {
      let reduction = try reduction(horse, isPlace: isPlace)
      if isPlace {
        micros = reduction.placeLayLiabilityMicros(micros)
      } else {
        guard let own = bet.ownFactor, own.micros < 100 * Decimal6.one else {
          throw SettlementGap(.factorUnknown, "the reduction factor of \(selection.name)")
        }
        micros = reduction.winLayLiabilityMicros(micros, ownFactor: own)
      }
      sentences.append(
        "\(horse.name) was removed after the bet, reduction factor \(reduction.factor) %: the "
          + "liability becomes \(Self.text(micros)).")
    }
    return micros
  }
}
