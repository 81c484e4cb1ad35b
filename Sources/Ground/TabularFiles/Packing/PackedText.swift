import CArrow
import Columns
import Synchronization
import Foundation
import TextEncodings

/// A file of zstd frames that state their uncompressed length, in parts of neighbouring frames.
///
/// Parts are decompressed one by one, so the whole text is never in memory.
struct PackedText: Sendable {
  private struct Part {
    var packed: Range<Int>
    var textLength: Int
  }

  private let file: String
  private let bytes: Buffer<UInt8>
  private let parts: [Part]

  /// Finds the frames of a mapped file; nil if one lacks its length or is cut off, or if they hold
  /// more than a file may.
  ///
  /// - Parameters:
  ///   - file: The file's name in messages.
  ///   - bytes: Its content.
  ///   - partLength: The approximate text length of a part.
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
    let length = parts.reduce(0) { $0 + $1.textLength }
    guard length <= UnpackLimit.bytes(ofPacked: raw.count) else { return nil }
    // Empty frames at the end join the last part.
    if parts.count > 1, parts[parts.count - 1].textLength == 0 {
      let end = parts.removeLast().packed.upperBound
      parts[parts.count - 1].packed = parts[parts.count - 1].packed.lowerBound..<end
    }
    self.file = file
    self.bytes = bytes
    self.parts = parts
  }

  var partCount: Int { parts.count }

  /// The uncompressed length of all parts.
  var textLength: Int { parts.reduce(0) { $0 + $1.textLength } }

  /// Whether the first part is UTF-8, up to a character that its end may cut.
  func beginsAsUTF8() throws(FileError) -> Bool {
    let first = try text(of: 0)
    let place = withExtendedLifetime(first) { UTF8Text.firstInvalid(first.pointer) }
    return place.map { partCount > 1 && $0 + 4 > first.count } ?? true
  }

  /// Decompresses one part.
  func text(of part: Int) throws(FileError) -> Buffer<UInt8> {
    let memory = TextMemory(count: parts[part].textLength, isLarge: false)
    try unpack(part, to: memory.start)
    return memory.buffer
  }

  /// Decompresses all parts with several threads.
  func text(
    threads: Int, _ progress: @escaping ByteProgress = { _, _ in }
  ) throws(FileError) -> Buffer<UInt8> {
    let limit = UnpackLimit.bytesAtOnce(ofPacked: bytes.count)
    guard textLength <= limit else {
      throw UnpackLimit.exceeded(limit, in: file, packed: bytes.count)
    }
    let starts = parts.reduce(into: [0]) { $0.append($0.last! + $1.textLength) }
    let memory = TextMemory(count: starts.last!, isLarge: true)
    let done = Atomic(0)
    let outcomes = ParallelTasks.map(count: parts.count, threads: threads) { part in
      defer {
        let packed = parts[part].packed.count
        progress(done.add(packed, ordering: .relaxed).newValue, bytes.count)
      }
      return Result { () throws(FileError) in try unpack(part, to: memory.start + starts[part]) }
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

/// The memory of a decompressed text.
private final class TextMemory: @unchecked Sendable {
  // Safety: written before `buffer` is handed out, each byte by one task.
  let start: UnsafeMutablePointer<UInt8>
  private let count: Int

  /// Allocates memory; large memory in huge pages, which halves the cost of first touching it.
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
