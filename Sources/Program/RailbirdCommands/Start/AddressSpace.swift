import Foundation

/// The process's limit on address space, `ulimit -v`.
///
/// With too low a limit a command would not fail but hang: a queue that cannot start a thread waits
/// for ever, and each allocation on a second thread first tries in vain to get a new arena.
enum AddressSpace {
  /// Checks that there is room for the program and its threads.
  ///
  /// - Throws: ``AddressSpaceError`` for a lower limit.
  static func check() throws(AddressSpaceError) {
    #if os(Linux)
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
        limit.rlim_cur != rlim_t(bitPattern: -1)
      else { return }
      let needed =
        Limits.programBytes + Limits.threadBytes * ProcessInfo.processInfo.activeProcessorCount
      guard limit.rlim_cur >= needed else {
        throw AddressSpaceError(found: Int(limit.rlim_cur), expected: needed)
      }
      if limit.rlim_cur < roomyBytes { shareArena() }
    #endif
  }

  // MARK: - Implementation

  /// From this limit on, an arena for each thread is affordable.
  private static let roomyBytes = 16 << 30

  #if os(Linux)
    /// Lets all threads allocate from one arena: it takes less space, and no thread tries to get
    /// another.
    private static func shareArena() {
      // Safety: mallopt(3), which no header that Swift imports declares, takes and returns ints.
      guard let symbol = dlsym(nil, "mallopt") else { return }
      let mallopt = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
      let arenaMax: Int32 = -8
      _ = mallopt(arenaMax, 1)
    }
  #endif
}

/// A limit of address space below what the program needs.
struct AddressSpaceError: Error, CustomStringConvertible {
  let found: Int
  let expected: Int

  var description: String {
    "address space: found a limit of \(found >> 20) MB; expected at least \(expected >> 20) MB "
      + "(ulimit -v)"
  }
}
