import CNames
import Columns
import Foundation

/// Names by code, with a hash index by name: open addressing, never more than half full.
final class NameTable {
  private let offsets = GrowingMemory<UInt32>()
  private let text = GrowingMemory<UInt8>()
  /// In each slot, the upper half of a name's hash and, below it, its code plus one; 0 if empty.
  ///
  /// The hash distinguishes most other names without reading their bytes. Its upper half also
  /// determines a name's slot, so growing needs no bytes either.
  @exclusivity(unchecked)
  private var slots = GrowingMemory<UInt64>(capacity: 1024)
  @exclusivity(unchecked)
  private var mask: UInt64 = 1023

  private let limit: Int?
  /// Whether a name had no room; it and all later new names get code 0.
  private(set) var isFull = false

  /// Makes an empty table.
  ///
  /// - Parameter limit: The maximum number of the names' bytes, for a caller that checks
  ///   ``isFull``; nil to end the program beyond 4 GiB, because any other code would be wrong.
  init(limit: Int?) {
    self.limit = limit
    offsets.growZeroed(by: 1)
    slots.growZeroed(by: 1024)
  }

  /// The number of names.
  var count: Int { offsets.count - 1 }

  /// All names' bytes, one after another.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text.start, count: text.count)
  }

  /// Returns the start of a name's bytes, which is the end of the previous name's.
  func offset(_ code: Int) -> Int {
    precondition(code >= 0 && code < offsets.count, "no such code")
    return Int(offsets.start[code])
  }

  /// Returns a name's bytes; valid until another name is added.
  func utf8(_ code: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[offset(code)..<offset(code + 1)])
  }

  /// Returns the code of a known name.
  func find(_ name: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int32? {
    let code = rb_find_name(raw, name.baseAddress, Int64(name.count), hash)
    return code < 0 ? nil : code
  }

  /// Adds a new name; returns its code, 0 if it has no room.
  @discardableResult
  func insert(_ name: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int32 {
    guard !isFull, text.count + name.count <= limit ?? Int(UInt32.max) else {
      precondition(limit != nil, "a table of names holds 4 GiB at most")
      isFull = true
      return 0
    }
    if UInt64(count + 1) * 2 > mask { resize(to: 2 * (Int(mask) + 1)) }
    let code = count
    text.append(contentsOf: name)
    offsets.grow(by: 1).pointee = UInt32(text.count)
    place(hash & ~Self.codeBits | UInt64(code + 1))
    return Int32(code)
  }

  /// Adds new names, all at once.
  func insert(_ names: TextBuffer) {
    let first = count
    let start = text.count
    let range = Int(names.offsets[0])..<Int(names.offsets[names.count])
    precondition(start + range.count <= UInt32.max, "offsets have 32 bits")
    reserve(first + names.count)
    text.append(contentsOf: UnsafeBufferPointer(rebasing: names.bytes.pointer[range]))
    let ends = offsets.grow(by: names.count)
    let (old, bytes) = (names.offsets.pointer, text.start + start)
    for name in 0..<names.count {
      // Safety: the offsets lie in the bytes just copied.
      let (low, high) = (Int(old[name]) - range.lowerBound, Int(old[name + 1]) - range.lowerBound)
      ends[name] = UInt32(start + high)
      let hash = Self.hash(UnsafeBufferPointer(start: bytes + low, count: high - low))
      place(hash & ~Self.codeBits | UInt64(first + name + 1))
    }
  }

  /// Reserves room for a number of names.
  func reserve(_ names: Int) {
    var size = Int(mask) + 1
    while size < 2 * names + 2 { size *= 2 }
    if size > Int(mask) + 1 { resize(to: size) }
  }

  /// The table in C's form, valid until another name is added.
  var raw: rb_names {
    rb_names(
      slots: slots.start, mask: mask, offsets: offsets.start, text: text.start, count: Int64(count))
  }

  // MARK: - Implementation

  private static let codeBits: UInt64 = 0xFFFF_FFFF

  private func place(_ entry: UInt64) {
    let start = slots.start
    var slot = entry >> 32 & mask
    while start[Int(slot)] != 0 { slot = (slot + 1) & mask }
    start[Int(slot)] = entry
  }

  private func resize(to size: Int) {
    let old = slots
    slots = GrowingMemory(capacity: size)
    slots.growZeroed(by: size)
    mask = UInt64(size - 1)
    for index in 0..<old.count where old.start[index] != 0 { place(old.start[index]) }
  }

  @inline(__always)
  static func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
    // Safety: only the name's bytes are read, none for an empty name.
    rb_name_hash(name.baseAddress, Int64(name.count))
  }
}
