/// An error in a person's setting: a URL, or a file of credentials.
public enum SettingsError: Error, Equatable, Sendable {
  /// A text that is not a service's base URL.
  case badURL(found: String, expected: String)
  /// A URL that is not safe for a credential.
  case insecureURL(host: String)
  /// A file of credentials that cannot be read.
  case unreadable(path: String, reason: String)
  /// A file of credentials that others may read, or that belongs to another user.
  case exposed(path: String, found: String)
  /// A line of a file of credentials; its text is not shown because it may be a secret.
  case badLine(path: String, line: Int, found: String)
  /// A credential that cannot be sent in a header field; it is not shown.
  case badCredential(name: String, found: String)
}

extension SettingsError: CustomStringConvertible {
  /// The message: place, what was found, and what was expected.
  public var description: String {
    switch self {
    case .badURL(let found, let expected): "base URL: found \(found); expected \(expected)"
    case .insecureURL(let host):
      "base URL: found http://\(host); expected https, or http only for this machine"
    case .unreadable(let path, let reason):
      "\(path): found \(reason); expected a file of credentials"
    case .exposed(let path, let found):
      "\(path): found \(found); expected a file that only you can read (chmod 600)"
    case .badLine(let path, let line, let found):
      "\(path):\(line): found \(found); expected NAME=value"
    case .badCredential(let name, let found):
      "\(name): found \(found); expected a value without line breaks and control characters"
    }
  }
}
