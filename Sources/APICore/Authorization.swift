/// Supplies the header fields that let a client in.
public protocol Authorization: Sendable {
  /// The fields to send with a request.
  ///
  /// - Returns: The fields; nil when there is no credential.
  func headers() async -> HTTPHeaders?

  /// Tries to get a credential anew after the server refused the last one with 401.
  ///
  /// Callers at the same time share one attempt.
  ///
  /// - Parameter refused: The fields that were refused.
  /// - Returns: Whether ``headers()`` gives others now.
  func renew(after refused: HTTPHeaders) async -> Bool
}
