import APICore
import Logging

/// What the client works with; tests give their own.
public struct BetableSurroundings: Sendable {
  /// What carries requests.
  public var transport: any Transport
  /// The time.
  public var clock: any APIClock
  /// Where requests are told; never a credential.
  public var log: Logger
  /// What spaces requests, where clients share it; nil for one of the client's own.
  public var limiter: RateLimiter?
  /// Where the login outlasts the program.
  public var store: any BetableCredentialStore
  /// Where bets are written down before they leave; nil for nowhere.
  public var journal: BetRecords?
  /// The actor on which callbacks are called; the main one unless told otherwise.
  public var callbackActor: any Actor
  /// Told every attempt, for `api_requests`.
  public var observe: @Sendable (RequestRecord) -> Void
  /// Told every element of a list that was left out, and why.
  public var reject: @Sendable (JSONFailure) -> Void

  /// Takes surroundings; those of a program unless told otherwise.
  public init(
    transport: any Transport = InstalledTransport(), clock: any APIClock = SystemClock(),
    log: Logger = Logger(label: BetableServiceSettings.api), limiter: RateLimiter? = nil,
    store: any BetableCredentialStore = BetableMemoryStore(), journal: BetRecords? = nil,
    callbackActor: any Actor = MainActor.shared,
    observe: @escaping @Sendable (RequestRecord) -> Void = { _ in },
    reject: @escaping @Sendable (JSONFailure) -> Void = { _ in }
  ) {
    self.transport = transport
    self.clock = clock
    self.log = log
    self.limiter = limiter
    self.store = store
    self.journal = journal
    self.callbackActor = callbackActor
    self.observe = observe
    self.reject = reject
  }
}

/// A journal of bets, and how users and sessions are named in it.
public struct BetRecords: Sendable {
  /// Where events are written.
  public let journal: any BetJournal
  /// How users and sessions are named.
  public let identities: IdentityHash

  /// Takes a journal.
  ///
  /// - Parameters:
  ///   - journal: Where events are written.
  ///   - identities: How users and sessions are named.
  public init(_ journal: any BetJournal, identities: IdentityHash) {
    self.journal = journal
    self.identities = identities
  }
}
