import CZlib

/// Decompresses a body piece by piece.
///
/// libcurl could do so too, but treats a truncated gzip file as complete.
final class Unpacking {
  /// A compression format.
  enum Format: Int32 {
    case zlib = 15
    case gzip = 31
  }

  /// A decompression error.
  enum Problem: Error {
    /// The bytes are not in the format, or damaged.
    case damaged
    /// There are bytes after the end.
    case followed
    /// The output exceeds the caller's room.
    case tooMuch
  }

  /// Whether any byte has been seen.
  private(set) var hasBegun = false
  /// Whether the end has been seen.
  private(set) var isComplete = false
  // Safety: zlib keeps the stream's address, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  init(_ format: Format) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    let result = inflateInit2_(stream, format.rawValue, ZLIB_VERSION, size)
    precondition(result == Z_OK, "zlib cannot start: \(result)")
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    piece.deallocate()
  }

  /// Decompresses further bytes.
  ///
  /// - Parameters:
  ///   - bytes: The next compressed bytes.
  ///   - room: The maximum number of output bytes.
  ///   - take: Receives the output in pieces.
  /// - Throws: ``Problem``.
  func unpack(
    _ bytes: UnsafeRawBufferPointer, room: Int, _ take: (UnsafeRawBufferPointer) -> Void
  ) throws(Problem) {
    var room = room
    hasBegun = hasBegun || !bytes.isEmpty
    // Safety: zlib only reads the input, and both buffers live until this returns.
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(bytes.count)
    while stream.pointee.avail_in > 0 {
      guard !isComplete else { throw .followed }
      repeat {
        stream.pointee.next_out = piece.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(piece.count)
        let result = inflate(stream, Z_NO_FLUSH)
        guard result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR else {
          throw .damaged
        }
        let count = piece.count - Int(stream.pointee.avail_out)
        guard count <= room else { throw .tooMuch }
        room -= count
        take(UnsafeRawBufferPointer(rebasing: piece[..<count]))
        isComplete = result == Z_STREAM_END
      } while stream.pointee.avail_out == 0 && !isComplete
    }
  }
}
