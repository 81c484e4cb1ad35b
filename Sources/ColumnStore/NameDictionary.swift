import Columns

/// A store-wide list of names by code, as a snapshot sees it.
public struct NameDictionary: Sendable {
  let parts: [TextBuffer]
  private let firsts: [Int]

  /// The number of names; codes run from 0.
  public let count: Int

  /// Joins parts whose names follow one another.
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

  /// Numbers names from 0, in their order.
  public init(_ names: [String]) { self.init(parts: [TextBuffer(names)]) }

  /// The dictionary with more names behind its own.
  public func appending(_ names: [String]) -> NameDictionary {
    names.isEmpty ? self : NameDictionary(parts: parts + [TextBuffer(names)])
  }

  /// The name's UTF-8 bytes; valid while this dictionary or a copy of it lives.
  public func utf8(_ code: Int) -> UnsafeBufferPointer<UInt8> {
    precondition(code >= 0 && code < count, "no such code")
    // Parts are merged as they grow, so there are a handful at most.
    let part = firsts.lastIndex { $0 <= code }!
    return parts[part].utf8(code - firsts[part])
  }

  /// The name of a code.
  public subscript(code: Int) -> String { String(decoding: utf8(code), as: UTF8.self) }

  /// All names in order of their codes.
  public var names: Column {
    .concatenated([Column(.text, .text(TextBuffer([])))] + parts.map { Column(.text, .text($0)) })
  }
}
