import APICore
import Foundation
import HTTPTransport
import Synchronization

/// Calls of one Spark Connect server: gRPC over the HTTP/2 of `HTTPTransport`.
struct SparkChannel: Sendable {
  let address: SparkAddress
  private let token: Secret?
  private let transport: AsyncHTTPTransport

  /// Makes a channel; opens no connection.
  ///
  /// - Parameters:
  ///   - address: The server.
  ///   - token: The token; nil for none.
  ///   - transport: The transport of the calls.
  /// - Throws: ``SparkError/badAddress(found:expected:)`` for a token without TLS.
  init(
    _ address: SparkAddress, token: Secret?, transport: AsyncHTTPTransport
  ) throws(SparkError) {
    guard token == nil || address.isSafeForTokens else {
      throw .badAddress(
        found: "a token for \(address.name) without TLS",
        expected: "sc://\(address.name)/;use_ssl=true, or no token")
    }
    self.address = address
    self.token = token
    self.transport = transport
  }

  /// Makes a call with one answer.
  ///
  /// - Parameters:
  ///   - method: The service's method.
  ///   - message: The request.
  ///   - limit: The maximum time.
  /// - Returns: The answer.
  /// - Throws: ``SparkError``.
  func call(
    _ method: String, _ message: Data, within limit: Duration = .seconds(60)
  ) async throws(SparkError) -> ProtobufReader {
    let answers = Mutex<[Data]>([])
    try await stream(method, message, within: limit) { answer throws(ProtobufReader.Problem) in
      answers.withLock { $0.append(answer) }
    }
    guard let answer = answers.withLock({ $0.last }) else {
      throw unreadable("no message in the answer of \(method)")
    }
    return try reading { () throws(ProtobufReader.Problem) in try ProtobufReader(answer) }
  }

  /// Makes a call with a stream of answers.
  ///
  /// - Parameters:
  ///   - method: The service's method.
  ///   - message: The request.
  ///   - limit: The maximum time to the end of the stream.
  ///   - take: Takes each answer on the transport's thread.
  /// - Throws: ``SparkError`` unless the server ends the stream with success.
  func stream(
    _ method: String, _ message: Data, within limit: Duration,
    _ take: @escaping @Sendable (Data) throws(ProtobufReader.Problem) -> Void
  ) async throws(SparkError) {
    var request = HTTPRequest(.post, address.url(of: method), body: GRPCFrames.framed(message))
    request.startsWithHTTP2 = true
    request.headers = [
      "Content-Type": "application/grpc", "TE": "trailers", "Accept-Encoding": "identity",
      "User-Agent": "railbird",
    ]
    if let token { request.headers["Authorization"] = "Bearer \(token.exposed)" }
    let limits = TransferLimits(
      firstByteTime: limit, totalTime: limit, bodyBytes: Limits.answerBytes, redirects: 0)
    let state = Mutex((frames: GRPCFrames(), problem: ProtobufReader.Problem?.none))
    let response: HTTPResponse
    do throws(TransportError) {
      response = try await transport.stream(request, limits: limits) { piece in
        state.withLock { state in
          do throws(ProtobufReader.Problem) {
            for message in try state.frames.take(piece) { try take(message) }
            return true
          } catch {
            state.problem = error
            return false
          }
        }
      }
    } catch {
      if let problem = state.withLock({ $0.problem }) { throw unreadable(problem.found) }
      throw reported(error)
    }
    try check(response)
    guard state.withLock({ $0.frames.isBetweenMessages }) else {
      throw unreadable("an answer that ends inside a message")
    }
  }

  /// Reads an answer; an error in it is reported as the server's.
  func reading<Value>(
    _ read: () throws(ProtobufReader.Problem) -> Value
  ) throws(SparkError) -> Value {
    do {
      return try read()
    } catch {
      throw unreadable(error.found)
    }
  }

  /// Makes the error of an answer that cannot be read.
  func unreadable(_ found: String) -> SparkError {
    .unsuitable(server: address.name, found: found, expected: "an answer of Spark Connect")
  }

  // MARK: - Implementation

  private func reported(_ error: TransportError) -> SparkError {
    switch error {
    case .cancelled: .cancelled
    case .unreachable(_, let reason): .unreachable(server: address.name, reason: reason)
    case .timedOut(_, let limit):
      .unreachable(server: address.name, reason: "no answer within \(limit / .seconds(1)) s")
    case .interrupted(_, let reason): .lost(server: address.name, reason: reason)
    default: unreadable("\(error)")
    }
  }

  private func check(_ response: HTTPResponse) throws(SparkError) {
    guard let status = GRPCStatus(response) else {
      // A proxy in front of the server answers with HTTP's own status.
      if [401, 403].contains(response.status) {
        throw .refused(server: address.name, reason: "HTTP status \(response.status)")
      }
      if [502, 503, 504].contains(response.status) {
        throw .lost(server: address.name, reason: "HTTP status \(response.status)")
      }
      throw .unsuitable(
        server: address.name, found: "an answer without gRPC's status (HTTP \(response.status))",
        expected: "a Spark Connect server")
    }
    switch status.code {
    case 0: return
    case GRPCStatus.unauthenticated, GRPCStatus.permissionDenied:
      throw .refused(server: address.name, reason: status.failure.message)
    case GRPCStatus.unavailable:
      throw .lost(server: address.name, reason: status.failure.message)
    case GRPCStatus.unimplemented:
      throw .unsuitable(
        server: address.name, found: "a server without this call", expected: "Spark 3.5 or newer")
    default: throw .failed(server: address.name, status.failure)
    }
  }
}
