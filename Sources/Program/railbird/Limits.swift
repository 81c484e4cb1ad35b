/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Bytes of address space that every command needs; less is refused at its start.
  ///
  /// The libraries, the arenas' first pieces, and a small store.
  static let programBytes = 512 << 20
  /// Bytes of address space beyond those for each processor; less is refused.
  ///
  /// A thread's stack, and its share of the buffers for matrix products.
  static let threadBytes = 48 << 20
  /// Messages about unread parts of answers; then one says that `--verbose` lists the others.
  static let leftOutLines = 20
  /// Pauses of 50 ms until another command leaves the output folder; then the command ends.
  static let folderTries = 200
  /// Bytes of a search's saved state; a larger one is refused.
  static let searchStateBytes = 1 << 30
  /// Values of a field that `serve` offers at a time.
  static let offeredValues = 20
  /// Bytes of a question's sums in `serve`; more entities take several passes.
  static let servedSumBytes = 2 << 30
  /// Heartbeats in a row that may fail in `betable session --watch`; then the session is lost.
  static let failedHeartbeats = 3
  /// Time for the answer of the current bet after a signal; then the command ends.
  static let answerGrace = Duration.seconds(5)
  /// Bytes of a download where `--limit` says nothing else; a larger one is refused.
  static let downloadBytes = 100 << 20
}
