import APICore
import Foundation

/// A failure of the rewards service, in its users' words.
public enum SeasonalRewardsError: Error, Equatable, Sendable {
  /// Another reward of the season has the display order (400 to a create, or to an update of it).
  case displayOrderConflict(Refusal)
  /// The reward does not exist (404 to an update or delete). Some servers also answer an update's
  /// order conflict with 404; the flag marks that possibility.
  case rewardNotFound(Refusal, mayBeOrderConflict: Bool = false)
  /// Only coaches may change rewards: the service refused (401, 403), or, without a refusal, the
  /// program's own user is no coach.
  case notCoach(Refusal? = nil)
  /// The service refused for another reason: status code, call and the service's words.
  ///
  /// An integer literal makes the error with that status, also in patterns: `.http(503)`.
  case http(Refusal)
  /// There is no complete answer; the text names the call and the host, never a credential.
  case network(String)
  /// The answer cannot be read; the text names the place and the reason.
  case unreadable(String)
  /// A value that must not be sent.
  case invalid(field: String, found: String, expected: String)
  /// A URL that is not the service's, or is not safe to send to.
  case badURL(String)

  /// Another name for `notCoach`, after the status code.
  public static let unauthorized = SeasonalRewardsError.notCoach(401)
}

extension SeasonalRewardsError: LocalizedError {
  /// The text for the service's users.
  public var errorDescription: String? {
    switch self {
    case .displayOrderConflict(let refusal):
      SeasonalMessages.displayOrderConflict + refusal.remark
    case .rewardNotFound(let refusal, false): SeasonalMessages.rewardNotFound + refusal.remark
    case .rewardNotFound(let refusal, true):
      SeasonalMessages.rewardNotFound + " " + SeasonalMessages.orMaybeOrderConflict
        + refusal.remark
    case .notCoach(let refusal): SeasonalMessages.notCoach + (refusal?.remark ?? "")
    case .http(let refusal): "The service refused with status \(refusal)."
    case .network(let reason): "No answer from the service: \(reason)"
    case .unreadable(let reason): "The service's answer cannot be read: \(reason)"
    case .invalid(let field, let found, let expected):
      "\(field): found \(found); expected \(expected)"
    case .badURL(let text): text
    }
  }
}

extension SeasonalRewardsError: CustomStringConvertible {
  /// Equal to ``errorDescription``.
  public var description: String { errorDescription ?? "" }
}

extension SeasonalRewardsError {
  /// The status code of the refusal; 401 if the program's own user is no coach; nil if there is
  /// none.
  public var statusCode: Int? {
    switch self {
    case .displayOrderConflict(let refusal), .rewardNotFound(let refusal, _), .http(let refusal):
      refusal.status
    case .notCoach(let refusal): refusal?.status ?? 401
    case .network, .unreadable, .invalid, .badURL: nil
    }
  }

  /// Translates a failed call into the client's error.
  ///
  /// - Edge cases: a cancelled call becomes a `network` error that says so.
  ///
  /// - Parameters:
  ///   - failure: The reason for the failure.
  ///   - call: The call.
  init(_ failure: APIFailure, of call: APICall) {
    self =
      switch failure {
      case .refused(let response):
        Self.refused(Refusal(response, to: call), SeasonalOperation(call))
      case .transport(.malformed(let host, let reason)):
        .unreadable("\(call), \(host): \(reason)")
      case .transport(let error): .network("\(call): \(error)")
      case .insecure(let host):
        .badURL("\(SettingsError.insecureURL(host: host))")
      case .paused: .network("\(call): \(failure)")
      case .noCredential, .unsendable, .cancelled: .network("\(failure)")
      }
  }

  private static func refused(
    _ refusal: Refusal, _ operation: SeasonalOperation
  ) -> SeasonalRewardsError {
    switch (refusal.status, operation) {
    case (400, .createReward), (400, .updateReward(sendsOrder: true)):
      .displayOrderConflict(refusal)
    case (404, .updateReward(let sendsOrder)):
      .rewardNotFound(refusal, mayBeOrderConflict: sendsOrder)
    case (404, .deleteReward): .rewardNotFound(refusal)
    case (401, .createReward), (401, .updateReward), (401, .deleteReward),
      (403, .createReward), (403, .updateReward), (403, .deleteReward):
      .notCoach(refusal)
    default: .http(refusal)
    }
  }
}
