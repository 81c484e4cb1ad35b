import BetSettlement
import Columns
import Racing

/// A bet with its race, its runner and its result.
public struct SettledLine: Dated, Sendable {
  /// The bet as in the file.
  public let bet: PlacedBet
  /// The race; nil if none, or no unique one, is stored.
  public let race: BetRace?
  /// The runner's index in the race.
  public let runner: Int?
  /// The return, or the reason why it is unknown.
  public let outcome: Result<BetReturn, SettlementGap>
  /// The bet's part of its market's commission, in millionths.
  public internal(set) var commissionMicros: Int64 = 0
  /// The net profit of its account up to and including this bet, in the order of time.
  public internal(set) var runningMicros: Int64 = 0

  /// The race day.
  public var day: Day { bet.row.day }

  /// The return; nil if it is unknown.
  public var settled: BetReturn? { try? outcome.get() }

  /// The reason why the return is unknown; nil for a settled bet.
  public var gap: SettlementGap? {
    if case .failure(let gap) = outcome { gap } else { nil }
  }

  /// The runner.
  public var selection: BetRunner? { runner.flatMap { race?.runners[$0] } }

  /// Profit after commission, in millionths; nil if the bet is not settled.
  public var netMicros: Int64? { settled.map { $0.profitMicros - commissionMicros } }

  /// The word for the state of the bet.
  public var state: String {
    switch outcome {
    case .failure: "unsettled"
    case .success(let settled): settled.isVoid ? "void" : "settled"
    }
  }

  /// The closing-line value against the bookmakers' starting price, in millionths.
  ///
  /// - Edge cases: nil for place bets, which have no such price.
  public var closingSP: Int64? { isOnWin ? closing(selection?.spMicros) : nil }

  /// The closing-line value against the exchange's price of the same market, in millionths.
  public var closingBSP: Int64? {
    closing(isOnWin ? selection?.bspMicros : selection?.placeBSPMicros)
  }

  // MARK: - Implementation

  private var isOnWin: Bool {
    bet.bet.map { !$0.kind.isOnPlace } ?? false
  }

  /// Computes `taken / closing − 1`, for a lay `closing / taken − 1`, if the bet's price was taken.
  ///
  /// The price taken counts after deductions, because the closing price excludes withdrawn runners.
  private func closing(_ price: Int64?) -> Int64? {
    guard let own = bet.bet, own.price.isFixed, let settled, !settled.isVoid,
      let taken = settled.oddsMicros, let price, price > 0, taken > 0
    else { return nil }
    let (above, below) = own.kind.isLay ? (price, taken) : (taken, price)
    return Rounding.halfEven(above, times: Decimal6.one, dividedBy: below) - Decimal6.one
  }
}
