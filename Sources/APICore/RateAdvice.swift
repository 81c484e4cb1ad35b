import Foundation

/// What an answer says about how often its server may be asked.
struct RateAdvice: Equatable {
  /// Whether the server was asked too much (429).
  var isRefusal = false
  /// How long no request may be sent.
  var pause: Duration?
  /// The time between requests that makes the quota last; nil while there is enough of it.
  var quotaInterval: Duration?

  /// Reads status and header fields.
  ///
  /// `Retry-After` counts with any status. Of RapidAPI's fields, `X-RateLimit-Requests-Reset` is the
  /// quota's rest in seconds; the quota is spread from its last fifth on, and no request is sent when
  /// nothing is left of it.
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
    if remaining == 0 {
      pause = max(pause ?? .zero, .seconds(reset))
    } else if let limit = Self.count(response, "X-RateLimit-Requests-Limit"),
      remaining * 5 <= limit
    {
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
  /// How long to wait.
  ///
  /// - Parameters:
  ///   - value: The field's value: seconds, or a date in HTTP's form.
  ///   - now: The time of day, µs since 1970 UTC.
  /// - Returns: The time, zero for a date that has passed; nil for any other text. Never more
  ///   than a year.
  public static func wait(_ value: String, now: Int64) -> Duration? {
    let longest = Duration.seconds(31_536_000)
    if let seconds = Double(value), seconds >= 0 {
      return seconds > 31_536_000 ? longest : .microseconds(Int64((seconds * 1e6).rounded(.up)))
    }
    guard let date = APIDate(http: value, now: now) else { return nil }
    return min(longest, max(.zero, .microseconds(date.micros - now)))
  }
}
