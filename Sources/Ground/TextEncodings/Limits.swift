/// Bounds on input and work; `docs/reliability.md` lists them.
enum Limits {
  /// Bytes of the lines beyond ASCII by which a text's encoding is guessed; it takes no more.
  static let sampleBytes = 64 << 10
  /// Bytes of a text that are searched for such lines.
  static let searchedBytes = 64 << 20
  /// Bytes of a decoded text in memory; the rest goes to a temporary file without a name.
  static let decodedBytes = 64 << 20
}
