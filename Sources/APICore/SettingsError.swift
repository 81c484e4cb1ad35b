/// What is wrong with a setting that a person wrote: a URL, or a file of credentials.
public enum SettingsError: Error, Equatable, Sendable {
  /// A text that is no base URL of a service.
  case badURL(found: String, expected: String)
  /// A URL to which no credential is sent.
  case insecureURL(host: String)
  /// A file of credentials that cannot be read.
  case unreadable(path: String, reason: String)
  /// A file of credentials that others may read, or that belongs to someone else.
  case exposed(path: String, found: String)
  /// A line of a file of credentials; its text is not shown, for it may be a secret.
  case badLine(path: String, line: Int, found: String)
  /// A credential that no header field can carry; it is not shown.
  case badCredential(name: String, found: String)
}

extension SettingsError: CustomStringConvertible {
  /// Where, what was found, what was expected.
  public var description: String {
    switch self {
    case .badURL(let found, let expected): "base URL: found \(found); expected \(expected)"
    case .insecureURL(let host):
      "base URL: found http://\(host); expected https, or http for this machine alone"
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
