import Foundation
import Testing

/// The long form of tests that repeat one thing many times.
///
/// The default is the short form, which repeats it a few times. `RAILBIRD_LONG_TESTS=1` asks for
/// the long form; `make check` sets it.
public enum LongForm {
  /// Whether the environment asks for the long form.
  public static let isWanted = ProcessInfo.processInfo.environment["RAILBIRD_LONG_TESTS"] == "1"

  /// Returns the number of repetitions; prints a line if they are fewer than the long form's.
  ///
  /// - Parameters:
  ///   - long: The long form's number.
  ///   - short: The short form's number.
  ///   - what: The repetitions in the plural, for the line.
  /// - Returns: One of the two numbers.
  public static func count(_ long: Int, short: Int, _ what: String) -> Int {
    if isWanted || short >= long { return long }
    print("short form: \(short) of \(long) \(what); RAILBIRD_LONG_TESTS=1 runs all")
    return short
  }

  /// Returns the indices of the repetitions: all, or the first, the last and every seventh.
  ///
  /// - Parameters:
  ///   - count: The long form's number of repetitions.
  ///   - what: The repetitions in the plural, for the line that the short form prints.
  /// - Returns: Indices from 0 up to `count`, in order.
  public static func indices(_ count: Int, _ what: String) -> [Int] {
    let some = (0..<count).filter { $0 % 7 == 0 || $0 == count - 1 }
    return self.count(count, short: some.count, what) == count ? Array(0..<count) : some
  }

  /// Returns the cases of a test: all, or the first ones.
  ///
  /// - Parameters:
  ///   - all: The long form's cases.
  ///   - short: The number of cases of the short form.
  /// - Returns: The cases in their order.
  public static func cases<Cases: Collection>(_ all: Cases, short: Int) -> [Cases.Element] {
    Array(isWanted ? all[...] : all.prefix(short))
  }
}

extension Trait where Self == ConditionTrait {
  /// Leaves a test to the long form: others show the same with fewer rows.
  public static var longForm: Self {
    .enabled(if: LongForm.isWanted, "RAILBIRD_LONG_TESTS=1 runs it, as make check does")
  }
}
