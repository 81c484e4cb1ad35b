import Foundation
import LoopbackHTTP

/// The checks that a page's request must pass before it is answered.
struct RequestCheck: Sendable {
  private let token: String

  /// Checks the requests of a server by the first part of each path.
  init(token: String) { self.token = token }

  /// Checks a request.
  ///
  /// - Parameter head: Its head.
  /// - Returns: The request, without the token.
  /// - Throws: The refusal.
  func request(_ head: RequestHead) throws(WireAnswer) -> PageRequest {
    let parts = head.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0].split(separator: "/", omittingEmptySubsequences: false)
    guard path.count == 3, Self.areEqual(String(path[1]), token) else {
      throw WireAnswer(refusal: 403, "the address does not begin with this server's token")
    }
    guard ["GET", "HEAD"].contains(head.method) else {
      var refusal = WireAnswer(refusal: 405, "this server only shows; expected GET or HEAD")
      refusal.fields.append(("Allow", "GET, HEAD"))
      throw refusal
    }
    guard let items = PageRequest.items(parts.count > 1 ? parts[1] : "") else {
      throw WireAnswer(refusal: 400, "the question is not escaped as an address needs it")
    }
    return PageRequest(path: String(path[2]), items: items)
  }

  // MARK: - Implementation

  /// Compares all bytes, so that the time taken does not reveal the first different one.
  private static func areEqual(_ text: String, _ other: String) -> Bool {
    let (a, b) = (Array(text.utf8), Array(other.utf8))
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// A request that has passed the checks.
public struct PageRequest: Equatable, Sendable {
  /// A name and its value in an address.
  public struct Item: Equatable, Sendable {
    /// The name.
    public let name: String
    /// The value.
    public let value: String

    /// Makes an item that no address had.
    package init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  /// The name after the token; empty for the first page.
  public let path: String
  /// The question's items, unescaped, in their order.
  public let items: [Item]

  /// Returns the first value of a name.
  public func value(_ name: String) -> String? { items.first { $0.name == name }?.value }

  /// Reads the text after an address's question mark; nil if its escapes are invalid.
  static func items(_ query: Substring) -> [Item]? {
    var items: [Item] = []
    for part in query.split(separator: "&") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.replacing("+", with: " ").removingPercentEncoding }
      guard let name = sides[0], let value = sides.count > 1 ? sides[1] : "" else { return nil }
      items.append(Item(name: name, value: value))
    }
    return items
  }
}
