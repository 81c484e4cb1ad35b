#if canImport(Glibc)
  import Glibc
#endif

/// The memory that a process frees.
public enum FreedMemory {
  /// Has the process keep it for what it claims next, up to 256 MiB, instead of giving it back at
  /// once.
  ///
  /// An import claims and frees the columns of one month after the other: to have the system take
  /// their pages away and clear new ones each time costs a tenth of its time and more. For programs
  /// to call before they import; it holds for the whole process, so a library does not. Does
  /// nothing where the C library is another than glibc.
  public static func keep() {
    #if canImport(Glibc)
      // Safety: mallopt(3), which stands in no header that Swift imports, takes and returns ints.
      guard let symbol = dlsym(nil, "mallopt") else { return }
      let mallopt = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
      let (trimThreshold, mapThreshold): (Int32, Int32) = (-1, -3)
      _ = mallopt(trimThreshold, 256 << 20)
      // The most that glibc takes.
      _ = mallopt(mapThreshold, 32 << 20)
    #endif
  }
}
