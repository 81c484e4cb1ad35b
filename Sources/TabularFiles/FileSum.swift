import CArrow
import Columns
import SystemFiles

/// A checksum of a file's bytes against damage, at the speed of reading them; not against malice.
///
/// Source: XXH3 of 128 bits (xxhash.com), which `xxhsum -H2` prints.
public struct FileSum: Equatable, Sendable {
  /// 32 hexadecimal digits.
  public let hex: String
  /// The file's size.
  public let bytes: Int

  /// The checksum of a whole file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isMapped: Whether it is read where the system keeps it: saves a copy of all its bytes.
  /// - Throws: ``FileError`` when it cannot be read.
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

  /// The checksum of bytes that come one after another.
  ///
  /// - Parameter read: Hands out the bytes.
  /// - Throws: What `read` throws.
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

  /// The checksum of a file's bytes where they are mapped.
  package init(of bytes: UnsafeRawBufferPointer) {
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
