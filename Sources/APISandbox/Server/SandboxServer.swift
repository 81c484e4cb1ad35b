import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// An HTTP server on 127.0.0.1 that serves APIs as the real ones do, faults included.
///
///     let sandbox = SandboxServer(SandboxSettings(rate: 100), RacingSandbox(RacingSettings()))
///     let url = try await sandbox.start()
///     await sandbox.stop()
public final class SandboxServer: Sendable {
  private struct Running {
    let server: HTTPServer
    let task: Task<Void, Never>
  }

  private let settings: SandboxSettings
  private let services: [any SandboxService]
  private let desk: RequestDesk
  private let running = Mutex<Running?>(nil)

  /// Makes a server; does not start it.
  ///
  /// - Parameters:
  ///   - settings: Port, limit and faults.
  ///   - services: The services, selected by path; the first one also answers unknown paths.
  public init(_ settings: SandboxSettings, _ services: any SandboxService...) {
    self.settings = settings
    self.services = services
    desk = RequestDesk(settings, services)
  }

  /// All requests of the APIs so far, in order of arrival; calls below `/sandbox/` do not count.
  public var log: [LoggedRequest] { desk.log }

  /// Assigns these faults to the next requests, one each.
  ///
  /// - Parameter faults: The faults, in the order of the requests.
  public func order(_ faults: [FaultKind]) { desk.order(faults) }

  /// Starts to listen.
  ///
  /// - Precondition: It is not started yet.
  /// - Returns: The base URL of the API, such as `http://127.0.0.1:8080`.
  /// - Throws: ``SandboxError`` if the port is in use or not allowed.
  public func start() async throws(SandboxError) -> URL {
    precondition(running.withLock { $0 == nil }, "a server is started once")
    guard let port = UInt16(exactly: settings.port),
      let address = try? sockaddr_in.inet(ip4: "127.0.0.1", port: port)
    else { throw .cannotListen(port: settings.port, reason: "ports are 0 to 65535") }
    let control = ControlCalls(desk: desk, services: services) { [weak self] in self?.stopSoon() }
    let server = HTTPServer(
      // Slow answers need a long timeout.
      config: HTTPServer.Configuration(
        address: address, timeout: 3_600, pool: PromptSockets(), logger: .disabled),
      handler: WireHandler(desk: desk, control: control))
    try await listen(server)
    guard case .ip4(_, let bound) = await server.listeningAddress,
      let url = URL(string: "http://127.0.0.1:\(bound)")
    else { throw .cannotListen(port: settings.port, reason: "it was closed at once") }
    return url
  }

  /// Stops listening and ends all connections.
  public func stop() async {
    guard let running = running.withLock({ $0 }) else { return }
    await running.server.stop(timeout: 0)
    await running.task.value
  }

  /// Waits until the server has been stopped, by ``stop()`` or by `POST /sandbox/stop`.
  public func waitUntilStopped() async {
    await running.withLock { $0?.task }?.value
  }

  // MARK: - Implementation

  /// Runs the server until it listens or fails.
  private func listen(_ server: HTTPServer) async throws(SandboxError) {
    let (outcomes, report) = AsyncStream.makeStream(of: (any Error)?.self)
    let task = Task {
      do { try await server.run() } catch { report.yield(error) }
      report.finish()
    }
    running.withLock { $0 = Running(server: server, task: task) }
    let waiting = Task {
      do {
        try await server.waitUntilListening(timeout: 3_600)
        report.yield(nil)
      } catch {
        // It never listened; `run` reports the error.
      }
    }
    var first = outcomes.makeAsyncIterator()
    let failure = await first.next() ?? nil
    waiting.cancel()
    guard let failure else { return }
    guard case SocketError.failed(_, let code, let message) = failure else {
      throw .cannotListen(port: settings.port, reason: failure.localizedDescription)
    }
    if code == EADDRINUSE { throw .portInUse(settings.port) }
    throw .cannotListen(port: settings.port, reason: message)
  }

  /// Stops after the answer to the stop call has been sent.
  private func stopSoon() {
    Task {
      try? await Task.sleep(for: .milliseconds(100))
      await stop()
    }
  }
}
