import APICore
import Foundation

/// A Spark Connect server's address: `sc://HOST:PORT/;use_ssl=true;user_id=NAME`.
public struct SparkAddress: Equatable, Sendable {
  /// The host's name or number, without brackets.
  public let host: String
  /// The port; 15002 unless the address names another.
  public let port: Int
  /// Whether the connection is encrypted.
  public let usesTLS: Bool
  /// The name under which the server lists the session.
  public let userID: String

  /// Reads an address that a person wrote.
  ///
  /// - Parameter text: The address; `use_ssl` and `user_id` are its only parameters.
  /// - Throws: ``SparkError/badAddress(found:expected:)``; a token in the address is not shown.
  public init(_ text: String) throws(SparkError) {
    let expected = "sc://HOST:PORT, or sc://HOST:PORT/;use_ssl=true"
    guard !text.hasPrefix("spark://") else {
      throw .badAddress(
        found: "spark://, a master's own protocol",
        expected: "the address of a Spark Connect server, such as sc://HOST:15002; Spark's "
          + "sbin/start-connect-server.sh --master spark://… starts one")
    }
    let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    let settings = try Self.settings(parts.dropFirst())
    // URLComponents would take `;` as a part of the path.
    guard let place = URLComponents(string: parts[0]), place.scheme == "sc",
      let host = place.host, !host.isEmpty, ["", "/"].contains(place.path),
      parts.count == 1 || place.path == "/", place.query == nil, place.fragment == nil,
      (1...65_535).contains(place.port ?? 15_002)
    else {
      // A token may follow the address.
      let shown = text.prefix { $0 != "?" && $0 != "#" }
      throw .badAddress(
        found: text.contains("@")
          ? "an address with @" : shown + (shown == text ? "" : " with more after it"),
        expected: expected)
    }
    guard place.user == nil else {
      throw .badAddress(found: "a user name in the address", expected: ";user_id=NAME at its end")
    }
    self.host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    let signs = host.hasPrefix("[") ? ".:" : ".-_"
    let isPlain = self.host.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || signs.contains($0))
    }
    port = place.port ?? 15_002
    usesTLS = settings["use_ssl"] == "true"
    userID = settings["user_id"] ?? "railbird"
    guard isPlain, URL(string: "http://\(name)/") != nil else {
      throw .badAddress(
        found: "the host \(host)", expected: "a name of letters, digits, - and ., or a number")
    }
  }

  /// Host and port as messages show them.
  public var name: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

  /// Whether a token may be sent: encrypted, or on this machine.
  var isSafeForTokens: Bool { usesTLS || BaseURL.isLoopback(host) }

  /// Returns the URL of a call of the server's one service.
  func url(of method: String) -> URL {
    let place =
      "\(usesTLS ? "https" : "http")://\(name)/spark.connect.SparkConnectService/\(method)"
    guard let url = URL(string: place) else { preconditionFailure("a host that is no URL's") }
    return url
  }

  // MARK: - Implementation

  private static func settings(
    _ parts: ArraySlice<String>
  ) throws(SparkError) -> [String: String] {
    var settings: [String: String] = [:]
    for part in parts where !part.isEmpty {
      let name = String(part.prefix { $0 != "=" })
      let value = String(part.dropFirst(name.count + 1)).removingPercentEncoding ?? ""
      switch (name, value) {
      case ("token", _):
        throw .badAddress(
          found: "a token in the address, where other users of this machine can read it",
          expected: "the variable RAILBIRD_SPARK_TOKEN, or a file of credentials")
      case ("use_ssl", "true"), ("use_ssl", "false"): settings[name] = value
      case ("user_id", let value) where !value.isEmpty: settings[name] = value
      default:
        throw .badAddress(
          // The value may be a token under another spelling.
          found: "the parameter \(name.isEmpty ? "without a name" : name)"
            + (["use_ssl", "user_id"].contains(name) ? "=\(value)" : ""),
          expected: "use_ssl=true, use_ssl=false or user_id=NAME")
      }
    }
    return settings
  }
}
