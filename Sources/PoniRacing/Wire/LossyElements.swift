import Foundation

/// A list of which each element is read on its own: one that cannot be read is reported, and the
/// others survive.
struct LossyElements<Element: Decodable>: Decodable {
  /// What could be read, in order.
  var elements: [Element]
  /// Why the others could not: `[3].race_id: found nothing; expected …`.
  var rejected: [String]

  init(elements: [Element], rejected: [String]) {
    self.elements = elements
    self.rejected = rejected
  }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    elements = []
    rejected = []
    while !list.isAtEnd {
      let index = list.currentIndex
      let outcome = try list.decode(Outcome.self)
      switch outcome.result {
      case .success(let element): elements.append(element)
      case .failure(let error): rejected.append("[\(index)]: \(Self.reason(error))")
      }
    }
  }

  /// One element, or why it is none; decoding it never fails, so that the list goes on.
  private struct Outcome: Decodable {
    let result: Result<Element, any Error>
    init(from decoder: any Decoder) throws {
      result = Result { try Element(from: decoder) }
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(_, let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context), .dataCorrupted(let context):
      context.debugDescription
    default: "\(error)"
    }
  }
}

extension LossyElements: Sendable where Element: Sendable {}
