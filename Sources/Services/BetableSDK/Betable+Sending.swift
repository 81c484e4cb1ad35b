import APICore
import Foundation
import Synchronization

/// The sending of bets: journal first, send once, then journal the outcome.
extension Betable {
  /// The answer to a call that held bets.
  struct BetAnswer {
    let response: HTTPResponse
    /// The time from sending to the answer.
    let latency: Duration

    var microseconds: Int64 { Int64(latency / .microseconds(1)) }

    /// Returns the event of an accepted bet.
    func event(of result: BetResult, at now: Int64, status: Int? = nil) -> BetEvent {
      .answered(
        BetEvent.Answered(
          at: now, betKey: result.key, result: .ok, payout: result.payout.text,
          outcomes: result.outcomes, status: status ?? response.status, latency: microseconds))
    }

    /// Returns the event of a refused bet.
    func event(of refusal: BetableRefusal, to key: String, at now: Int64) -> BetEvent {
      .answered(
        BetEvent.Answered(
          at: now, betKey: key, result: .rejected, error: refusal.code ?? "refused",
          status: refusal.status, latency: microseconds))
    }
  }

  /// Sends a call that holds bets, once.
  ///
  /// - Parameters:
  ///   - bets: The bets, in order; none for a batch of other requests.
  ///   - call: The call.
  /// - Returns: An answer with a status below 400; the caller journals the bets' outcomes.
  /// - Throws: ``BetableError``; the bets' outcomes are then in the journal.
  func send(_ bets: [OutgoingBet], as call: APICall) async throws(BetableError) -> BetAnswer {
    try checkLaunched()
    guard let credentials = login.credentials else {
      throw .notAuthorized(needsSession: bets.contains { $0.kind.isBacked })
    }
    guard credentials.sessionID != nil || !bets.contains(where: { $0.kind.isBacked }) else {
      throw .notAuthorized(needsSession: true)
    }
    if let stake = bets.lazy.compactMap(\.oddStake).first {
      throw .invalid(
        "wager: found \(stake.prefix(40)); expected \(BetAmount.storable). Nothing was sent")
    }
    let events = bets.isEmpty ? nil : try await sentEvents(bets, credentials)
    // Take the redactor now: a logout may come before the answer.
    let redactor = redactor
    let departure = Departure(surroundings, redactor) {
      [surroundings] () throws(BetJournalError) in
      let now = surroundings.clock.now
      if let events { try surroundings.journal?.journal.record(events(now)) }
    }
    var settings = settings.connection
    settings.retries = RetryPolicy.never
    let connection = APIConnection(
      settings, transport: departure,
      authorization: FixedAuthorization(token: credentials.accessToken),
      clock: surroundings.clock, limiter: connection.limiter, log: surroundings.log,
      observe: surroundings.observe, waits: surroundings.waits)
    do throws(APIFailure) {
      var response = try await connection.send(call)
      // The body goes into the journal, so redact it.
      response.body = redactor.redacted(response.body)
      return BetAnswer(response: response, latency: surroundings.clock.uptime - departure.start)
    } catch {
      throw end(of: bets, call, error, departure)
    }
  }

  /// Journals bets whose answer is not definite.
  ///
  /// - Returns: The error that names them.
  func unreadable(
    _ bets: [OutgoingBet], _ response: HTTPResponse, _ reason: String
  ) -> BetableError {
    indeterminate(bets, "the answer cannot be read: \(reason)", response)
  }

  // MARK: - Implementation

  /// Records whether a request was sent, and runs an action just before.
  private final class Departure: Transport {
    private struct State {
      var start: Duration?
      var failure: BetJournalError?
    }

    let redactor: Redactor
    private let surroundings: BetableSurroundings
    private let before: @Sendable () throws(BetJournalError) -> Void
    private let state = Mutex(State())

    init(
      _ surroundings: BetableSurroundings, _ redactor: Redactor,
      _ before: @escaping @Sendable () throws(BetJournalError) -> Void
    ) {
      self.redactor = redactor
      self.surroundings = surroundings
      self.before = before
    }

    var hasLeft: Bool { state.withLock { $0.start != nil } }
    var start: Duration { state.withLock { $0.start ?? .zero } }
    var failure: BetJournalError? { state.withLock { $0.failure } }

    func send(
      _ request: HTTPRequest, limits: TransferLimits
    ) async throws(TransportError) -> HTTPResponse {
      do throws(BetJournalError) {
        try before()
      } catch {
        state.withLock { $0.failure = error }
        throw .cancelled
      }
      state.withLock { $0.start = surroundings.clock.uptime }
      return try await surroundings.transport.send(request, limits: limits)
    }
  }

  /// Returns a maker of the bets' `sent` events that takes the time of sending.
  private func sentEvents(
    _ bets: [OutgoingBet], _ credentials: BetableCredentials
  ) async throws(BetableError) -> (@Sendable (Int64) -> [BetEvent])? {
    guard let identities = surroundings.journal?.identities else { return nil }
    let subject = identities.subject(try await knownUser(credentials))
    return { now in
      bets.map { bet in
        .sent(
          BetEvent.Sent(
            at: now, betKey: bet.key, subjectKey: subject, gameID: bet.gameID,
            creditGameID: bet.creditGameID, kind: bet.kind, economy: bet.economy,
            currency: bet.currency, wager: bet.wager, lines: bet.lines, batchID: bet.batchID))
      }
    }
  }

  /// Translates a failure into the bets' outcome, journals it, and returns the error.
  private func end(
    of bets: [OutgoingBet], _ call: APICall, _ failure: APIFailure, _ departure: Departure
  ) -> BetableError {
    if let unwritten = departure.failure {
      return .invalid("\(unwritten). The bet was not sent")
    }
    let error = BetableError(failure, of: call, departure.redactor)
    guard departure.hasLeft else { return error }
    let answer = { (response: HTTPResponse) in
      BetAnswer(
        response: response, latency: self.surroundings.clock.uptime - departure.start)
    }
    switch failure {
    case .refused(let response):
      let refusal = BetableRefusal(response, to: call, departure.redactor)
      guard refusal.isCertain else { return indeterminate(bets, "\(refusal)", refusal.response) }
      note(bets.map { answer(response).event(of: refusal, to: $0.key, at: now) })
      return refusal.isInsufficientFunds ? .insufficientFunds(refusal) : error
    case .transport(.unreachable):
      let refused = BetEvent.Answered.Result.rejected
      note(
        bets.map {
          .answered(
            BetEvent.Answered(at: now, betKey: $0.key, result: refused, error: "not sent"))
        })
      return error
    default: return indeterminate(bets, "\(failure)", nil)
    }
  }

  private func indeterminate(
    _ bets: [OutgoingBet], _ reason: String, _ response: HTTPResponse?
  ) -> BetableError {
    note(
      bets.map {
        .indeterminate(BetEvent.Indeterminate(at: now, betKey: $0.key, error: reason))
      })
    guard !bets.isEmpty else { return .unreadable(reason) }
    return .indeterminate(
      IndeterminateBets(keys: bets.map(\.key), reason: reason, response: response))
  }
}
