import Foundation

/// Names by code, and the index that finds a name's code: open addressing, never more than half full.
struct NameTable {
  private var offsets: [Int] = [0]
  private(set) var bytes: [UInt8] = []
  /// In each slot the upper half of a name's hash and, below, its code plus one; 0 for none.
  ///
  /// Most other names are told apart without looking at their bytes.
  private var slots = [UInt64](repeating: 0, count: 1024)

  /// The number of names.
  var count: Int { offsets.count - 1 }

  /// Where a name's bytes begin, or end for the code before.
  func offset(_ code: Int) -> Int { offsets[code] }

  /// A name's bytes.
  func utf8(_ code: Int) -> ArraySlice<UInt8> { bytes[offsets[code]..<offsets[code + 1]] }

  /// The code of a name that is there.
  func find(_ name: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int32? {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let entry = slots[slot]
      let code = Int(entry & Self.codeBits) - 1
      if entry & ~Self.codeBits == hash & ~Self.codeBits, holds(code, name) { return Int32(code) }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds a name that is not there; returns its code.
  @discardableResult
  mutating func insert(_ name: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int32 {
    if (count + 1) * 2 > slots.count { grow() }
    let code = count
    bytes.append(contentsOf: name)
    offsets.append(bytes.count)
    place(code, hash)
    return Int32(code)
  }

  // MARK: - Implementation

  private static let codeBits: UInt64 = 0xFFFF_FFFF

  private func holds(_ code: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = offsets[code]
    guard offsets[code + 1] - start == name.count else { return false }
    return bytes.withUnsafeBufferPointer { stored in
      // Safety: the name's bytes lie inside `stored`, by the offsets.
      name.isEmpty || memcmp(stored.baseAddress! + start, name.baseAddress!, name.count) == 0
    }
  }

  private mutating func place(_ code: Int, _ hash: UInt64) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = hash & ~Self.codeBits | UInt64(code + 1)
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 4)
    for code in 0..<count {
      let hash = bytes.withUnsafeBufferPointer {
        Self.hash(UnsafeBufferPointer(rebasing: $0[offsets[code]..<offsets[code + 1]]))
      }
      place(code, hash)
    }
  }

  /// Mixes eight bytes at a time (multiply and fold); only this process sees the result.
  static func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(name.count)
    let raw = UnsafeRawBufferPointer(name)
    var next = 0
    while next + 8 <= raw.count {
      hash = fold(hash ^ raw.loadUnaligned(fromByteOffset: next, as: UInt64.self))
      next += 8
    }
    var tail: UInt64 = 0
    while next < raw.count {
      tail = tail << 8 | UInt64(raw[next])
      next += 1
    }
    return fold(hash ^ tail)
  }

  private static func fold(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
