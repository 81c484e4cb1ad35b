import Foundation
import LoopbackHTTP

/// An HTTP server on 127.0.0.1 for one user's browser: GET and HEAD, one request a connection.
///
///     let server = PageServer(token: token) { request in PageAnswer(html: "…") }
///     let url = try await server.start(port: 0)
///     await server.stop()
public final class PageServer: Sendable {
  private let token: String
  private let server: LoopbackServer

  /// Makes a server; does not start it.
  ///
  /// - Parameters:
  ///   - token: The first part of each path, which only the user knows.
  ///   - limits: The limits of requests.
  ///   - answer: Answers a request that has passed all checks.
  public init(
    token: String, limits: LoopbackLimits = LoopbackLimits(),
    answer: @escaping @Sendable (PageRequest) async -> PageAnswer
  ) {
    self.token = token
    let check = RequestCheck(token: token)
    server = LoopbackServer(
      limits: limits, admit: { head throws(WireAnswer) in _ = try check.request(head) },
      answer: { request in
        do throws(WireAnswer) {
          return await answer(try check.request(request.head)).wire
        } catch {
          return error
        }
      })
  }

  /// Starts to listen.
  ///
  /// - Precondition: It is not started yet.
  /// - Parameter port: The port; 0 for any free port.
  /// - Returns: The address of the first page, token included.
  /// - Throws: `LoopbackError` if the port is in use or not allowed.
  public func start(port: UInt16) async throws(LoopbackError) -> String {
    "http://127.0.0.1:\(try await server.start(port: port))/\(token)/"
  }

  /// Stops listening and ends all connections.
  public func stop() async { await server.stop() }

  /// Waits until the server has been stopped.
  public func waitUntilStopped() async { await server.waitUntilStopped() }
}
