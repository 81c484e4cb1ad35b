/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Characters (code points) of a name or key; a longer one is not read.
  ///
  /// No horse, rider or race has one nearly as long.
  static let nameCharacters = 1000
  /// Characters (code points) of a comment or a ticket's text; a longer one is not read.
  static let textCharacters = 1 << 20
  /// Unknown words of results in a file that a doubt counts one by one; it counts further ones
  /// together.
  static let unknownFinishes = 1000
  /// Sources in a file; rows of further ones are refused: each takes a pass over its months.
  static let sources = 100
  /// Bytes of refused rows in memory, about 100,000 rows, at each step of an import, a retry, and
  /// the look through rows that earlier imports refused; the others go to disk as they are found.
  static let refusedBytes = 16 << 20
  /// Bytes of a text column of refused rows in a month of imports; an import with more is
  /// refused.
  static let refusedTextBytes = Int(Int32.max)
}
