import Columns
import Foundation

/// Gives names their codes: known ones keep theirs, new ones get the next.
///
/// Names are NFC-normalised, compared by their UTF-8 bytes, and never removed.
public final class DictionaryEncoder {
  private var offsets: [Int] = [0]
  private var bytes: [UInt8] = []
  /// Open addressing: the code in each slot, or −1; sized to a power of two.
  private var slots: [Int32]
  /// Codes of spellings that are not NFC, so that each is normalised once only.
  private var spellings: [[UInt8]: Int32] = [:]

  /// How many names were there before this writer came.
  let storedCount: Int

  /// The number of names.
  public var count: Int { offsets.count - 1 }

  /// Whether names are told apart by their bytes alone.
  private let isExact: Bool

  /// Starts without any name; names are keys, told apart by their bytes alone.
  public static func ofKeys() -> DictionaryEncoder {
    DictionaryEncoder(NameDictionary(parts: []), isExact: true)
  }

  /// Starts without any name.
  public static func ofNames() -> DictionaryEncoder { DictionaryEncoder(NameDictionary(parts: [])) }

  init(_ stored: NameDictionary, isExact: Bool = false) {
    self.isExact = isExact
    storedCount = stored.count
    slots = Array(repeating: -1, count: 1024)
    for code in 0..<stored.count { insert(stored.utf8(code)) }
  }

  /// The code of a name, given as UTF-8; nil where the bytes are not valid UTF-8.
  public func code(_ name: UnsafeBufferPointer<UInt8>) -> Int32? {
    let hash = Self.hash(name)
    if let code = find(name, hash) { return code }
    if isExact || name.allSatisfy({ $0 < 0x80 }) { return insert(name) }
    return codeOfUnicode(name)
  }

  /// The code of a name.
  public func code(_ name: String) -> Int32 {
    var name = name
    return name.withUTF8 { code($0)! }
  }

  /// A name's UTF-8 bytes.
  public func utf8(_ code: Int) -> ArraySlice<UInt8> { bytes[offsets[code]..<offsets[code + 1]] }

  /// The names from a code on.
  func names(from first: Int) -> TextBuffer {
    let base = offsets[first]
    return TextBuffer(
      offsets: Buffer(offsets[first...].map { Int32($0 - base) }),
      bytes: Buffer(Array(bytes[base...])))
  }

  // MARK: - Implementation

  private func codeOfUnicode(_ name: UnsafeBufferPointer<UInt8>) -> Int32? {
    let spelling = Array(name)
    if let code = spellings[spelling] { return code }
    guard let text = String(validating: spelling, as: UTF8.self) else { return nil }
    var normal = text.precomposedStringWithCanonicalMapping
    let code = normal.withUTF8 { find($0, Self.hash($0)) ?? insert($0) }
    spellings[spelling] = code
    return code
  }

  private func find(_ name: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int32? {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 {
      if holds(Int(slots[slot]), name) { return slots[slot] }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private func holds(_ code: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = offsets[code]
    guard offsets[code + 1] - start == name.count else { return false }
    return bytes.withUnsafeBufferPointer { stored in
      // Safety: the name's bytes lie inside `stored`, by the offsets.
      name.isEmpty || memcmp(stored.baseAddress! + start, name.baseAddress!, name.count) == 0
    }
  }

  @discardableResult
  private func insert(_ name: UnsafeBufferPointer<UInt8>) -> Int32 {
    if (count + 1) * 2 > slots.count { grow() }
    let code = Int32(count)
    bytes.append(contentsOf: name)
    offsets.append(bytes.count)
    place(code, Self.hash(name))
    return code
  }

  private func place(_ code: Int32, _ hash: UInt64) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    slots[slot] = code
  }

  private func grow() {
    slots = Array(repeating: -1, count: slots.count * 4)
    for code in 0..<count {
      let hash = bytes.withUnsafeBufferPointer {
        Self.hash(UnsafeBufferPointer(rebasing: $0[offsets[code]..<offsets[code + 1]]))
      }
      place(Int32(code), hash)
    }
  }

  /// Mixes eight bytes at a time (multiply and fold); only this process sees the result.
  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
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
