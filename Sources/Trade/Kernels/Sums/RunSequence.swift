/// The summary of runs in time order: losing runs, drawdown, recent form.
///
/// Two summaries of neighbouring stretches combine into the summary of both, so a history may be
/// cut anywhere, by month or by thread, and put together again.
///
/// - Units: profits in 10⁻⁶ of a level stake; days as the caller counts them.
/// - Edge cases: a run without a price counts for everything but profit and drawdown.
/// - Cost: 64 bytes, one cache line; no branch depends on a result.
public struct RunSequence: Equatable, Sendable, BitwiseCopyable {
  // Sums of profit so far, the highest and lowest of them, and the largest fall from a highest
  // one. The 0 before the first run counts as a sum.
  @usableFromInline var profit: Int64 = 0
  @usableFromInline var peak: Int64 = 0
  @usableFromInline var trough: Int64 = 0
  @usableFromInline var fall: Int64 = 0
  /// One byte per character, the newest in the lowest.
  @usableFromInline var formBytes: UInt64 = 0
  @usableFromInline var runs: Int32 = 0
  @usableFromInline var pricedRuns: Int32 = 0
  @usableFromInline var longest: Int32 = 0
  @usableFromInline var current: Int32 = 0
  @usableFromInline var leading: Int32 = 0
  @usableFromInline var day = Int32.min

  /// Creates the summary of no run at all.
  @inlinable
  public init() {}

  /// Sums of profit, and the number of runs that they cover.
  package struct Profits {
    package var profit, peak, trough, fall: Int64
    package var pricedRuns: Int32

    package init(profit: Int64, peak: Int64, trough: Int64, fall: Int64, pricedRuns: Int32) {
      (self.profit, self.peak, self.trough, self.fall) = (profit, peak, trough, fall)
      self.pricedRuns = pricedRuns
    }
  }

  /// Runs, and consecutive ones without a win.
  package struct Losses {
    package var runs, longest, current, leading: Int32

    package init(runs: Int32, longest: Int32, current: Int32, leading: Int32) {
      (self.runs, self.longest, self.current, self.leading) = (runs, longest, current, leading)
    }
  }

  /// Restores a summary from another form; the properties say what each value is.
  package init(profits: Profits, losses: Losses, form: UInt64, day: Int32) {
    (profit, peak) = (profits.profit, profits.peak)
    (trough, fall) = (profits.trough, profits.fall)
    pricedRuns = profits.pricedRuns
    (runs, longest) = (losses.runs, losses.longest)
    (current, leading) = (losses.current, losses.leading)
    formBytes = form
    self.day = losses.runs > 0 ? day : Int32.min
  }

  /// Adds the run that follows all those added before.
  @inlinable
  public mutating func append(_ run: Run) {
    let lost: Int32 = run.won ? 0 : 1
    leading += leading == runs ? lost : 0
    current = (current + 1) * lost
    longest = max(longest, current)
    runs += 1

    pricedRuns += run.profit == nil ? 0 : 1
    profit += run.profit ?? 0
    peak = max(peak, profit)
    trough = min(trough, profit)
    fall = max(fall, peak - profit)

    formBytes = Self.keptForm(formBytes << 8 | UInt64(run.form))
    day = run.day
  }

  /// Combines the summaries of two stretches; the second follows the first.
  ///
  /// - Parameters:
  ///   - earlier: Summary of the first stretch.
  ///   - later: Summary of the second one.
  /// - Returns: The summary that appending all the runs would have given.
  @inlinable
  public static func combined(_ earlier: RunSequence, _ later: RunSequence) -> RunSequence {
    var whole = RunSequence()
    whole.runs = earlier.runs + later.runs
    whole.leading = earlier.leading + (earlier.leading == earlier.runs ? later.leading : 0)
    whole.current = later.current + (later.current == later.runs ? earlier.current : 0)
    whole.longest = max(earlier.longest, later.longest, earlier.current + later.leading)

    whole.pricedRuns = earlier.pricedRuns + later.pricedRuns
    whole.profit = earlier.profit + later.profit
    whole.peak = max(earlier.peak, earlier.profit + later.peak)
    whole.trough = min(earlier.trough, earlier.profit + later.trough)
    whole.fall = max(earlier.fall, later.fall, earlier.peak - (earlier.profit + later.trough))

    let shift = 8 * min(UInt64(later.runs), UInt64(formLength))
    whole.formBytes = keptForm(earlier.formBytes << shift | later.formBytes)
    whole.day = later.runs > 0 ? later.day : earlier.day
    return whole
  }

  // MARK: - Implementation

  @inlinable
  static func keptForm(_ bytes: UInt64) -> UInt64 {
    bytes & (1 << (8 * UInt64(formLength)) - 1)
  }
}

extension RunSequence {
  /// One run.
  public struct Run: Equatable, Sendable {
    /// Its day.
    public var day: Int32
    /// Whether it was won; a dead heat for first counts.
    public var won: Bool
    /// Profit of a level stake in 10⁻⁶, nil without a price.
    public var profit: Int64?
    /// Its character in a line of form, an ASCII code.
    public var form: UInt8

    /// Creates a run from its day, result, profit and form character.
    @inlinable
    public init(day: Int32, won: Bool, profit: Int64?, form: UInt8) {
      self.day = day
      self.won = won
      self.profit = profit
      self.form = form
    }
  }
}
