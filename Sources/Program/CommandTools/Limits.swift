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
}
