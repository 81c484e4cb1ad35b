import APICore
import Logging

/// The client's transport, clock, store, journal and log; tests give their own.
public struct BetableSurroundings: Sendable {
  /// The transport of requests.
  public var transport: any Transport
  /// The clock.
  public var clock: any APIClock
  /// The log of requests; never receives a credential.
  public var log: Logger
  /// The limiter that spaces requests of several clients; nil makes one for this client.
  public var limiter: RateLimiter?
  /// The store that keeps the login between runs.
  public var store: any BetableCredentialStore
  /// The journal of bets before they are sent; nil for none.
  public var journal: BetRecords?
  /// The actor on which callbacks run; the main actor by default.
  public var callbackActor: any Actor
  /// Receives every attempt, for `api_requests`.
  public var observe: @Sendable (RequestRecord) -> Void
  /// Receives each part of an answer that was left out, with the reason.
  public var reject: @Sendable (JSONFailure) -> Void
  /// Receives the waits to show to the user, before they begin.
  public var waits: @Sendable (RequestWait) -> Void

  /// Makes surroundings; the defaults suit a program.
  public init(
    transport: any Transport = InstalledTransport(), clock: any APIClock = SystemClock(),
    log: Logger = Logger(label: BetableServiceSettings.api), limiter: RateLimiter? = nil,
    store: any BetableCredentialStore = BetableMemoryStore(), journal: BetRecords? = nil,
    callbackActor: any Actor = MainActor.shared,
    observe: @escaping @Sendable (RequestRecord) -> Void = { _ in },
    reject: @escaping @Sendable (JSONFailure) -> Void = { _ in },
    waits: @escaping @Sendable (RequestWait) -> Void = { _ in }
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
    self.waits = waits
  }
}

/// A journal of bets, and the hashes that name users and sessions in it.
public struct BetRecords: Sendable {
  /// The journal that receives events.
  public let journal: any BetJournal
  /// The hashes that name users and sessions.
  public let identities: IdentityHash

  /// Makes records from a journal and its hashes.
  ///
  /// - Parameters:
  ///   - journal: The journal that receives events.
  ///   - identities: The hashes that name users and sessions.
  public init(_ journal: any BetJournal, identities: IdentityHash) {
    self.journal = journal
    self.identities = identities
  }
}
