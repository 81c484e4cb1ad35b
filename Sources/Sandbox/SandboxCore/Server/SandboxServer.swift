import Foundation
import LoopbackHTTP
import Synchronization

/// An HTTP server on 127.0.0.1 that serves APIs as the real ones do, faults included.
///
///     let sandbox = SandboxServer(SandboxSettings(rate: 100), RacingSandbox(RacingSettings()))
///     let url = try await sandbox.start()
///     await sandbox.stop()
public final class SandboxServer: Sendable {
  private let settings: SandboxSettings
  private let services: [any SandboxService]
  private let desk: RequestDesk
  private let running = Mutex<LoopbackServer?>(nil)

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
    guard let port = UInt16(exactly: settings.port) else {
      throw .server(.cannotListen(port: settings.port, reason: "ports are 0 to 65535"))
    }
    let control = ControlCalls(desk: desk, services: services) { [weak self] in self?.stopSoon() }
    let handler = WireHandler(desk: desk, control: control)
    let server = LoopbackServer(limits: Self.limits) { await handler.answer($0) }
    do throws(LoopbackError) {
      let bound = try await server.start(port: port)
      running.withLock { $0 = server }
      return URL(string: "http://127.0.0.1:\(bound)")!
    } catch {
      throw .server(error)
    }
  }

  /// Stops listening and ends all connections.
  public func stop() async { await running.withLock { $0 }?.stop() }

  /// Waits until the server has been stopped, by ``stop()`` or by `POST /sandbox/stop`.
  public func waitUntilStopped() async { await running.withLock { $0 }?.waitUntilStopped() }

  // MARK: - Implementation

  /// The limits of requests: clients send uploads, keep connections, and are many.
  private static var limits: LoopbackLimits {
    var limits = LoopbackLimits()
    limits.bodyBytes = Limits.bodyBytes
    limits.requestTime = Limits.requestTime
    limits.writeTime = Limits.writeTime
    limits.waitingCount = Limits.connections
    limits.workingCount = Limits.connections
    limits.keepsConnections = true
    return limits
  }

  /// Stops after the answer to the stop call has been sent.
  private func stopSoon() {
    Task {
      try? await Task.sleep(for: .milliseconds(100))
      await stop()
    }
  }
}
