import APICore
import Foundation
import Synchronization

/// Takes requests one after the other: log, key, faults, limits, and then the service.
final class RequestDesk: Sendable {
  private struct State {
    var gate: RateGate
    var quota: Quota
    /// Requests so far, refused ones included.
    var requestCount = 0
    /// Faults that the next requests are given, before any drawn one.
    var ordered: [FaultKind] = []
    var log: [LoggedRequest] = []
  }

  private let settings: SandboxSettings
  private let service: any SandboxService
  private let state: Mutex<State>

  init(_ settings: SandboxSettings, _ service: any SandboxService) {
    self.settings = settings
    self.service = service
    state = Mutex(
      State(
        gate: RateGate(requestsPerSecond: settings.rate, tolerance: settings.rateTolerance),
        quota: Quota(limit: settings.quota)))
  }

  /// All requests so far, in order of arrival.
  var log: [LoggedRequest] { state.withLock { $0.log } }

  /// Gives the next requests these faults.
  func order(_ faults: [FaultKind]) { state.withLock { $0.ordered += faults } }

  /// Decides what becomes of a request.
  func take(_ request: HTTPRequest) -> Delivery {
    let time = settings.clock.now
    let uptime = settings.clock.uptime
    let key = service.keyUse(of: request)
    // One lock from arrival to log entry: the log is in order of arrival.
    let (delivery, entry) = state.withLock { state in
      let (delivery, fault) = decide(request, key, Arrival(time: time, uptime: uptime), &state)
      let entry = LoggedRequest(
        time: time, method: request.method.rawValue, target: request.target, key: key,
        status: delivery.form == .dropped ? nil : delivery.response.status, fault: fault)
      state.log.append(entry)
      return (delivery, entry)
    }
    settings.observe(entry)
    return delivery
  }

  // MARK: - Implementation

  private struct Arrival {
    let time: Int64
    let uptime: Duration
  }

  private func decide(
    _ request: HTTPRequest, _ key: LoggedRequest.KeyUse, _ arrival: Arrival, _ state: inout State
  ) -> (Delivery, FaultKind?) {
    guard key == .right else { return (Delivery(service.refusal(.unauthorised)), nil) }
    if let wait = state.gate.take(at: arrival.uptime) {
      let seconds = Int(wait.components.seconds) + (wait.components.attoseconds > 0 ? 1 : 0)
      return (Delivery(service.refusal(.rateLimited(retryAfter: max(1, seconds)))), nil)
    }
    let quota = state.quota.take(at: arrival.time)
    guard let quota else {
      let seconds = state.quota.resetSeconds(at: arrival.time)
      return (Delivery(service.refusal(.quotaExceeded(retryAfter: seconds))), nil)
    }
    let drawn = settings.faults.fault(ofRequest: state.requestCount)
    state.requestCount += 1
    let fault = state.ordered.isEmpty ? drawn : state.ordered.removeFirst()
    var delivery = deliver(request, fault)
    for field in service.limitHeaders(quota).fields {
      delivery.response.headers.add(field.name, field.value)
    }
    return (delivery, fault)
  }

  private func deliver(_ request: HTTPRequest, _ fault: FaultKind?) -> Delivery {
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
    case .reset: return Delivery(HTTPResponse(status: 200), .dropped)
    case .truncated: return Delivery(service.answer(request), .truncated)
    case .empty: return Delivery(HTTPResponse(status: 204))
    case .redirect: return Delivery(HTTPResponse(status: 302), .redirected)
    case .malformed, .utf8, .blank, .oversized, .element, .field:
      var response = service.answer(request)
      if let fault { response.body = DamagedBody.of(response.body, by: fault) ?? response.body }
      return Delivery(response)
    }
  }
}

/// An answer, and the way it is to be sent.
struct Delivery: Sendable {
  /// How much of it reaches the client.
  enum Form: Sendable {
    case whole
    /// Half of the body, then the end of the connection.
    case truncated
    /// Nothing but the end of the connection.
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
