import Foundation
import Logging
import Synchronization

/// The attempts to get an answer.
extension APIConnection {
  /// Sends a call until there is an answer or retrying makes no sense.
  ///
  /// - Parameters:
  ///   - order: The call.
  ///   - use: The cache's finding, for the records.
  /// - Returns: An answer with a status below 400.
  /// - Throws: The last attempt's failure.
  func answer(
    to order: Order, _ use: RequestRecord.CacheUse = .miss
  ) async throws(APIFailure) -> HTTPResponse {
    var order = order
    var attempt = 0
    var waited = Duration.zero
    var isRenewed = false
    var before: APIFailure?
    while true {
      attempt += 1
      let failure: APIFailure
      do throws(APIFailure) {
        return try await self.attempt(attempt, order, use)
      } catch {
        // `.paused` says only that this attempt sent nothing: the failure before says more.
        if case .paused = error, let before { throw before }
        failure = error
      }
      if failure.status == 401, !isRenewed {
        guard let other = try await renewed(after: order.credential) else { throw failure }
        order.credential = other
        isRenewed = true
        continue
      }
      before = failure
      let asked = failure.retryAfter(now: clock.now)
      let delay = settings.retries.delay(
        of: order.call, after: failure, attempt: attempt, retryAfter: asked)
      guard let delay, waited + delay <= settings.retries.totalWait else { throw failure }
      waited += delay
      log.info(
        "\(order.call.method.rawValue) \(order.call.endpoint): again after \(delay)",
        metadata: metadata)
      if delay >= Self.longRetry { show(order.call, delay, .failure(failure.short)) }
      do throws(CancellationError) {
        try await clock.sleep(until: clock.uptime + delay)
      } catch {
        throw .cancelled
      }
    }
  }

  // MARK: - Implementation

  /// The shortest wait before a retry that is shown to the user.
  private static let longRetry = Duration.seconds(5)

  /// Shows a wait to the user, unless it is short or one like it was shown just before.
  private func show(_ call: APICall, _ time: Duration, _ reason: RequestWait.Reason) {
    let wait = RequestWait(time, before: call.description, for: reason)
    guard notices.wants(wait, at: clock.uptime) else { return }
    log.notice("\(wait)", metadata: metadata)
    waits(wait)
  }

  /// Waits for a place in the line, then sends the request once.
  private func attempt(
    _ number: Int, _ order: Order, _ use: RequestRecord.CacheUse
  ) async throws(APIFailure) -> HTTPResponse {
    let client = PacedClient(at: settings.baseURL, credential: order.credential)
    try await waitForPlace(order.call, client)
    var record = RequestRecord(
      time: clock.now, api: settings.api, endpoint: order.call.endpoint, status: nil,
      microseconds: 0, bytes: 0, cache: use, attempt: number)
    let start = clock.uptime
    let departure = Departure(start)
    func report(_ response: HTTPResponse?, _ size: Int, _ error: String?) {
      record.microseconds = Int64((clock.uptime - start) / .microseconds(1))
      record.status = response?.status
      record.bytes = size
      record.error = error
      observe(record)
      logAttempt(order.call, record)
    }
    let secrets = authorization.secrets
    var response: HTTPResponse
    do {
      response = try await transport.send(
        order.request, limits: limits(of: client, departure, order.call))
    } catch {
      limiter.arrived(from: departure.time, isAnswered: false, as: client)
      let error = redactor(order, secrets).redacted(error)
      report(nil, 0, error.summary)
      throw error == .cancelled ? .cancelled : .transport(error)
    }
    let isWarning = limiter.learn(from: response)
    limiter.arrived(from: departure.time, isAnswered: true, as: client)
    let size = response.body.count
    // Some servers repeat a credential in their answer, which may be kept.
    let sent = response.body
    response = redactor(order, secrets).redacted(response)
    if response.body != sent {
      // A password that is an ordinary word is masked in names, too.
      log.warning(
        "\(order.call.method.rawValue) \(order.call.endpoint): a secret in the answer is masked",
        metadata: metadata)
    }
    guard response.status >= 400 else {
      report(response, size, nil)
      return response
    }
    report(response, size, isWarning ? "too many requests" : "refused")
    throw .refused(response)
  }

  /// Returns a redactor of a sent credential, of the secrets held then and of those held now: a
  /// login may have changed meanwhile.
  private func redactor(_ order: Order, _ before: [Secret]) -> Redactor {
    Redactor(order.credential, and: before + authorization.secrets)
  }

  /// The time at which the last request of an exchange was sent; a redirect is one more request.
  private final class Departure: Sendable {
    private let last: Mutex<Duration>
    init(_ time: Duration) { last = Mutex(time) }

    var time: Duration {
      get { last.withLock { $0 } }
      set { last.withLock { $0 = newValue } }
    }
  }

  /// Returns the limits of an exchange: a redirect to the same service keeps the pace, one to
  /// another service is refused, because its answer is not the service's.
  private func limits(
    of client: PacedClient, _ departure: Departure, _ call: APICall
  ) -> TransferLimits {
    var limits = settings.limits
    let asked = Self.place(settings.baseURL)
    limits.beforeRedirect = { [self] next async throws(TransportError) -> Void in
      let place = Self.place(next.url)
      guard place == asked else { throw .redirectedAway(host: asked, to: place) }
      limiter.arrived(from: departure.time, isAnswered: true, as: client)
      do throws(CancellationError) {
        _ = try await limiter.wait(as: client) { show(call, $0, $1) }
      } catch {
        throw .cancelled
      }
      departure.time = clock.uptime
    }
    return limits
  }

  /// Returns host and port; a service that moves from http to https stays the same one.
  private static func place(_ url: URL) -> String {
    let host = url.host()?.lowercased() ?? "?"
    guard let port = url.port, ![80, 443].contains(port) else { return host }
    return "\(host):\(port)"
  }

  private func waitForPlace(_ call: APICall, _ client: PacedClient) async throws(APIFailure) {
    let blocked: Duration?
    do throws(CancellationError) {
      blocked = try await limiter.wait(patience: settings.retries.totalWait, as: client) {
        show(call, $0, $1)
      }
    } catch {
      throw .cancelled
    }
    guard let blocked else { return }
    let seconds = Int((blocked / .seconds(1)).rounded(.up))
    log.warning(
      "\(call.method.rawValue) \(call.endpoint): not sent; the server accepts none for \(seconds) s",
      metadata: metadata)
    let end = clock.now + Int64(seconds) * 1_000_000
    throw .paused(host: settings.baseURL.host() ?? "?", until: end)
  }

  /// Returns credentials other than the refused ones; nil if there are none.
  private func renewed(after refused: HTTPHeaders) async throws(APIFailure) -> HTTPHeaders? {
    // Another call may have renewed them in the meantime.
    if let now = await authorization.headers(), now != refused { return now }
    let isRenewed = await renewals.value(of: refused) {
      await self.authorization.renew(after: refused)
    }
    guard let isRenewed else { throw .cancelled }
    guard isRenewed, let now = await authorization.headers(), now != refused else { return nil }
    log.debug("credential renewed", metadata: metadata)
    return now
  }

  private func logAttempt(_ call: APICall, _ record: RequestRecord) {
    var facts = metadata
    facts["attempt"] = "\(record.attempt)"
    facts["microseconds"] = "\(record.microseconds)"
    facts["bytes"] = "\(record.bytes)"
    let result = [record.status.map(String.init), record.error].compactMap { $0 }
      .joined(separator: ", ")
    log.log(
      level: record.status == 429 ? .warning : .debug,
      "\(call.method.rawValue) \(call.endpoint): \(result)", metadata: facts)
  }
}

extension APIFailure {
  /// The failure in a few words.
  fileprivate var short: String {
    switch self {
    case .refused(let response): "status \(response.status)"
    case .transport(let error): "no answer (\(error.summary))"
    default: "no answer"
    }
  }

  /// The status of a refusal.
  fileprivate var status: Int? {
    if case .refused(let response) = self { response.status } else { nil }
  }

  /// Returns the wait that a refusal asks for.
  fileprivate func retryAfter(now: Int64) -> Duration? {
    guard case .refused(let response) = self else { return nil }
    return response.headers["Retry-After"].flatMap { RetryAfter.wait($0, now: now) }
  }
}
