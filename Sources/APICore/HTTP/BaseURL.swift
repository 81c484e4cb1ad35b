import Foundation

/// A service's address: scheme, host, port and a path before all endpoints.
public struct BaseURL: Equatable, Sendable {
  /// The URL, without a trailing slash.
  public let url: URL

  /// Reads a URL that a person wrote.
  ///
  /// - Parameters:
  ///   - text: The URL, such as `https://api.example/v1/`; trailing slashes are removed.
  ///   - allowsPlainHTTP: Whether `http` is accepted for other machines too.
  /// - Throws: ``SettingsError`` unless it is an https URL, or an http URL of this machine, without
  ///   user name, query and fragment.
  public init(_ text: String, allowsPlainHTTP: Bool = false) throws(SettingsError) {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let parts = URLComponents(string: trimmed), let scheme = parts.scheme?.lowercased(),
      scheme == "http" || scheme == "https", let host = parts.host, !host.isEmpty
    else {
      throw .badURL(
        found: Self.shown(trimmed), expected: "a URL such as https://api.example")
    }
    guard parts.user == nil, parts.password == nil else {
      throw .badURL(found: "a user name in the URL", expected: "a URL without one")
    }
    guard parts.query == nil, parts.fragment == nil else {
      throw .badURL(found: "a URL with ? or #", expected: "a URL without query and fragment")
    }
    guard (parts.port ?? 1) > 0, (parts.port ?? 1) < 65_536 else {
      throw .badURL(found: "port \(parts.port ?? 0)", expected: "a port from 1 to 65535")
    }
    guard scheme == "https" || allowsPlainHTTP || Self.isLoopback(host) else {
      throw .insecureURL(host: host)
    }
    var bare = parts
    while bare.percentEncodedPath.hasSuffix("/") { bare.percentEncodedPath.removeLast() }
    guard let url = bare.url else {
      throw .badURL(found: Self.shown(trimmed), expected: "a URL such as https://api.example")
    }
    self.url = url
  }

  /// Whether a host is this machine: `localhost`, 127.0.0.0/8 or ::1.
  public static func isLoopback(_ host: String) -> Bool {
    let name = host.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    if name == "localhost" || name == "::1" { return true }
    let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127"
      && numbers.allSatisfy { part in
        part.utf8.allSatisfy { (48...57).contains($0) } && UInt8(part) != nil
      }
  }

  /// Returns the displayable form of a text that may hold a password.
  private static func shown(_ text: String) -> String {
    text.isEmpty ? "nothing" : text.contains("@") ? "a URL with @" : "“\(text.prefix(80))”"
  }
}
