/// An error of a Spark Connect session; no text shows a token.
public enum SparkError: Error, Equatable, Sendable {
  /// A text that is no address of a Spark Connect server.
  case badAddress(found: String, expected: String)
  /// Nothing answers at the address.
  case unreachable(server: String, reason: String)
  /// The server does not accept the token, or requires one.
  case refused(server: String, reason: String)
  /// The server is too old, is no Spark Connect server, or sends an unreadable answer.
  case unsuitable(server: String, found: String, expected: String)
  /// The server could not run a statement.
  case failed(server: String, SparkFailure)
  /// The connection ended, and none could be made to attach to the query again.
  case lost(server: String, reason: String)
  /// The connection ended, and the server no longer knows the query.
  case forgotten(server: String, reason: String)
  /// The time limit was reached.
  ///
  /// - Parameters:
  ///   - server: The server.
  ///   - after: The limit.
  ///   - isUnheard: Whether the server could not be reached to end the query.
  case timedOut(server: String, after: Duration, isUnheard: Bool)
  /// The caller cancelled; nothing of the query is left on the server.
  case cancelled
  /// The caller cancelled, and the server could not be reached to end the query.
  case unheard(server: String)
}

extension SparkError: CustomStringConvertible {
  /// The message: the server, what was found, and what was expected.
  public var description: String {
    switch self {
    case .badAddress(let found, let expected): "engine: found \(found); expected \(expected)"
    case .unreachable(let server, let reason):
      "\(server): no Spark Connect server can be reached (\(reason))"
    case .refused(let server, let reason):
      "\(server): the server refuses the token (\(reason)); expected its own in RAILBIRD_SPARK_TOKEN"
    case .unsuitable(let server, let found, let expected):
      "\(server): found \(found); expected \(expected)"
    case .failed(let server, let failure): "\(server): \(failure)"
    case .lost(let server, let reason):
      "\(server): the connection was lost (\(reason)); \(Self.goesOn)"
    case .forgotten(let server, let reason):
      "\(server): the connection was lost and the query with it (\(reason))"
    case .timedOut(let server, let limit, let isUnheard):
      "\(server): found no answer within \(limit); "
        + (isUnheard ? Self.goesOn : "no query is left on the server")
    case .cancelled: "interrupted; no query is left on the server"
    case .unheard(let server):
      "\(server): interrupted, but the server could not be reached to end the query; \(Self.goesOn)"
    }
  }

  private static let goesOn = "the query may continue there until the server notices"
}
