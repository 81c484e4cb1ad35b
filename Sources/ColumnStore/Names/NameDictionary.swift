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

  /// All names, in order of their codes.
  public var names: Column {
    .concatenated([Column(.text, .text(TextBuffer([])))] + parts.map { Column(.text, .text($0)) })
  }
}
