import Columns
import Racing

/// Sums over bets, added in the order of time.
public struct SettleTotals: GroupFigures {
  /// All bets.
  public private(set) var bets = 0
  /// Settled bets, without wholly void ones.
  public private(set) var settled = 0
  /// Bets that are void.
  public private(set) var void = 0
  /// Bets that cannot be settled.
  public private(set) var unsettled = 0
  /// Settled bets with a profit before commission.
  public private(set) var winners = 0
  /// The amount at risk in settled bets, without void parts, in millionths.
  public private(set) var stakedMicros: Int64 = 0
  /// The return, in millionths.
  public private(set) var returnedMicros: Int64 = 0
  /// The commission, in millionths.
  public private(set) var commissionMicros: Int64 = 0
  /// The largest fall of the cumulative net profit from a peak, starting at 0, in millionths.
  public private(set) var drawdownMicros: Int64 = 0
  /// The lowest point of the cumulative net profit, starting at 0, in millionths.
  public private(set) var lowestMicros: Int64 = 0
  /// The longest run of consecutive settled bets without a profit.
  public private(set) var longestLosingRun = 0
  /// Bets with a closing-line value against the bookmakers' starting price, and its sum.
  public private(set) var closingSP = (bets: 0, sum: Int64(0))
  /// Bets with a closing-line value against the exchange's starting price, and its sum.
  public private(set) var closingBSP = (bets: 0, sum: Int64(0))

  private var peakMicros: Int64 = 0
  private var losingRun = 0

  /// Adds up bets, in the order of time.
  init(_ lines: [SettledLine]) {
    for line in lines { add(line) }
  }

  /// The bets, by which rows are ordered.
  public var memberCount: Int { bets }

  /// Profit before commission, in millionths.
  public var profitMicros: Int64 { returnedMicros - stakedMicros }

  /// Profit after commission, in millionths.
  public var netMicros: Int64 { profitMicros - commissionMicros }

  /// `net / staked`.
  public var roi: Ratio { Rate.roi.of([.profit: netMicros, .turnover: stakedMicros]) }

  // MARK: - Implementation

  /// Adds a bet that is later than all added before.
  private mutating func add(_ line: SettledLine) {
    bets += 1
    guard let bet = line.settled else {
      unsettled += 1
      return
    }
    guard !bet.isVoid else {
      void += 1
      return
    }
    settled += 1
    stakedMicros += bet.stakedMicros - bet.refundedMicros
    returnedMicros += bet.returnedMicros - bet.refundedMicros
    commissionMicros += line.commissionMicros
    losingRun = bet.profitMicros > 0 ? 0 : losingRun + 1
    winners += bet.profitMicros > 0 ? 1 : 0
    longestLosingRun = max(longestLosingRun, losingRun)
    peakMicros = max(peakMicros, netMicros)
    drawdownMicros = max(drawdownMicros, peakMicros - netMicros)
    lowestMicros = min(lowestMicros, netMicros)
    Self.add(line.closingSP, to: &closingSP)
    Self.add(line.closingBSP, to: &closingBSP)
  }

  private static func add(_ value: Int64?, to sums: inout (bets: Int, sum: Int64)) {
    guard let value else { return }
    sums.bets += 1
    sums.sum += value
  }
}
