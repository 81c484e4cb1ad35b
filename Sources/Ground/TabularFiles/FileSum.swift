import CArrow
import Columns
import SystemFiles

/// A checksum of a file's bytes, fast as reading them; it detects damage, not tampering.
///
/// Source: XXH3 of 128 bits (xxhash.com), as printed by `xxhsum -H2`.
public struct FileSum: Equatable, Sendable {
  /// 32 hexadecimal digits.
  public let hex: String
  /// The file's size.
  public let bytes: Int

  /// Computes the checksum of a whole file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isMapped: Whether to map the file, which saves a copy of all its bytes.
  /// - Throws: ``FileError`` if it cannot be read.
  public init(ofFile path: String, isMapped: Bool = false) throws(FileError) {
    do throws(SystemError) {
      let file = try OpenFile(path, for: .reading)
      try self.init { (take) throws(SystemError) in
        if isMapped { try FileMapping.readAll(of: file, take) } else { try file.readAll(take) }
      }
    } catch {
      throw .cannotOpen(file: path, reason: error.reason)
    }
  }

  /// Computes the checksum of bytes that arrive in pieces.
  ///
  /// - Parameter read: Supplies the bytes.
  /// - Throws: The error of `read`.
  public init<Failure: Error>(
    of read: ((UnsafeRawBufferPointer) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    let sum = rb_running_sum_begin()
    defer { rb_running_sum_end(sum) }
    try read { bytes in
      rb_running_sum_take(
        sum, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int64(bytes.count))
    }
    self.init(rb_running_sum_value(sum))
  }

  /// Computes the checksum of mapped bytes.
  package init(of bytes: UnsafeRawBufferPointer) {
    // Safety: the running sum reads the bytes within this call.
    let sum = rb_running_sum_begin()
    defer { rb_running_sum_end(sum) }
    rb_running_sum_take(
      sum, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int64(bytes.count))
    self.init(rb_running_sum_value(sum))
  }

  init(_ sum: rb_sum) {
    hex = withUnsafeBytes(of: sum.digest) { HexText.of($0) }
    bytes = Int(sum.length)
  }
}
