extension RunSequence {
  /// Most recent runs whose form characters are kept.
  @inlinable public static var formLength: Int { 6 }

  /// The number of runs.
  @inlinable public var runCount: Int { Int(runs) }

  /// The number of runs with a price.
  @inlinable public var pricedCount: Int { Int(pricedRuns) }

  /// The greatest number of consecutive runs without a win.
  @inlinable public var longestLosingRun: Int { Int(longest) }

  /// The number of runs after the last win; all of them if there is none.
  @inlinable public var currentLosingRun: Int { Int(current) }

  /// The number of runs before the first win; all of them if there is none.
  @inlinable public var leadingLosingRun: Int { Int(leading) }

  /// The sum of all profits.
  @inlinable public var totalProfit: Int64 { profit }

  /// The largest fall of the cumulative profit from its running peak, not negative.
  @inlinable public var maxDrawdown: Int64 { fall }

  /// The day of the last run; nil without one.
  @inlinable public var lastDay: Int32? { runs > 0 ? day : nil }

  /// The characters of the last six runs, the newest at the right.
  public var recentForm: String {
    let codes = (0..<formCount).map {
      UInt8(truncatingIfNeeded: formBytes >> (8 * (formCount - 1 - $0)))
    }
    return String(decoding: codes, as: UTF8.self)
  }

  /// The number of characters in ``recentForm``.
  @inlinable package var formCount: Int { min(runCount, Self.formLength) }

  /// The characters of ``recentForm``, the newest in the lowest byte.
  @inlinable package var formCharacters: UInt64 { formBytes }
}
