import APICore
import CCurl
import Dispatch
import Foundation
import Synchronization

/// The exchanges of one transport, run by libcurl on the loop's own thread.
///
/// Callers queue requests and wake the thread, which alone calls libcurl. A cancelled caller
/// continues at once; the thread cleans up later.
final class CurlLoop: Sendable {
  typealias Answer = Result<(response: HTTPResponse, time: Duration), TransportError>

  /// One exchange with a waiting caller.
  struct Order: Sendable {
    let id: Int
    let request: HTTPRequest
    let limits: TransferLimits
    let time: Duration
    /// Takes the body's pieces on the loop's thread while they arrive; nil to collect them.
    let receive: (@Sendable (Data) -> Bool)?
  }

  private struct State {
    var arrivals: [Order] = []
    var departures: [Int] = []
    var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
    var isStopped = false
    var isClosed = false
  }

  private let state = Mutex(State())
  private let lastID = Atomic(0)
  private let ended = DispatchSemaphore(value: 0)
  // Safety: only the thread uses it, except for the wake call, which any thread may make.
  private nonisolated(unsafe) let net: OpaquePointer

  /// Opens a net and starts the thread.
  init(_ network: NetworkSettings) {
    // Enough connections for all callers of a rate-limited client.
    guard let net = rb_net_open(64) else { preconditionFailure("no memory") }
    self.net = net
    Thread.detachNewThread { self.run(network) }
  }

  /// Runs one exchange.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - limits: The limits of the exchange.
  ///   - time: The maximum time to the complete answer.
  ///   - receive: Takes the body's pieces on the loop's thread, and returns whether it wants more;
  ///     nil to collect them.
  /// - Returns: The answer, and its duration.
  /// - Throws: `TransportError` if there is none.
  func answer(
    to request: HTTPRequest, _ limits: TransferLimits, within time: Duration,
    receive: (@Sendable (Data) -> Bool)? = nil
  ) async throws(TransportError) -> (response: HTTPResponse, time: Duration) {
    let id = lastID.add(1, ordering: .relaxed).newValue
    let order = Order(id: id, request: request, limits: limits, time: time, receive: receive)
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        take(order, continuation)
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
    return try answer.get()
  }

  /// Cuts off running exchanges, closes all connections and waits until that is done.
  func stop() {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      rb_net_wake(net)
    }
    ended.wait()
    ended.signal()
  }

  // MARK: - Implementation

  private func take(_ order: Order, _ continuation: CheckedContinuation<Answer, Never>) {
    let isTaken = state.withLock { state in
      guard !state.isStopped else { return false }
      state.waiting[order.id] = continuation
      state.arrivals.append(order)
      rb_net_wake(net)
      return true
    }
    if !isTaken { continuation.resume(returning: .failure(.cancelled)) }
  }

  private func cancel(_ id: Int) {
    let continuation = state.withLock { state in
      let continuation = state.waiting.removeValue(forKey: id)
      guard continuation != nil, !state.isClosed else { return continuation }
      state.departures.append(id)
      rb_net_wake(net)
      return continuation
    }
    continuation?.resume(returning: .failure(.cancelled))
  }

  private func finish(_ id: Int, _ answer: Answer) {
    state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: answer)
  }

  /// Returns the requests queued since the last call; nil when the thread must end.
  private func news() -> (arrivals: [Order], departures: [Int])? {
    state.withLock { state in
      defer { (state.arrivals, state.departures) = ([], []) }
      return state.isStopped ? nil : (state.arrivals, state.departures)
    }
  }

  private func run(_ network: NetworkSettings) {
    var exchanges = CurlExchanges(net, network)
    rb_net_enter()
    while let news = news() {
      for order in news.arrivals {
        if let failure = exchanges.begin(order) { finish(order.id, .failure(failure)) }
      }
      for id in news.departures { exchanges.drop(id) }
      exchanges.turn()
      while let (id, answer) = exchanges.nextAnswer() { finish(id, answer) }
    }
    exchanges.dropAll()
    let left = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in left.values { continuation.resume(returning: .failure(.cancelled)) }
    rb_net_close(net)
    ended.signal()
  }
}
