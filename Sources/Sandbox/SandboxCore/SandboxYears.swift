import Columns

/// The years in which the sandbox's clocks may be, 1971 to 9990.
public enum SandboxYears {
  /// Whether a moment is within them.
  ///
  /// - Parameter moment: Microseconds since 1970 UTC.
  /// - Returns: Whether its year is one of them.
  public static func contain(_ moment: Int64) -> Bool {
    (1971...9_990).contains(Day.split(micros: moment).day.civil.year)
  }
}
