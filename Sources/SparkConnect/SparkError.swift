/// An error of a Spark Connect session; no text shows a token.
public enum SparkError: Error, Equatable, Sendable {
  /// A text that is no address of a Spark Connect server.
  case badAddress(found: String, expected: String)
  /// Nothing answers at the address.
  case unreachable(server: String, reason: String)
  /// The server does not accept the token, or asks for one.
  case refused(server: String, reason: String)
  /// The server is too old, no Spark Connect server, or answers what cannot be read.
  case unsuitable(server: String, found: String, expected: String)
  /// The server could not run a statement.
  case failed(server: String, SparkFailure)
  /// The connection ended and the query could not be attached to again.
  case lost(server: String, reason: String)
  /// The query took too long and was interrupted on the server.
  case timedOut(server: String, after: Duration)
  /// The caller cancelled; the query was interrupted on the server.
  case cancelled
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
      "\(server): the connection was lost and the query with it (\(reason))"
    case .timedOut(let server, let limit):
      "\(server): found no answer within \(limit); the query was interrupted"
    case .cancelled: "interrupted; no query is left on the server"
    }
  }
}
