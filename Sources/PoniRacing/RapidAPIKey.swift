import APICore
import Foundation

/// The header fields that RapidAPI wants: `X-RapidAPI-Key` and `X-RapidAPI-Host`.
public struct RapidAPIKey: Authorization {
  private let host: String
  private let key: @Sendable () -> String?

  /// Takes the key from wherever it is kept, for each request anew.
  ///
  /// - Parameters:
  ///   - baseURL: Where the service is asked.
  ///   - key: Gives the key; nil when there is none.
  public init(baseURL: URL, key: @escaping @Sendable () -> String?) {
    host = Self.serviceHost(at: baseURL)
    self.key = key
  }

  /// The host by which RapidAPI's gateway tells its services apart.
  ///
  /// - Parameter baseURL: Where the service is asked.
  /// - Returns: The URL's own host where that is RapidAPI's; else, as behind a proxy, the standard one.
  public static func serviceHost(at baseURL: URL) -> String {
    let asked = baseURL.host()?.lowercased() ?? ""
    return asked.hasSuffix(".rapidapi.com") ? asked : RacingAPI.standardBaseURL.host() ?? ""
  }

  /// Both fields; nil without a key.
  public func headers() async -> HTTPHeaders? {
    key().map { ["X-RapidAPI-Key": $0, "X-RapidAPI-Host": host] }
  }

  /// Whether the key is another one by now.
  public func renew(after refused: HTTPHeaders) async -> Bool {
    guard let now = key() else { return false }
    return now != refused["X-RapidAPI-Key"]
  }
}
