import CZlib

/// Undoes the packing of a body, piece by piece.
///
/// libcurl would do so as well, but takes a gzip file that was cut off for a whole one.
final class Unpacking {
  /// How bytes are packed.
  enum Format: Int32 {
    case zlib = 15
    case gzip = 31
  }

  /// Why bytes cannot be unpacked.
  enum Problem: Error {
    /// They are not of the format, or not as they were.
    case damaged
    /// Something stands behind the end.
    case followed
    /// There is more than the caller has room for.
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

  /// Unpacks some more bytes.
  ///
  /// - Parameters:
  ///   - bytes: The packed bytes that follow those before.
  ///   - room: How many may come out.
  ///   - take: Takes what comes out, some at a time.
  /// - Throws: ``Problem``.
  func unpack(
    _ bytes: UnsafeRawBufferPointer, room: Int, _ take: (UnsafeRawBufferPointer) -> Void
  ) throws(Problem) {
    var room = room
    hasBegun = hasBegun || !bytes.isEmpty
    // Safety: zlib reads the input only, and both buffers live until this returns.
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
