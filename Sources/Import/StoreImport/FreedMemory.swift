#if canImport(Glibc)
  import Glibc
#endif

/// The memory that a process frees.
public enum FreedMemory {
  /// Keeps freed memory for later allocations, up to 256 MiB, instead of returning it at once.
  ///
  /// An import allocates and frees the columns of one month after the other. If the system took
  /// their pages away and cleared new ones each time, that would cost a tenth of its time and more.
  /// A program calls this before it imports; it holds for the whole process, so a library does not
  /// call it. Does nothing where the C library is not glibc.
  public static func keep() {
    #if canImport(Glibc)
      // Safety: mallopt(3), which no header that Swift imports declares, takes and returns ints.
      guard let symbol = dlsym(nil, "mallopt") else { return }
      let mallopt = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
      let (trimThreshold, mapThreshold): (Int32, Int32) = (-1, -3)
      _ = mallopt(trimThreshold, 256 << 20)
      // The maximum that glibc accepts.
      _ = mallopt(mapThreshold, 32 << 20)
    #endif
  }
}
