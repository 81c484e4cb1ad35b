/// A condition whose tests of later facts are answered.
package enum SettledExpression: Equatable, Sendable {
  case always
  case never
  /// The tests that are left.
  case tests(FilterExpression)
}

extension FilterExpression {
  /// Answers each test of a fact that is known at the off or later, all in favour of the whole
  /// condition or all against it.
  ///
  /// A runner that meets the condition with all answers against it meets it by what is known in the
  /// morning. One that meets it only with answers in its favour may still come to meet it.
  ///
  /// - Parameter isFavourable: Whether the answers make the whole true, as far as they can.
  /// - Returns: The condition on what is known in the morning.
  package func settled(isFavourable: Bool) -> SettledExpression {
    switch self {
    case .test(let field, _):
      guard FilterField.isLater(field.name) else { return .tests(self) }
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

  /// Joins the tests that are left of several parts; nil where none is.
  private static func joined(
    _ parts: [SettledExpression], _ join: ([FilterExpression]) -> FilterExpression
  ) -> SettledExpression? {
    let left = parts.compactMap { part -> FilterExpression? in
      if case .tests(let left) = part { left } else { nil }
    }
    return left.isEmpty ? nil : .tests(left.count == 1 ? left[0] : join(left))
  }
}
