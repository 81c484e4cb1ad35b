import AsyncHTTPClient
import NIOCore
import Synchronization

/// The connection pools of one transport: one per time that setting up a connection may take.
final class HTTPClients: Sendable {
  private struct State {
    var pools: [Duration: HTTPClient] = [:]
    var underWay = 0
    var isShut = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  deinit {
    // async-http-client wants to be told before it is let go.
    for pool in state.withLock({ Array($0.pools.values) }) { pool.shutdown { _ in } }
  }

  /// The pool for a request that begins now, which ``end()`` must follow; nil after the shutdown.
  func begin(connectTime: Duration) -> HTTPClient? {
    state.withLock { state in
      guard !state.isShut else { return nil }
      state.underWay += 1
      if let pool = state.pools[connectTime] { return pool }
      let pool = HTTPClient(configuration: Self.configuration(connectTime: connectTime))
      state.pools[connectTime] = pool
      return pool
    }
  }

  /// A request has ended.
  func end() {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.underWay -= 1
      guard state.underWay == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Lets no request begin, waits for those under way and closes the connections.
  func shutdown(grace: Duration) async {
    let isFirst = state.withLock { state in
      defer { state.isShut = true }
      return !state.isShut
    }
    guard isFirst else { return }
    let timer = Task {
      try? await Task.sleep(for: grace)
      await closePools()
    }
    await allEnded()
    timer.cancel()
    await timer.value
  }

  // MARK: - Implementation

  private func allEnded() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.underWay > 0 { state.waiting.append(continuation) }
        return state.underWay == 0
      }
      if isIdle { continuation.resume() }
    }
  }

  private func closePools() async {
    let pools = state.withLock { state in
      defer { state.pools = [:] }
      return Array(state.pools.values)
    }
    for pool in pools { try? await pool.shutdown() }
  }

  private static func configuration(connectTime: Duration) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: TimeAmount(connectTime)),
      // The limit on a body is the request's, so `Exchange` counts what comes out.
      decompression: .enabled(limit: .none))
    configuration.httpVersion = .http1Only
    // A refused connection is told at once; trying again is up to the caller.
    configuration.connectionPool.retryConnectionEstablishment = false
    // Waiting for a free connection counts as setting one up, so there are enough for all.
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
    return configuration
  }
}
