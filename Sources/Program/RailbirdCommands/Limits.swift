/// Bounds on the process; `docs/reliability.md` lists them.
enum Limits {
  /// Bytes of address space that every command needs; less is refused at its start.
  ///
  /// The libraries, the arenas' first pieces, and a small store.
  static let programBytes = 512 << 20
  /// Bytes of address space beyond those for each processor; less is refused.
  ///
  /// A thread's stack, and its share of the buffers for matrix products.
  static let threadBytes = 48 << 20
}
