import APICore
import Foundation
import Synchronization

/// Processes requests one after another: log, key, limits, faults, and then the service.
///
/// Each service has its own gate and quota; faults are drawn over all requests.
final class RequestDesk: Sendable {
  private struct Limits {
    var gate: RateGate
    var quota: Quota
  }

  private struct State {
    /// By the service's index.
    var limits: [Limits]
    /// Requests so far, refused ones included.
    var requestCount = 0
    /// Faults for the next requests, used before any drawn one.
    var ordered: [FaultKind] = []
    var log: [LoggedRequest] = []
  }

  private let settings: SandboxSettings
  private let services: [any SandboxService]
  private let state: Mutex<State>

  /// Serves each request by the first service that has its path; an unknown path by the first
  /// service.
  init(_ settings: SandboxSettings, _ services: [any SandboxService]) {
    precondition(!services.isEmpty, "a sandbox serves something")
    self.settings = settings
    self.services = services
    let limits = services.map { service in
      Limits(
        gate: RateGate(
          requestsPerSecond: service.isLimited ? settings.rate : 0,
          tolerance: settings.rateTolerance),
        quota: Quota(limit: service.isLimited ? settings.quota : .max))
    }
    state = Mutex(State(limits: limits))
  }

  /// All requests so far, in order of arrival.
  var log: [LoggedRequest] { state.withLock { $0.log } }

  /// Assigns these faults to the next requests.
  func order(_ faults: [FaultKind]) { state.withLock { $0.ordered += faults } }

  /// Processes a request.
  func take(_ request: HTTPRequest) -> Delivery {
    let time = settings.clock.now
    let uptime = settings.clock.uptime
    let place = services.firstIndex { $0.serves(request.path) } ?? 0
    let key = services[place].keyUse(of: request)
    // One lock from arrival to log entry keeps the log in order of arrival.
    let (delivery, entry) = state.withLock { state in
      let (delivery, fault) = decide(
        request, Arrival(place: place, key: key, time: time, uptime: uptime), &state)
      let entry = LoggedRequest(
        time: time, method: request.method.rawValue, target: services[place].loggedTarget(request),
        idempotencyKey: request.headers["Idempotency-Key"], key: key,
        status: delivery.form == .dropped ? nil : delivery.response.status, fault: fault)
      state.log.append(entry)
      return (delivery, entry)
    }
    settings.observe(entry)
    return delivery
  }

  // MARK: - Implementation

  private struct Arrival {
    /// The index of the service.
    let place: Int
    let key: LoggedRequest.KeyUse
    let time: Int64
    let uptime: Duration
  }

  private func decide(
    _ request: HTTPRequest, _ arrival: Arrival, _ state: inout State
  ) -> (Delivery, FaultKind?) {
    let service = services[arrival.place]
    guard arrival.key == .right else { return (Delivery(service.keyRefusal(of: request)), nil) }
    if let wait = state.limits[arrival.place].gate.take(at: arrival.uptime) {
      let seconds = Int(wait.components.seconds) + (wait.components.attoseconds > 0 ? 1 : 0)
      return (Delivery(service.refusal(.rateLimited(retryAfter: max(1, seconds)))), nil)
    }
    let quota = state.limits[arrival.place].quota.take(at: arrival.time)
    guard let quota else {
      let seconds = state.limits[arrival.place].quota.resetSeconds(at: arrival.time)
      return (Delivery(service.refusal(.quotaExceeded(retryAfter: seconds))), nil)
    }
    let drawn = settings.faults.fault(ofRequest: state.requestCount)
    state.requestCount += 1
    let fault = state.ordered.isEmpty ? drawn : state.ordered.removeFirst()
    var delivery = deliver(request, fault, service)
    for field in service.limitHeaders(quota).fields {
      delivery.response.headers.add(field.name, field.value)
    }
    return (delivery, fault)
  }

  private func deliver(
    _ request: HTTPRequest, _ fault: FaultKind?, _ service: any SandboxService
  ) -> Delivery {
    switch fault {
    case nil: return Delivery(service.answer(request))
    case .unauthorised: return Delivery(service.refusal(.unauthorised))
    case .notSubscribed: return Delivery(service.refusal(.notSubscribed))
    case .rateLimited: return Delivery(service.refusal(.rateLimited(retryAfter: 1)))
    case .serverError: return Delivery(service.refusal(.failed(status: 500)))
    case .badGateway:
      let page = Data("<html><body><h1>502 Bad Gateway</h1></body></html>\n".utf8)
      return Delivery(HTTPResponse(status: 502, headers: ["Content-Type": "text/html"], body: page))
    case .unavailable: return Delivery(service.refusal(.failed(status: 503)))
    case .slow: return Delivery(service.answer(request), delay: settings.slowDelay)
    case .stalled:
      return Delivery(HTTPResponse(status: 200), .dropped, delay: settings.slowDelay)
    case .reset: return Delivery(HTTPResponse(status: 200), .dropped)
    case .lost: return Delivery(service.answer(request), .dropped)
    case .truncated: return Delivery(service.answer(request), .truncated)
    case .empty: return Delivery(HTTPResponse(status: 204))
    case .redirect: return Delivery(HTTPResponse(status: 302), .redirected)
    case .moved:
      return Delivery(HTTPResponse(status: 302, headers: ["Location": request.target]))
    case .malformed, .utf8, .blank, .oversized, .element, .field, .date:
      var response = service.answer(request)
      if let fault { response.body = DamagedBody.of(response.body, by: fault) ?? response.body }
      return Delivery(response)
    }
  }
}

/// An answer and its form of delivery.
struct Delivery: Sendable {
  /// The form in which an answer reaches the client.
  enum Form: Sendable {
    case whole
    /// Half of the body, then the end of the connection.
    case truncated
    /// Only the end of the connection.
    case dropped
    /// A redirect to the same server under another host name.
    case redirected
  }

  var response: HTTPResponse
  let form: Form
  let delay: Duration

  init(_ response: HTTPResponse, _ form: Form = .whole, delay: Duration = .zero) {
    self.response = response
    self.form = form
    self.delay = delay
  }
}

/// Counts the requests of each day of the clock.
struct Quota: Sendable {
  private static let daySeconds: Int64 = 86_400

  private let limit: Int
  private var day: Int64 = -1
  private var used = 0

  init(limit: Int) { self.limit = limit }

  /// Takes a request.
  ///
  /// - Returns: The rest of the quota, or nil if it was used up.
  mutating func take(at time: Int64) -> QuotaState? {
    let today = time / 1_000_000 / Self.daySeconds
    if today != day { (day, used) = (today, 0) }
    guard used < limit else { return nil }
    used += 1
    return QuotaState(
      limit: limit, remaining: limit - used, resetSeconds: resetSeconds(at: time))
  }

  /// Returns the seconds to the next day.
  func resetSeconds(at time: Int64) -> Int {
    Int(Self.daySeconds - time / 1_000_000 % Self.daySeconds)
  }
}
