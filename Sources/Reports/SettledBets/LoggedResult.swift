import BetSettlement
import Columns

/// The result of a bet as its log states it.
public struct LoggedResult: Equatable, Sendable {
  /// The log's word; nil if it has none.
  public let word: String?
  /// The profit, in millionths; nil if the log has none.
  public let profitMicros: Int64?
  /// The return, stake included, in millionths; nil if the log has none.
  public let returnedMicros: Int64?

  /// Takes what a row states; nil if it states nothing.
  init?(word: String?, profitMicros: Int64?, returnedMicros: Int64?) {
    guard word != nil || profitMicros != nil || returnedMicros != nil else { return nil }
    self.word = word
    self.profitMicros = profitMicros
    self.returnedMicros = returnedMicros
  }

  /// The state that the word means; nil for an unknown word.
  var state: BetWords.Result? { word.flatMap(BetWords.result) }
}

extension SettledLine {
  /// A hundredth of the unit of money: logs are rounded to it.
  private static let tolerance: Int64 = 10_000

  /// The log's profit, or its return less the stake, less this settlement's profit.
  ///
  /// Exchanges state profits before commission, people after it: the nearer one counts.
  ///
  /// - Units: millionths.
  /// - Edge cases: nil if either is unknown, and for a bet that the log calls open.
  public var loggedDifference: Int64? {
    guard let logged = bet.logged, logged.state != .open, let settled, let netMicros,
      let profit = logged.profitMicros ?? logged.returnedMicros.map({ $0 - settled.stakedMicros })
    else { return nil }
    let apart = [netMicros, settled.profitMicros].map { own in
      let apart = profit.subtractingReportingOverflow(own)
      return apart.overflow ? Int64.max : apart.partialValue
    }
    return apart[0].magnitude <= apart[1].magnitude ? apart[0] : apart[1]
  }

  /// Whether the log states another result: an amount that differs by a hundredth or more, or,
  /// without an amount, another state.
  ///
  /// - Edge cases: nil if the log, or this settlement, has no result to compare.
  public var differsFromLog: Bool? {
    if let loggedDifference { return loggedDifference.magnitude >= Self.tolerance.magnitude }
    guard let settled, let state = bet.logged?.state, bet.logged?.profitMicros == nil else {
      return nil
    }
    return switch state {
    case .open: nil
    case .void: !settled.isVoid
    case .won: settled.isVoid || settled.profitMicros <= 0
    case .placed: settled.isVoid || settled.returnedMicros == 0
    case .lost: settled.isVoid || settled.profitMicros >= 0
    }
  }
}
