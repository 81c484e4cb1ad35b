/// A test of a text; texts are ordered and compared by their UTF-8 bytes.
package enum TextTest: Sendable {
  case compare(FilterComparison, [UInt8])
  case among(Set<[UInt8]>)
  case between([UInt8], [UInt8])
  case like(TextPattern)

  init?(_ test: FilterTest) {
    func bytes(_ literal: FilterLiteral) -> [UInt8]? {
      if case .text(let text) = literal { Array(text.utf8) } else { nil }
    }
    switch test {
    case .compare(let comparison, let literal):
      guard let text = bytes(literal) else { return nil }
      self = .compare(comparison, text)
    case .among(let literals):
      let texts = literals.compactMap(bytes)
      guard texts.count == literals.count else { return nil }
      self = .among(Set(texts))
    case .between(let low, let high):
      guard let low = bytes(low), let high = bytes(high) else { return nil }
      self = .between(low, high)
    case .like(let pattern): self = .like(TextPattern(pattern))
    case .null: return nil
    }
  }

  /// Whether a text passes.
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // Safety: the text is read within its count, before this function returns.
    switch self {
    case .compare(let comparison, let other): comparison.holds(text, other)
    case .among(let texts): texts.contains(Array(text))
    case .between(let low, let high):
      !text.lexicographicallyPrecedes(low) && !high.lexicographicallyPrecedes(text)
    case .like(let pattern): pattern.matches(text)
    }
  }
}

extension FilterComparison {
  /// Compares two texts by their UTF-8 bytes.
  func holds(
    _ left: UnsafeBufferPointer<UInt8>, _ right: some Collection<UInt8>
  ) -> Bool {
    // Safety: the texts are read within their counts, before this function returns.
    switch self {
    case .equal: left.elementsEqual(right)
    case .unequal: !left.elementsEqual(right)
    case .less: left.lexicographicallyPrecedes(right)
    case .atMost: !right.lexicographicallyPrecedes(left)
    case .greater: right.lexicographicallyPrecedes(left)
    case .atLeast: !left.lexicographicallyPrecedes(right)
    }
  }
}
