/// A condition after its tests of later facts were replaced by true or false.
package enum SettledExpression: Equatable, Sendable {
  case always
  case never
  /// The remaining tests.
  case tests(FilterExpression)
}

extension FilterExpression {
  /// Replaces each test of a fact that is known only at the off or later: in favour of the whole
  /// condition, or against it.
  ///
  /// A runner that meets the condition with all replacements against it meets it by what is known
  /// in the morning. A runner that meets it only with favourable replacements may still meet it at
  /// the off.
  ///
  /// - Parameter isFavourable: Whether replacements make the whole condition true, as far as
  ///   possible.
  /// - Returns: The condition on what is known in the morning.
  package func settled(isFavourable: Bool) -> SettledExpression {
    switch self {
    case .test, .valued, .compared:
      guard fieldNames.contains(where: FilterField.isLater) else { return .tests(self) }
      return isFavourable ? .always : .never
    case .not(let part):
      switch part.settled(isFavourable: !isFavourable) {
      case .always: return .never
      case .never: return .always
      case .tests(let left): return .tests(.not(left))
      }
    case .and(let parts):
      let settled = parts.map { $0.settled(isFavourable: isFavourable) }
      return settled.contains(.never) ? .never : Self.joined(settled, { .and($0) }) ?? .always
    case .or(let parts):
      let settled = parts.map { $0.settled(isFavourable: isFavourable) }
      return settled.contains(.always) ? .always : Self.joined(settled, { .or($0) }) ?? .never
    }
  }

  /// Joins the remaining tests of several parts; nil if none remain.
  private static func joined(
    _ parts: [SettledExpression], _ join: ([FilterExpression]) -> FilterExpression
  ) -> SettledExpression? {
    let left = parts.compactMap { part -> FilterExpression? in
      if case .tests(let left) = part { left } else { nil }
    }
    return left.isEmpty ? nil : .tests(left.count == 1 ? left[0] : join(left))
  }
}
