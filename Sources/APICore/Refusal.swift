/// A server's refusal of a call: which call, the status, and the reason in the server's own words.
///
/// A whole number stands for the refusal of that status, and refusals of one status are equal,
/// whatever else they tell: `404` as a pattern matches every one of them.
public struct Refusal: Sendable {
  /// The status code of 400 or more.
  public let status: Int
  /// The call, such as `GET /race/77`; nil where it is not known.
  public let call: String?
  /// The server's words on one line of at most 300 cells; nil where it gave none.
  public let message: String?

  /// Makes a refusal of which no more is known than its status.
  public init(status: Int) {
    self.status = status
    call = nil
    message = nil
  }

  /// Reads a server's refusal.
  ///
  /// - Parameters:
  ///   - response: The answer; ``APIConnection`` has taken the credential out of it.
  ///   - call: The call that it refuses.
  public init(_ response: HTTPResponse, to call: APICall) {
    status = response.status
    self.call = call.description
    message = response.serverMessage
  }

  /// Status, call and reason, as far as they are known: `status 404 to GET /race/77: no such race`.
  public var summary: String { "status \(status)" + (call.map { " to " + $0 } ?? "") + reason }

  /// The summary in brackets, to follow a text that is fixed; empty where the call is not known.
  public var remark: String { call == nil ? "" : " (\(summary))" }

  private var reason: String { message.map { ": " + $0 } ?? "" }
}

extension Refusal: CustomStringConvertible {
  /// The status, with call and reason as far as they are known: `404 (GET /race/77: no such race)`.
  public var description: String { "\(status)" + (call.map { " (\($0)\(reason))" } ?? "") }
}

extension Refusal: Hashable, Comparable, ExpressibleByIntegerLiteral {
  /// Makes a refusal of a status.
  public init(integerLiteral status: Int) { self.init(status: status) }

  /// Whether the statuses are the same.
  public static func == (left: Refusal, right: Refusal) -> Bool { left.status == right.status }

  /// Orders refusals by status.
  public static func < (left: Refusal, right: Refusal) -> Bool { left.status < right.status }

  /// Feeds the status.
  public func hash(into hasher: inout Hasher) { hasher.combine(status) }
}
