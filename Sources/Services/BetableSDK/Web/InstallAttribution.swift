import APICore
import Foundation

/// Reports the advertisement that led to the app's installation, if its user has agreed.
///
/// It sends nothing itself: it builds the request, and the app decides whether to send it.
public struct InstallAttribution: Equatable, Sendable {
  /// The app's token at the attribution service.
  public var appToken: Secret
  /// The name and version of app and device, as a user agent.
  public var userAgent: String
  /// The device's name; nil to send none.
  public var deviceIdentifier: String?
  /// The number of app starts.
  public var sessionCount: Int
  /// The time of the app's start, µs since 1970 UTC.
  public var createdAt: Int64

  /// Describes an installation.
  public init(
    appToken: Secret, userAgent: String, deviceIdentifier: String? = nil, sessionCount: Int = 1,
    createdAt: Int64
  ) {
    self.appToken = appToken
    self.userAgent = userAgent
    self.deviceIdentifier = deviceIdentifier
    self.sessionCount = sessionCount
    self.createdAt = createdAt
  }

  /// Returns the call that reports the installation.
  ///
  /// - Parameter now: The time of sending, µs since 1970 UTC.
  /// - Returns: The call, `POST /adjust/startup`.
  public func call(at now: Int64) -> APICall {
    Form.call(
      "/adjust/startup",
      [
        ("app_token", appToken.exposed), ("user_agent", userAgent), ("client_sdk", "betable"),
        ("device_identifier", deviceIdentifier), ("session_count", "\(sessionCount)"),
        ("created_at", APIDate(micros: createdAt).iso), ("sent_at", APIDate(micros: now).iso),
      ])
  }
}

/// A body of `application/x-www-form-urlencoded`.
enum Form {
  /// Returns a POST of a form; it is sent once.
  static func call(_ endpoint: String, _ fields: [(String, String?)]) -> APICall {
    let text = fields.compactMap { name, value in
      value.map { PercentEncoding.part(name) + "=" + PercentEncoding.part($0) }
    }.joined(separator: "&")
    return APICall(
      .post, endpoint: endpoint, body: Data(text.utf8), isIdempotent: false,
      headers: ["Content-Type": "application/x-www-form-urlencoded"])
  }
}
