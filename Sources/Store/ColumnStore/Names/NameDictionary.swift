import Columns

/// A store-wide list of names by code, in a snapshot.
public struct NameDictionary: Sendable {
  let parts: [TextBuffer]
  private let firsts: [Int]

  /// The number of names; codes run from 0.
  public let count: Int

  /// Joins parts with consecutive names.
  init(parts: [TextBuffer]) {
    self.parts = parts
    var firsts: [Int] = []
    var next = 0
    for part in parts {
      firsts.append(next)
      next += part.count
    }
    self.firsts = firsts
    count = next
  }

  /// Makes a dictionary that numbers names from 0, in their order.
  public init(_ names: [String]) { self.init(parts: [TextBuffer(names)]) }

  /// Returns the dictionary with further names appended.
  public func appending(_ names: [String]) -> NameDictionary {
    names.isEmpty ? self : NameDictionary(parts: parts + [TextBuffer(names)])
  }

  /// Returns the name's UTF-8 bytes; valid while this dictionary or a copy of it lives.
  public func utf8(_ code: Int) -> UnsafeBufferPointer<UInt8> {
    precondition(code >= 0 && code < count, "no such code")
    // Parts are merged as they grow, so there are only a few.
    let part = firsts.lastIndex { $0 <= code }!
    // Safety: the code lies in the part, whose buffer this dictionary keeps.
    return parts[part].utf8(code - firsts[part])
  }

  /// The name of a code.
  public subscript(code: Int) -> String { String(decoding: utf8(code), as: UTF8.self) }

  /// Looks up the name of a code from a file; nil if there is no such code.
  package func name(ofCode code: Int32) -> String? {
    (0..<count).contains(Int(code)) ? self[Int(code)] : nil
  }

  /// All names, in order of their codes.
  public var names: Column {
    .concatenated([Column(.text, .text(TextBuffer([])))] + parts.map { Column(.text, .text($0)) })
  }
}

extension NameDictionary {
  /// Finds the names that begin with some letters, in either case.
  ///
  /// - Parameters:
  ///   - start: The letters; all names begin with none.
  ///   - limit: The maximum number of names.
  /// - Returns: The first of them in the order of their bytes.
  package func names(startingWith start: String, limit: Int) -> [String] {
    let letters = start.map { (Array($0.lowercased().utf8), Array($0.uppercased().utf8)) }
    var found: [String] = []
    for code in 0..<count {
      var rest = utf8(code)[...]
      let begins = letters.allSatisfy { lower, upper in
        guard let letter = [lower, upper].first(where: { rest.starts(with: $0) }) else {
          return false
        }
        rest = rest.dropFirst(letter.count)
        return true
      }
      guard begins else { continue }
      // Most of a large store's names come after the last one that fits.
      if found.count == limit, let last = found.last,
        !utf8(code).lexicographicallyPrecedes(last.utf8)
      {
        continue
      }
      let name = self[code]
      let place = found.indices.partitionPoint {
        !found[$0].utf8.lexicographicallyPrecedes(name.utf8)
      }
      if place < limit { found.insert(name, at: place) }
      if found.count > limit { found.removeLast() }
    }
    return found
  }

  /// Computes a checksum of the first names, independent of their parts.
  ///
  /// If it is unchanged, so is the meaning of the codes: names are only appended, but a rebuilt
  /// store may number them differently.
  ///
  /// - Parameter first: The number of names, at most ``count``.
  /// - Returns: The SHA-256 of their bytes and then their lengths, as hexadecimal.
  package func checksum(ofFirst first: Int) -> String {
    precondition((0...count).contains(first), "no more names than there are")
    var hash = SHA256()
    var lengths: [Int32] = []
    lengths.reserveCapacity(first)
    for part in parts {
      let taken = min(first - lengths.count, part.count)
      let offsets = part.offsets.pointer
      let range = Int(offsets[0])..<Int(offsets[taken])
      // Safety: offsets lie within the part's bytes.
      hash.update(
        UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: part.bytes.pointer[range])))
      for name in 0..<taken { lengths.append(offsets[name + 1] - offsets[name]) }
    }
    lengths.withUnsafeBytes { hash.update($0) }
    return hash.hex()
  }
}
