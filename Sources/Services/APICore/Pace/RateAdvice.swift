import Foundation

/// An answer's advice on how often its server may be asked.
struct RateAdvice: Equatable {
  /// Whether the server reported too many requests (429).
  var isRefusal = false
  /// The time without any request.
  var pause: Duration?
  /// The interval that makes the quota last; nil while enough is left.
  var quotaInterval: Duration?
  /// The state of a quota that is nearly used, or used up; nil while enough is left.
  var quota: Quota?

  /// A server's count of requests.
  struct Quota: Equatable {
    let left: Int
    let limit: Int?
    /// The time to its renewal.
    let renewal: Duration
  }

  /// Reads status and header fields.
  ///
  /// `Retry-After` counts with any status. RapidAPI's `X-RateLimit-Requests-Reset` is the time to
  /// the quota's renewal, in seconds. The last fifth of the quota is spread over that time, and no
  /// request is sent once it is used up.
  ///
  /// - Parameters:
  ///   - response: An answer.
  ///   - now: The time of day, µs since 1970 UTC.
  init(_ response: HTTPResponse, now: Int64) {
    isRefusal = response.status == 429
    pause = response.headers["Retry-After"].flatMap { RetryAfter.wait($0, now: now) }
    guard let remaining = Self.count(response, "X-RateLimit-Requests-Remaining"),
      let reset = Self.count(response, "X-RateLimit-Requests-Reset"), reset > 0
    else { return }
    let limit = Self.count(response, "X-RateLimit-Requests-Limit")
    guard remaining == 0 || limit.map({ remaining * 5 <= $0 }) == true else { return }
    quota = Quota(left: remaining, limit: limit, renewal: .seconds(reset))
    if remaining == 0 {
      pause = max(pause ?? .zero, .seconds(reset))
    } else {
      quotaInterval = .seconds(reset) / remaining
    }
  }

  private static func count(_ response: HTTPResponse, _ name: String) -> Int? {
    response.headers[name].flatMap { Int($0) }.flatMap {
      (0...1_000_000_000).contains($0) ? $0 : nil
    }
  }
}

/// The header field `Retry-After` (RFC 9110, §10.2.3).
public enum RetryAfter {
  /// Returns the time to wait.
  ///
  /// - Parameters:
  ///   - value: The field's value: seconds, or a date in HTTP's form.
  ///   - now: The time of day, µs since 1970 UTC.
  /// - Returns: The time, at most a year; zero for a date in the past; nil for any other text.
  public static func wait(_ value: String, now: Int64) -> Duration? {
    let longest = Duration.seconds(31_536_000)
    if let seconds = Double(value), seconds >= 0 {
      return seconds > 31_536_000 ? longest : .microseconds(Int64((seconds * 1e6).rounded(.up)))
    }
    guard let date = APIDate(http: value, now: now) else { return nil }
    return min(longest, max(.zero, .microseconds(date.micros - now)))
  }
}
