import APICore
import Foundation
import Logging

/// What a client's test target writes, so that the suite can be run against the client.
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
  /// What the service sends.
  static var samples: ContractSamples { get }

  /// Makes a client as its users would, with the suite's host, key, clock and limits.
  init(_ setting: ContractSetting)

  /// Makes one call that gives a list.
  ///
  /// - Returns: What the client's user would see.
  func list() async -> ContractOutcome

  /// Makes each of the calls that give a list, one after the other.
  ///
  /// - Returns: Each call's outcome, with the elements that this call left out.
  func lists() async -> [ContractOutcome]

  /// Makes one call that changes something at the service.
  ///
  /// - Returns: What the client's user would see; nil for a client that only reads.
  func write() async -> ContractOutcome?
}

extension ContractClient {
  /// The one list.
  public func lists() async -> [ContractOutcome] { [await list()] }

  /// Nothing.
  public func write() async -> ContractOutcome? { nil }
}

/// Where and how a client is to work during one case.
public struct ContractSetting: Sendable {
  /// The server, on loopback.
  public let baseURL: URL
  /// The key as it is now; another one once the first has expired.
  public let key: @Sendable () -> String?
  /// What carries requests: the real transport.
  public let transport: any Transport
  /// What one exchange may take.
  public let limits: TransferLimits
  /// A clock on which waiting takes no time.
  public let clock: any APIClock
  /// The least time between two requests.
  public let interval: Duration
  /// What is kept together with other processes.
  public let others: PaceFile
  /// Where the client logs to; searched for the key afterwards.
  public let log: Logger
  /// To be told of every attempt.
  public let observe: @Sendable (RequestRecord) -> Void
}

/// What a service sends, as JSON.
public struct ContractSamples: Sendable {
  /// Good elements, at least two and no two alike.
  public var good: [String]
  /// A good element with a field that nobody knows.
  public var unknownField: String
  /// A good element with a value that its enumeration does not have; `good[0]` again where the
  /// service has no enumerations.
  public var unknownValue: String
  /// An element that cannot be used.
  public var bad: String
  /// An element that is good but for its id, which it lacks.
  public var withoutID: String
  /// Makes an answer's body of elements: an array unless the service wraps it.
  public var body: @Sendable ([String]) -> String
  /// For services with an endpoint that renews the key: its answer for a new key.
  public var renewal: (@Sendable (String) -> String)?
  /// Whether the service wants the key in the query: its own URLs are not searched for the key then,
  /// those that other hosts are asked for are.
  public var hasKeyInQuery = false

  /// Makes samples.
  public init(
    good: [String], unknownField: String, unknownValue: String, bad: String, withoutID: String,
    body: @escaping @Sendable ([String]) -> String = { "[" + $0.joined(separator: ",") + "]" },
    renewal: (@Sendable (String) -> String)? = nil
  ) {
    self.good = good
    self.unknownField = unknownField
    self.unknownValue = unknownValue
    self.bad = bad
    self.withoutID = withoutID
    self.body = body
    self.renewal = renewal
  }
}

/// What a call gave.
public enum ContractOutcome: Equatable, Sendable {
  /// So many elements, and so many that were left out and reported. A client that throws for an
  /// empty list gives 0 elements here.
  case elements(Int, rejected: Int = 0)
  /// An error, and its text as users see it.
  case failure(ContractFailure, text: String)
}

/// The kinds of failure that the suite tells apart; a client may know more.
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

  /// The kind of a failure of ``APIConnection``.
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
    case .noCredential, .unsendable, .insecure, .cancelled: self = .other
    }
  }
}
