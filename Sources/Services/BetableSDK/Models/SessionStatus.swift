import APICore

/// The service's report on a session.
public struct SessionStatus: Equatable, Sendable {
  /// Whether the session is alive.
  public let isAlive: Bool
  /// Time to the next reality check; nil if there is none.
  public let remaining: Duration?

  init(_ response: JSONValue) throws(JSONFailure) {
    guard case .bool(let isAlive)? = response["alive"] else {
      throw JSONFailure(path: "alive", reason: "found no flag; expected true or false")
    }
    self.isAlive = isAlive
    let check = response["reality_check"]
    if case .bool(true)? = check?["enabled"], case .number(let left)? = check?["remaining_time"] {
      remaining = .milliseconds(left.double.rounded(.down))
    } else {
      remaining = nil
    }
  }

  /// Time to the next reality check in whole milliseconds, for the journal.
  var remainingMilliseconds: Int64? { remaining.map { Int64($0 / .milliseconds(1)) } }
}
