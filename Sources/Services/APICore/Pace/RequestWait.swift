import Synchronization

/// A wait before a request, to be shown to the user: its length and its reason.
public struct RequestWait: Equatable, Sendable {
  /// The reason for a wait.
  public enum Reason: Equatable, Sendable {
    /// The service's quota is nearly used, so its rest is spread over the time to its renewal; or
    /// nothing is left of it.
    case quota(left: Int, limit: Int?, renewal: Duration)
    /// The service has named a time without requests.
    case pause
    /// The service has refused requests as too many, without naming a time.
    case refusals
    /// Another process with the same credential has sent requests, or was asked to wait.
    case otherProcess
    /// The call failed and is repeated; the text names the failure.
    case failure(String)
  }

  /// The length of the wait, as far as it is known.
  public let time: Duration
  /// The call that waits, such as `GET /race/77`.
  public let call: String
  /// The reason.
  public let reason: Reason

  /// Makes a wait.
  public init(_ time: Duration, before call: String, for reason: Reason) {
    self.time = time
    self.call = call
    self.reason = reason
  }
}

extension RequestWait: CustomStringConvertible {
  /// A sentence: how long, before which call, and why.
  public var description: String { "waiting \(Self.text(time)) before \(call): \(words)" }

  private var words: String {
    switch reason {
    case .quota(let left, let limit, let renewal):
      "the service's quota has \(left)" + (limit.map { " of \($0)" } ?? "")
        + " requests left, and is renewed in \(Self.text(renewal))"
    case .pause: "the service accepts no request until then"
    case .refusals: "the service has refused requests as too many"
    case .otherProcess: "another command uses the same key"
    case .failure(let found): "found \(found); the request is repeated"
    }
  }

  /// Seconds, rounded up.
  private static func text(_ time: Duration) -> String {
    "\(Int64((time / .seconds(1)).rounded(.up))) s"
  }
}

/// Picks the waits to show: every long one, and a shorter one after a minute or for a new reason.
final class WaitNotices: Sendable {
  /// The shortest wait that is ever shown.
  static let shortest = Duration.seconds(2)
  /// The shortest wait that is always shown.
  private static let longest = Duration.seconds(10)
  /// The time after which a shorter wait for the same reason is shown again.
  private static let again = Duration.seconds(60)

  private let last = Mutex<(kind: String, time: Duration)?>(nil)

  /// Whether to show a wait now.
  func wants(_ wait: RequestWait, at now: Duration) -> Bool {
    guard wait.time >= Self.shortest else { return false }
    return last.withLock { last in
      let kind = wait.reason.kind
      let isOld = last.map { $0.kind != kind || now - $0.time >= Self.again } ?? true
      guard isOld || wait.time >= Self.longest else { return false }
      last = (kind, now)
      return true
    }
  }
}

extension RequestWait.Reason {
  /// The case's name.
  fileprivate var kind: String {
    switch self {
    case .quota: "quota"
    case .pause: "pause"
    case .refusals: "refusals"
    case .otherProcess: "process"
    case .failure: "failure"
    }
  }
}
