/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Bytes of all names of a kind in a store, such as jockeys or race keys; an import that brings
  /// more is refused, and the store stays.
  static let nameBytes = Int(Int32.max)
  /// Bytes of a list, log or journal of the store that is read whole; a larger one counts
  /// as damaged.
  static let ownFileBytes = 1 << 30
  /// Bytes of an original that a repair also compares without its last line feed, as a mapping's
  /// text.
  static let originalMappingBytes = 1 << 20
}
