import APICore
import Synchronization

/// Gives the answers of a list, then repeats the last one; keeps the requests.
final class ScriptedTransport: Transport {
  typealias Answer = Result<HTTPResponse, TransportError>

  private struct State {
    var requests: [HTTPRequest] = []
    var times: [Duration] = []
  }

  private let state = Mutex(State())
  private let clock: any APIClock
  private let duration: Duration
  private let answer: @Sendable (Int, HTTPRequest) -> Answer

  /// Makes a transport whose answers each take `duration` by the clock.
  init(
    _ clock: any APIClock, taking duration: Duration = .zero,
    answer: @escaping @Sendable (Int, HTTPRequest) -> Answer
  ) {
    self.clock = clock
    self.duration = duration
    self.answer = answer
  }

  convenience init(
    _ clock: any APIClock, taking duration: Duration = .zero, _ answers: [Answer]
  ) {
    self.init(clock, taking: duration) { index, _ in answers[min(index, answers.count - 1)] }
  }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  var times: [Duration] { state.withLock { $0.times } }

  func send(_ request: HTTPRequest, limits: TransferLimits) async throws(TransportError)
    -> HTTPResponse
  {
    let time = clock.uptime
    let index = state.withLock { state in
      state.requests.append(request)
      state.times.append(time)
      return state.requests.count - 1
    }
    do throws(CancellationError) {
      if duration > .zero { try await clock.sleep(until: time + duration) }
    } catch {
      throw .cancelled
    }
    return try answer(index, request).get()
  }
}

extension Result where Success == HTTPResponse, Failure == TransportError {
  static func status(_ status: Int, _ headers: HTTPHeaders = [:], _ body: String = "[]") -> Self {
    .success(HTTPResponse(status: status, headers: headers, body: .init(body.utf8)))
  }
}

/// Keys in order: each renewal gives the next, until there are no more.
final class KeyRing: Authorization {
  private let keys: [String]
  private let state = Mutex((place: 0, renewals: 0))
  private let clock: (any APIClock)?

  init(_ keys: String..., clock: (any APIClock)? = nil) {
    self.keys = keys
    self.clock = clock
  }

  var renewals: Int { state.withLock { $0.renewals } }

  func headers() async -> HTTPHeaders? {
    let place = state.withLock { $0.place }
    return keys.isEmpty ? nil : ["X-Key": keys[place], "X-RapidAPI-Host": "races.example"]
  }

  func renew(after refused: HTTPHeaders) async -> Bool {
    state.withLock { $0.renewals += 1 }
    if let clock { try? await clock.sleep(until: clock.uptime + .seconds(1)) }
    return state.withLock { state in
      guard state.place + 1 < keys.count else { return false }
      state.place += 1
      return true
    }
  }
}
