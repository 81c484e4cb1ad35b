import APICore
import Foundation
import Logging

/// The part that a client's test target supplies to run the suite against the client.
///
/// ```swift
/// struct RacingContract: ContractClient { … }
///
/// @Test(arguments: ContractCase.allCases)
/// func `the racing client keeps the contract`(example: ContractCase) async throws {
///   let findings = try await FeedContract.findings(example, RacingContract.self)
///   #expect(findings == [])
/// }
/// ```
public protocol ContractClient: Sendable {
  /// The service's answers.
  static var samples: ContractSamples { get }

  /// Makes a client as its users would, with the suite's host, key, clock and limits.
  init(_ setting: ContractSetting)

  /// Makes one call that gives a list.
  ///
  /// - Returns: The result for the client's user.
  func list() async -> ContractOutcome

  /// Makes each of the calls that give a list, one after the other.
  ///
  /// - Returns: Each call's outcome, with the elements that this call left out.
  func lists() async -> [ContractOutcome]

  /// Makes one call that changes something at the service.
  ///
  /// - Returns: The result for the client's user; nil for a read-only client.
  func write() async -> ContractOutcome?
}

extension ContractClient {
  /// Returns the one list.
  public func lists() async -> [ContractOutcome] { [await list()] }

  /// Does nothing: the client is read-only.
  public func write() async -> ContractOutcome? { nil }
}

/// The server, key and settings of a client during one case.
public struct ContractSetting: Sendable {
  /// The server, on loopback.
  public let baseURL: URL
  /// The key as it is now; another one once the first has expired.
  public let key: @Sendable () -> String?
  /// The transport of requests: the real one.
  public let transport: any Transport
  /// The limits of one exchange.
  public let limits: TransferLimits
  /// A clock on which waiting takes no time.
  public let clock: any APIClock
  /// The least time between two requests.
  public let interval: Duration
  /// The pace shared with other processes.
  public let others: PaceFile
  /// The client's log; searched for the key afterwards.
  public let log: Logger
  /// Must receive every attempt.
  public let observe: @Sendable (RequestRecord) -> Void
  /// Must receive every wait that a person should know of.
  public let waits: @Sendable (RequestWait) -> Void
}

/// A service's answers, as JSON.
public struct ContractSamples: Sendable {
  /// Good elements, at least two and no two alike.
  public var good: [String]
  /// A good element with an unknown field.
  public var unknownField: String
  /// A good element with a value that its enumeration does not have; `good[0]` again where the
  /// service has no enumerations.
  public var unknownValue: String
  /// An element that cannot be used.
  public var bad: String
  /// A good element without its id.
  public var withoutID: String
  /// A good element whose optional members are null.
  public var nullMembers: String
  /// Makes an answer's body of elements: an array unless the service wraps it.
  public var body: @Sendable ([String]) -> String
  /// For services with an endpoint that renews the key: its answer for a new key.
  public var renewal: (@Sendable (String) -> String)?
  /// Whether the service takes the key in the query: then its own URLs are not searched for the
  /// key, but other hosts' requests are.
  public var hasKeyInQuery = false

  /// Makes samples.
  public init(
    good: [String], unknownField: String, unknownValue: String, bad: String, withoutID: String,
    nullMembers: String,
    body: @escaping @Sendable ([String]) -> String = { "[" + $0.joined(separator: ",") + "]" },
    renewal: (@Sendable (String) -> String)? = nil
  ) {
    self.good = good
    self.unknownField = unknownField
    self.unknownValue = unknownValue
    self.bad = bad
    self.withoutID = withoutID
    self.nullMembers = nullMembers
    self.body = body
    self.renewal = renewal
  }
}

/// The result of a call.
public enum ContractOutcome: Equatable, Sendable {
  /// The number of elements, and of those left out and reported. A client that throws for an empty
  /// list gives 0 elements here.
  case elements(Int, rejected: Int = 0)
  /// An error, and its text as users see it.
  case failure(ContractFailure, text: String)
}

/// The kinds of failure that the suite distinguishes; a client may have more.
public enum ContractFailure: Equatable, Sendable {
  /// The key is refused.
  case unauthorised
  /// Too many requests.
  case rateLimited
  /// The server fails.
  case server
  /// There is no whole answer: timed out, reset, cut off, too large, not followed.
  case network
  /// The answer cannot be read.
  case unreadable
  /// Anything else.
  case other

  /// Makes the kind of a failure of ``APIConnection``.
  public init(_ failure: APIFailure) {
    switch failure {
    case .transport(.malformed): self = .unreadable
    case .transport: self = .network
    case .refused(let response):
      switch response.status {
      case 401, 403: self = .unauthorised
      case 429: self = .rateLimited
      case 500...: self = .server
      default: self = .other
      }
    case .paused: self = .rateLimited
    case .noCredential, .unsendable, .insecure, .cancelled: self = .other
    }
  }
}
