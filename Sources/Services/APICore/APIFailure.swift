/// The reason why a call failed after all attempts.
public enum APIFailure: Error, Equatable, Sendable {
  /// There was no complete answer.
  case transport(TransportError)
  /// The server refused with a status of 400 or more; the answer's body may give the reason.
  case refused(HTTPResponse)
  /// An earlier answer asked for no request until a time, in µs since 1970 UTC; nothing was sent.
  case paused(host: String, until: Int64)
  /// No credential is set; nothing was sent.
  case noCredential(api: String)
  /// The credential cannot be sent in a header field; nothing was sent.
  case unsendable(api: String, found: String)
  /// The base URL is not safe for a credential.
  case insecure(host: String)
  /// The caller cancelled the call.
  case cancelled
}

extension APIFailure: CustomStringConvertible {
  /// The message: what was found and what was expected; never a body.
  public var description: String {
    switch self {
    case .transport(let error): error.description
    case .refused(let response):
      "found status \(response.status)\(Self.advice(response)); expected one below 400"
    case .paused(let host, let until):
      "\(host): accepts no request until \(APIDate(micros: until).iso); nothing was sent"
    case .noCredential(let api): "\(api): found no credential; expected one"
    case .unsendable(let api, let found):
      "\(api): found \(found) in the credential; expected none"
    case .insecure(let host):
      "\(host): found plain http or a malformed base URL; expected https before a credential is sent"
    case .cancelled: "cancelled"
    }
  }

  /// Returns the server's advice on when to ask again.
  private static func advice(_ response: HTTPResponse) -> String {
    response.headers["Retry-After"].map { ", retry after \($0.prefix(40))" } ?? ""
  }
}
