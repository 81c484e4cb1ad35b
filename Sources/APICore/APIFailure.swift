/// Why a call gave no answer that its client can use, after all attempts.
public enum APIFailure: Error, Equatable, Sendable {
  /// There was no whole answer.
  case transport(TransportError)
  /// The server refused with a status of 400 or more; the answer's body may say why.
  case refused(HTTPResponse)
  /// No credential is set; nothing was sent.
  case noCredential(api: String)
  /// The credential is one that no header field can carry; nothing was sent.
  case unsendable(api: String, found: String)
  /// The base URL is not one to send a credential to.
  case insecure(host: String)
  /// The caller no longer wants the answer.
  case cancelled
}

extension APIFailure: CustomStringConvertible {
  /// What was found and what was expected; never a body.
  public var description: String {
    switch self {
    case .transport(let error): error.description
    case .refused(let response):
      "found status \(response.status)\(Self.advice(response)); expected one below 400"
    case .noCredential(let api): "\(api): found no credential; expected one"
    case .unsendable(let api, let found):
      "\(api): found \(found) in the credential; expected none"
    case .insecure(let host):
      "\(host): found plain http or a malformed base URL; expected https before a credential is sent"
    case .cancelled: "cancelled"
    }
  }

  /// How long the server wants to be left alone.
  private static func advice(_ response: HTTPResponse) -> String {
    response.headers["Retry-After"].map { ", to be asked again after \($0.prefix(40))" } ?? ""
  }
}
