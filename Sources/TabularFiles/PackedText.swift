import CArrow
import Columns
import Foundation

/// A file of zstd frames that say how much they unpack to, in parts of neighbouring frames.
///
/// Parts are unpacked one by one, so that the text as a whole need not be in memory.
struct PackedText: Sendable {
  private struct Part {
    var packed: Range<Int>
    var textLength: Int
  }

  private let file: String
  private let bytes: Buffer<UInt8>
  private let parts: [Part]

  /// Finds the frames of a mapped file; nil where one does not say its length, or is torn.
  ///
  /// - Parameters:
  ///   - file: The file's name in messages.
  ///   - bytes: Its content.
  ///   - partLength: About how much text a part holds.
  init?(file: String, bytes: Buffer<UInt8>, partLength: Int) {
    var parts: [Part] = []
    var start = 0
    let raw = UnsafeRawBufferPointer(bytes.pointer)
    while start < raw.count {
      guard let frame = ZstdFrames.frame(at: start, in: raw), let length = frame.textLength
      else { return nil }
      start = frame.bytes.upperBound
      if let last = parts.last, last.textLength == 0 || last.textLength + length <= partLength {
        parts[parts.count - 1].packed = last.packed.lowerBound..<start
        parts[parts.count - 1].textLength += length
      } else {
        parts.append(Part(packed: frame.bytes, textLength: length))
      }
    }
    // Empty frames at the end are no part of their own.
    if parts.count > 1, parts[parts.count - 1].textLength == 0 {
      let end = parts.removeLast().packed.upperBound
      parts[parts.count - 1].packed = parts[parts.count - 1].packed.lowerBound..<end
    }
    self.file = file
    self.bytes = bytes
    self.parts = parts
  }

  var partCount: Int { parts.count }

  /// How much all parts unpack to.
  var textLength: Int { parts.reduce(0) { $0 + $1.textLength } }

  /// The text of one part.
  func text(of part: Int) throws(FileError) -> Buffer<UInt8> {
    let memory = TextMemory(count: parts[part].textLength, isLarge: false)
    try unpack(part, to: memory.start)
    return memory.buffer
  }

  /// The text of all parts, unpacked by some threads.
  func text(threads: Int) throws(FileError) -> Buffer<UInt8> {
    let starts = parts.reduce(into: [0]) { $0.append($0.last! + $1.textLength) }
    let memory = TextMemory(count: starts.last!, isLarge: true)
    let outcomes = ParallelTasks.map(count: parts.count, threads: threads) { part in
      Result { () throws(FileError) in try unpack(part, to: memory.start + starts[part]) }
    }
    for outcome in outcomes { try outcome.get() }
    return memory.buffer
  }

  // MARK: - Implementation

  private func unpack(_ index: Int, to out: UnsafeMutablePointer<UInt8>) throws(FileError) {
    let part = parts[index]
    let packed = bytes.slice(part.packed).pointer
    do {
      try wallCall {
        rb_unpack_zstd(
          packed.baseAddress, Int64(packed.count), out, Int64(part.textLength), $0)
      }
    } catch {
      throw .malformed(file: file, found: error.message, expected: "a whole zstd file")
    }
  }
}

/// Memory that a text is unpacked into.
private final class TextMemory: @unchecked Sendable {
  // Safety: written before `buffer` is handed out, each byte by one task.
  let start: UnsafeMutablePointer<UInt8>
  private let count: Int

  /// Claims memory; large memory in huge pages, for touching it for the first time is half the work.
  init(count: Int, isLarge: Bool) {
    let page = 2 << 20
    self.count = count
    let size = isLarge ? (count + page) / page * page : max(count, 1)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: isLarge ? page : 64)
    #if os(Linux)
      if isLarge { madvise(memory, size, MADV_HUGEPAGE) }
    #endif
    start = memory.bindMemory(to: UInt8.self, capacity: size)
  }

  deinit { start.deallocate() }

  var buffer: Buffer<UInt8> { Buffer(borrowing: start, count: count, owner: self) }
}
