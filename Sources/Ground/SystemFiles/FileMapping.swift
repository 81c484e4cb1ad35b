import Foundation

/// The bytes of a file, mapped while this object exists.
///
/// If the file is truncated in the meantime, or its disk fails, the missing bytes read as zeros:
/// check ``isCut`` after reading.
public final class FileMapping: @unchecked Sendable {
  // Safety: the bytes are only read.
  /// The bytes.
  public let bytes: UnsafeRawBufferPointer
  private let guarded: Int

  /// Maps a part of a file, or all of it.
  ///
  /// - Parameters:
  ///   - file: The file, which may be closed afterwards.
  ///   - range: The part, not empty, starting at a multiple of the system's page; nil for all.
  /// - Throws: ``SystemError``, also for an empty file.
  public init(_ file: OpenFile, _ range: Range<Int>? = nil) throws(SystemError) {
    let range = if let range { range } else { 0..<(try file.status().size) }
    let start = mmap(
      nil, range.count, PROT_READ, MAP_PRIVATE, file.descriptor, off_t(range.lowerBound))
    guard let start, start != MAP_FAILED else { throw SystemError(path: file.path, code: errno) }
    bytes = UnsafeRawBufferPointer(start: start, count: range.count)
    guard let guarded = MappingGuard.begin(bytes) else {
      munmap(start, range.count)
      throw SystemError(path: file.path, code: ENOMEM)
    }
    self.guarded = guarded
  }

  deinit {
    MappingGuard.end(guarded)
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }

  /// Whether bytes were read that the file no longer has, or that its disk failed to return.
  public var isCut: Bool { MappingGuard.isCut(guarded) }

  /// Starts reading from disk before the first byte is needed.
  public func willBeRead() { advise(MADV_WILLNEED) }

  /// Drops the pages from this process's memory; they return when read again.
  ///
  /// To read a few bytes the system maps the pages around them as well: in a store of many files,
  /// more than a report reads.
  public func releasePages() { advise(MADV_DONTNEED) }

  /// Maps all bytes of a file in successive pieces, so that only a part of a large file is mapped
  /// at a time.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - take: Receives the next bytes, which are valid until it returns.
  /// - Throws: ``SystemError``.
  public static func readAll(of file: OpenFile, _ take: (UnsafeRawBufferPointer) -> Void)
    throws(SystemError)
  {
    let (size, window) = (try file.status().size, 8 << 20)
    for start in stride(from: 0, to: size, by: window) {
      let mapping = try FileMapping(file, start..<min(start + window, size))
      withExtendedLifetime(mapping) { take(mapping.bytes) }
      if mapping.isCut { throw SystemError(path: file.path, code: EIO) }
    }
  }

  // MARK: - Implementation

  private func advise(_ advice: Int32) {
    #if os(Linux)
      // Elsewhere the same advice may discard the bytes.
      madvise(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, advice)
    #endif
  }
}
