import Foundation
import Synchronization

/// Keeps missing bytes of a mapped file from ending the process.
///
/// If a mapped file is truncated, or its disk fails, the system sends SIGBUS to a reader of the
/// missing part. The handler maps a page of zeros there and records it: the data read is then void,
/// and the reader must check ``FileMapping/isCut``. Signals for other memory go to the previous
/// handler.
///
/// If you change this: the handler may call only async-signal-safe functions.
enum MappingGuard {
  /// A guarded mapping's address range, and whether a page of it was lost.
  private struct Place: ~Copyable {
    /// Above any address while the entry is free.
    let start = Atomic<UInt>(.max)
    let end = Atomic<UInt>(0)
    let isCut = Atomic<Bool>(false)
  }

  /// The maximum number of mappings of a process: Linux's `vm.max_map_count`.
  private static let capacity = 1 << 16

  // Safety: allocated before the handler is installed, and never freed; its parts are atomic.
  nonisolated(unsafe) private static let places = UnsafeMutablePointer<Place>.allocate(
    capacity: capacity)
  /// The number of entries ever used; memory beyond them is untouched.
  private static let usedCount = Atomic<Int>(0)
  private static let free = Mutex<[Int]>([])
  nonisolated(unsafe) private static var before = sigaction()
  private static let pageSize = UInt(sysconf(Int32(_SC_PAGESIZE)))

  /// Installs the handler, once.
  private static let isInstalled: Bool = {
    _ = (places, pageSize, usedCount.load(ordering: .relaxed))
    var action = sigaction()
    #if os(Linux)
      action.__sigaction_handler.sa_sigaction = { _, info, _ in
        MappingGuard.handle(info?.pointee._sifields._sigfault.si_addr)
      }
    #else
      action.__sigaction_u.__sa_sigaction = { _, info, _ in
        MappingGuard.handle(info?.pointee.si_addr)
      }
    #endif
    action.sa_flags = SA_SIGINFO | Int32(SA_ONSTACK)
    return sigaction(SIGBUS, &action, &before) == 0
  }()

  /// Starts guarding a mapping.
  ///
  /// - Parameter bytes: The mapping.
  /// - Returns: Its number; nil if there is no room for it.
  static func begin(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard isInstalled, let start = bytes.baseAddress else { return nil }
    let number = free.withLock { free -> Int? in
      if let number = free.popLast() { return number }
      let next = usedCount.load(ordering: .relaxed)
      guard next < capacity else { return nil }
      (places + next).initialize(to: Place())
      usedCount.store(next + 1, ordering: .releasing)
      return next
    }
    guard let number else { return nil }
    places[number].isCut.store(false, ordering: .relaxed)
    places[number].start.store(UInt(bitPattern: start), ordering: .releasing)
    places[number].end.store(UInt(bitPattern: start) + UInt(bytes.count), ordering: .releasing)
    return number
  }

  /// Whether a page of a mapping was lost.
  static func isCut(_ number: Int) -> Bool { places[number].isCut.load(ordering: .acquiring) }

  /// Stops guarding a mapping, which still exists.
  static func end(_ number: Int) {
    places[number].end.store(0, ordering: .releasing)
    places[number].start.store(.max, ordering: .releasing)
    free.withLock { $0.append(number) }
  }

  // MARK: - Implementation

  private static func handle(_ lost: UnsafeMutableRawPointer?) {
    let code = errno
    let address = UInt(bitPattern: lost)
    for number in 0..<usedCount.load(ordering: .acquiring) {
      guard address >= places[number].start.load(ordering: .acquiring),
        address < places[number].end.load(ordering: .acquiring)
      else { continue }
      places[number].isCut.store(true, ordering: .releasing)
      let page = mmap(
        UnsafeMutableRawPointer(bitPattern: address / pageSize * pageSize), Int(pageSize),
        PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
      guard page != MAP_FAILED else { break }
      errno = code
      return
    }
    // The access is repeated, and its signal then goes to the previous handler.
    _ = sigaction(SIGBUS, &before, nil)
    errno = code
  }
}
