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
  public var recentForm: String { Self.formText(formBytes, count: formCount) }

  /// Writes characters of form, the newest at the right.
  ///
  /// - Parameters:
  ///   - characters: One byte each, the newest in the lowest.
  ///   - count: The number of characters, eight at the most.
  /// - Returns: The text.
  package static func formText(_ characters: UInt64, count: Int) -> String {
    String(unsafeUninitializedCapacity: count) { bytes in
      for index in 0..<count {
        // Safety: there is room for the characters.
        bytes[index] = UInt8(truncatingIfNeeded: characters >> UInt64(8 * (count - 1 - index)))
      }
      return count
    }
  }

  /// The number of characters in ``recentForm``.
  @inlinable package var formCount: Int { min(runCount, Self.formLength) }

  /// The characters of ``recentForm``, the newest in the lowest byte.
  @inlinable package var formCharacters: UInt64 { formBytes }
}
