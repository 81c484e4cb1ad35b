import APICore
import Foundation

/// What can go wrong with the rewards service, in the words its users see.
public enum SeasonalRewardsError: Error, Equatable, Sendable {
  /// Another reward of the season has the display order (400 to a create or update).
  case displayOrderConflict
  /// There is no such reward (404 to an update or delete). Some servers answer an update's order
  /// conflict with 404 too; the flag says that this may be meant.
  case rewardNotFound(mayBeOrderConflict: Bool = false)
  /// Only coaches may change rewards: the service says so (401, 403), or the program's own role.
  case notCoach
  /// The service refuses for another reason; the status code.
  case http(Int)
  /// There is no whole answer; the text names the host and never a credential.
  case network(String)
  /// The answer cannot be read; where and why.
  case unreadable(String)
  /// A value that is never sent.
  case invalid(field: String, found: String, expected: String)
  /// A URL that is not the service's, or to which nothing is sent.
  case badURL(String)

  /// Another word for ``notCoach``, after the status code.
  public static let unauthorized = SeasonalRewardsError.notCoach
}

extension SeasonalRewardsError: LocalizedError {
  /// The text for the service's users.
  public var errorDescription: String? {
    switch self {
    case .displayOrderConflict: SeasonalMessages.displayOrderConflict
    case .rewardNotFound(false): SeasonalMessages.rewardNotFound
    case .rewardNotFound(true):
      SeasonalMessages.rewardNotFound + " " + SeasonalMessages.orMaybeOrderConflict
    case .notCoach: SeasonalMessages.notCoach
    case .http(let status): "The service refused with status \(status)."
    case .network(let reason): "No answer from the service: \(reason)"
    case .unreadable(let reason): "The service's answer cannot be read: \(reason)"
    case .invalid(let field, let found, let expected):
      "\(field): found \(found); expected \(expected)"
    case .badURL(let text): text
    }
  }
}

extension SeasonalRewardsError: CustomStringConvertible {
  /// The same text.
  public var description: String { errorDescription ?? "" }
}

extension SeasonalRewardsError {
  /// The status code that the service refused with; nil where it gave none.
  public var statusCode: Int? {
    switch self {
    case .displayOrderConflict: 400
    case .rewardNotFound: 404
    case .notCoach: 401
    case .http(let status): status
    case .network, .unreadable, .invalid, .badURL: nil
    }
  }

  /// What a failed call means to the client's user.
  ///
  /// - Edge cases: a call that was cancelled is a `network` error that says so.
  ///
  /// - Parameters:
  ///   - failure: Why there is no answer.
  ///   - operation: What the call was for.
  init(_ failure: APIFailure, of operation: SeasonalOperation) {
    self =
      switch failure {
      case .refused(let response):
        switch (response.status, operation) {
        case (400, .createReward), (400, .updateReward): .displayOrderConflict
        case (404, .updateReward): .rewardNotFound(mayBeOrderConflict: true)
        case (404, .deleteReward): .rewardNotFound()
        case (401, .createReward), (401, .updateReward), (401, .deleteReward),
          (403, .createReward), (403, .updateReward), (403, .deleteReward):
          .notCoach
        default: .http(response.status)
        }
      case .transport(.malformed(let host, let reason)):
        .unreadable("\(host): \(reason)")
      case .transport(let error): .network("\(error)")
      case .insecure(let host):
        .badURL("base URL: found http://\(host); expected https, or http for this machine alone")
      case .noCredential, .unsendable, .cancelled: .network("\(failure)")
      }
  }
}
