/// Why a call gave no answer that its client can use, after all attempts.
public enum APIFailure: Error, Equatable, Sendable {
  /// There was no whole answer.
  case transport(TransportError)
  /// The server refused with a status of 400 or more; the answer's body may say why.
  case refused(HTTPResponse)
  /// No credential is set; nothing was sent.
  case noCredential(api: String)
  /// The base URL is not one to send a credential to.
  case insecure(host: String)
  /// The caller no longer wants the answer.
  case cancelled
}
