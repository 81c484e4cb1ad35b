import APICore
import Foundation

/// The server's own calls, below `/sandbox/`: without a key, a limit or a fault.
struct ControlCalls: Sendable {
  static let root = "/sandbox/"

  let desk: RequestDesk
  let services: [any SandboxService]
  let stop: @Sendable () -> Void

  /// Answers a call whose path begins with ``root``.
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    switch (request.method, request.path) {
    case (.get, "/sandbox/log"): return HTTPResponse(json: .list(desk.log.map(\.json)))
    case (.post, "/sandbox/fault"): return order(request)
    case (.post, "/sandbox/stop"):
      stop()
      return HTTPResponse(json: .object([("stopping", .boolean(true))]))
    case (.get, "/sandbox/elsewhere"):
      let key = services[0].keyUse(of: request)
      return HTTPResponse(json: .object([("key", .text(key.rawValue))]))
    default:
      // The services are tried in order: the first one that knows the call has executed it.
      for service in services {
        if let response = service.control(request) { return response }
      }
      return HTTPResponse(status: 404, message: "\(request.path) is no call of the sandbox")
    }
  }

  // MARK: - Implementation

  private func order(_ request: HTTPRequest) -> HTTPResponse {
    do {
      let faults = try FaultPlan.kinds(request.query("next") ?? "")
      desk.order(faults)
      return HTTPResponse(json: .object([("ordered", .number(faults.count))]))
    } catch {
      return HTTPResponse(status: 400, message: "\(error)")
    }
  }
}
