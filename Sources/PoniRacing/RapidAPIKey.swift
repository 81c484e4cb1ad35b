import APICore

/// The header fields that RapidAPI wants: `X-RapidAPI-Key` and `X-RapidAPI-Host`.
public struct RapidAPIKey: Authorization {
  private let host: String
  private let key: @Sendable () -> String?

  /// Takes the key from wherever it is kept, for each request anew.
  ///
  /// - Parameters:
  ///   - host: The service's host.
  ///   - key: Gives the key; nil when there is none.
  public init(host: String, key: @escaping @Sendable () -> String?) {
    self.host = host
    self.key = key
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
