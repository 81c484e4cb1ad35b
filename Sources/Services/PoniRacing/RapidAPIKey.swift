import APICore
import Foundation

/// The header fields that RapidAPI requires: `X-RapidAPI-Key` and `X-RapidAPI-Host`.
public struct RapidAPIKey: Authorization {
  private let host: String
  private let key: @Sendable () -> String?

  /// Takes a closure that supplies the key for each request.
  ///
  /// - Parameters:
  ///   - baseURL: The service's address.
  ///   - key: Supplies the key; nil if there is none.
  public init(baseURL: URL, key: @escaping @Sendable () -> String?) {
    host = Self.serviceHost(at: baseURL)
    self.key = key
  }

  /// Returns the host by which RapidAPI's gateway identifies the service.
  ///
  /// - Parameter baseURL: The service's address.
  /// - Returns: The URL's own host if it is RapidAPI's; otherwise, as behind a proxy, the standard
  ///   one.
  public static func serviceHost(at baseURL: URL) -> String {
    let asked = baseURL.host()?.lowercased() ?? ""
    return asked.hasSuffix(".rapidapi.com") ? asked : RacingAPI.standardBaseURL.host() ?? ""
  }

  /// Returns both fields; nil without a key.
  public func headers() async -> HTTPHeaders? {
    key().map { ["X-RapidAPI-Key": $0, "X-RapidAPI-Host": host] }
  }

  /// Whether the key has changed since the refused request.
  public func renew(after refused: HTTPHeaders) async -> Bool {
    guard let now = key() else { return false }
    return now != refused["X-RapidAPI-Key"]
  }
}
