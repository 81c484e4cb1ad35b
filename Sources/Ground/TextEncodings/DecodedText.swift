import Columns
import Foundation
import SystemFiles

/// A text that is written piece by piece: a short one in memory, a long one in a temporary file
/// that has no name.
///
/// A file of any length is decoded in the same memory.
struct DecodedText {
  private var bytes: [UInt8] = []
  private var file: OpenFile?
  private var written = 0
  private let limit: Int

  /// Begins a text.
  ///
  /// - Parameters:
  ///   - count: The likely number of bytes.
  ///   - limit: The most bytes that stay in memory.
  init(expecting count: Int, limit: Int = Limits.decodedBytes) {
    self.limit = limit
    bytes.reserveCapacity(min(count, limit))
  }

  /// Adds bytes.
  ///
  /// - Throws: ``DecodingFault`` if the temporary file cannot be written.
  mutating func append(_ more: UnsafeBufferPointer<UInt8>) throws(DecodingFault) {
    bytes.append(contentsOf: more)
    guard bytes.count > limit else { return }
    try Self.onDisk { () throws(SystemError) in
      let file = if let made = self.file { made } else { try Self.namelessFile() }
      self.file = file
      var failure: SystemError?
      bytes.withUnsafeBytes { some in
        do throws(SystemError) {
          // Safety: the memory is read only during the call.
          try file.write(some, at: written)
        } catch { failure = error }
      }
      if let failure { throw failure }
    }
    written += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }

  /// Ends the text, and returns its bytes.
  ///
  /// - Throws: ``DecodingFault`` if the temporary file cannot be written or mapped.
  func end() throws(DecodingFault) -> Buffer<UInt8> {
    guard let file else { return Buffer(bytes) }
    var mapped: FileMapping?
    try Self.onDisk { () throws(SystemError) in
      var failure: SystemError?
      bytes.withUnsafeBytes { rest in
        do throws(SystemError) {
          // Safety: the memory is read only during the call.
          try file.write(rest, at: written)
        } catch { failure = error }
      }
      if let failure { throw failure }
      mapped = try FileMapping(file)
    }
    guard let mapped else { preconditionFailure("a mapping or an error") }
    return Buffer(
      borrowing: mapped.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self),
      count: mapped.bytes.count, owner: mapped)
  }

  // MARK: - Implementation

  /// Makes a file for reading and writing whose name is removed at once.
  private static func namelessFile() throws(SystemError) -> OpenFile {
    let folder = try FileSystem.makeTemporaryFolder()
    defer {
      // A folder that stays, empty, is the system's to clear.
      try? FileManager.default.removeItem(atPath: folder)
      Drafts.end(folder)
    }
    return try OpenFile(folder + "/text", for: .writing, isPrivate: true)
  }

  private static func onDisk(_ body: () throws(SystemError) -> Void) throws(DecodingFault) {
    do throws(SystemError) {
      try body()
    } catch {
      throw DecodingFault(
        line: nil,
        found: "no room for the decoded text (\(error.reason); TMPDIR names a folder)")
    }
  }
}
