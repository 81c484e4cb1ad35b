import Foundation
import Synchronization

/// Sees to it that bytes which are no longer there do not end the process.
///
/// Where a mapped file is cut, or its disk fails, the system sends SIGBUS to whoever reads what is
/// gone. The handler puts a page of zeros there and notes it: what was read then is void, which is for
/// the reader to ask (``FileMapping/isCut``). Signals for other memory are left to the handler before.
///
/// If you change this: the handler may call nothing but what a signal's handler may.
enum MappingGuard {
  /// Where a mapping lies, and whether a page of it was lost.
  private struct Place: ~Copyable {
    /// Above any address while the place is free.
    let start = Atomic<UInt>(.max)
    let end = Atomic<UInt>(0)
    let isCut = Atomic<Bool>(false)
  }

  /// More mappings than this no process has: Linux's `vm.max_map_count`.
  private static let capacity = 1 << 16

  // Safety: made before the handler is installed, and never freed; its parts are atomic.
  nonisolated(unsafe) private static let places = UnsafeMutablePointer<Place>.allocate(
    capacity: capacity)
  /// The number of places ever used; memory behind them is as the system gave it.
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

  /// Begins to guard a mapping.
  ///
  /// - Parameter bytes: The mapping.
  /// - Returns: Its number; nil where there is no room for it.
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

  /// Ends guarding a mapping, which is still there.
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
    // The access is made again, and its signal goes to whoever dealt with it before.
    _ = sigaction(SIGBUS, &before, nil)
    errno = code
  }
}
