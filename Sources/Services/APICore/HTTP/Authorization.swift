/// Supplies the header fields that authorize a client.
public protocol Authorization: Sendable {
  /// Returns the fields to send with a request.
  ///
  /// - Returns: The fields; nil if there is no credential.
  func headers() async -> HTTPHeaders?

  /// Tries to get a new credential after the server refused the last one with 401.
  ///
  /// Simultaneous callers share one attempt.
  ///
  /// - Parameter refused: The refused fields.
  /// - Returns: Whether ``headers()`` now returns other fields.
  func renew(after refused: HTTPHeaders) async -> Bool

  /// The client's secrets beside those in ``headers()``, such as a password that renews them.
  ///
  /// A server may repeat them in any answer. They are read before a request and after its answer.
  var secrets: [Secret] { get }
}

extension Authorization {
  /// None.
  public var secrets: [Secret] { [] }
}
