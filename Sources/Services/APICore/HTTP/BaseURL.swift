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
    guard !Self.isOddNumber(host) else {
      throw .badURL(
        found: "the host “\(host.prefix(80))”",
        expected: "a name, or an address of four numbers such as 127.0.0.1")
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
    return name.hasPrefix("127.") && isAddress(name)
  }

  /// Whether a host is four numbers from 0 to 255, without leading zeros.
  private static func isAddress(_ host: String) -> Bool {
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4
      && numbers.allSatisfy { part in UInt8(part).map { "\($0)" } == String(part) }
  }

  /// Whether a host ends in a number, and so is an address, but in another spelling: programs
  /// disagree on which machine `127.0.0.01` or `0x7f.1` is.
  private static func isOddNumber(_ host: String) -> Bool {
    guard !host.contains(":"), let last = host.lowercased().split(separator: ".").last else {
      return false
    }
    let isHexadecimal = last.hasPrefix("0x") && last.dropFirst(2).allSatisfy(\.isHexDigit)
    let isDecimal = last.utf8.allSatisfy { (48...57).contains($0) }
    return (isHexadecimal || isDecimal) && !isAddress(host)
  }

  /// Returns the displayable form of a text that may hold a password.
  private static func shown(_ text: String) -> String {
    text.isEmpty ? "nothing" : text.contains("@") ? "a URL with @" : "“\(text.prefix(80))”"
  }
}
