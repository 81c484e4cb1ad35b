/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Levels of groups in a regular expression, itself included; more are refused.
  static let patternNesting = 100
  /// Repeats of a part of a regular expression; more are refused.
  static let patternRepeats = 1000
  /// Steps of a regular expression with its repeats written out; more are refused.
  static let patternSteps = 2000
  /// Columns of a file without a header line that a mapping counts; more are refused.
  static let columns = 20_000
  /// Width of a cell in a file of fixed widths, in characters of one byte; a wider one is refused.
  static let cellWidth = 10_000
  /// Bytes of a text that a regular expression is matched with; a longer one never matches.
  static let matchedBytes = 1 << 16
  /// Millionths of an amount of money in a log of bets; a larger one is not read.
  ///
  /// Differences of two amounts fit 64 bits.
  static let amountMicros: Int64 = 1_000_000_000_000_000_000
  /// Characters of signs, currencies and blanks around an amount; a text with more is none.
  static let amountMarks = 8
}
