/// A server's refusal of a call: the call, the status, and the reason in the server's own words.
///
/// An integer literal makes a refusal with that status. Refusals with one status are equal,
/// whatever else they contain: the pattern `404` matches each of them.
public struct Refusal: Sendable {
  /// The status code, 400 or more.
  public let status: Int
  /// The call, such as `GET /race/77`; nil if unknown.
  public let call: String?
  /// The server's words on one line of at most 300 cells; nil if it gave none.
  public let message: String?

  /// Makes a refusal from its status alone.
  public init(status: Int) {
    self.status = status
    call = nil
    message = nil
  }

  /// Reads a server's refusal.
  ///
  /// - Parameters:
  ///   - response: The answer, already without the credential (``APIConnection`` removes it).
  ///   - call: The refused call.
  public init(_ response: HTTPResponse, to call: APICall) {
    status = response.status
    self.call = call.description
    message = response.serverMessage
  }

  /// Status, call and reason, if known: `status 404 to GET /race/77: no such race`.
  public var summary: String { "status \(status)" + (call.map { " to " + $0 } ?? "") + reason }

  /// The summary in brackets, to append to a fixed text; empty if the call is unknown.
  public var remark: String { call == nil ? "" : " (\(summary))" }

  private var reason: String { message.map { ": " + $0 } ?? "" }
}

extension Refusal: CustomStringConvertible {
  /// The status, with call and reason if known: `404 (GET /race/77: no such race)`.
  public var description: String { "\(status)" + (call.map { " (\($0)\(reason))" } ?? "") }
}

extension Refusal: Hashable, Comparable, ExpressibleByIntegerLiteral {
  /// Makes a refusal from a status.
  public init(integerLiteral status: Int) { self.init(status: status) }

  /// Whether the statuses are equal.
  public static func == (left: Refusal, right: Refusal) -> Bool { left.status == right.status }

  /// Orders refusals by status.
  public static func < (left: Refusal, right: Refusal) -> Bool { left.status < right.status }

  /// Hashes the status.
  public func hash(into hasher: inout Hasher) { hasher.combine(status) }
}
