import APICore
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// One request to one host and its answer.
struct Exchange {
  private let request: HTTPRequest
  private let limits: TransferLimits

  init(_ request: HTTPRequest, _ limits: TransferLimits) {
    self.request = request
    self.limits = limits
  }

  /// Sends the request and reads the whole answer.
  func run(on client: HTTPClient) async throws(TransportError) -> HTTPResponse {
    do {
      // The time limit is the caller's: it covers redirects too.
      let answer = try await client.execute(wireRequest, timeout: .hours(24))
      let headers = APICore.HTTPHeaders(
        answer.headers.map { .init(name: $0.name, value: $0.value) })
      try checkCoding(headers)
      let body = try await body(of: answer, headers)
      return HTTPResponse(status: Int(answer.status.code), headers: headers, body: body)
    } catch {
      throw TransportError(error, host: request.host, limits)
    }
  }

  // MARK: - Implementation

  private var wireRequest: HTTPClientRequest {
    var wire = HTTPClientRequest(url: request.url.absoluteString)
    wire.method = NIOHTTP1.HTTPMethod(rawValue: request.method.rawValue)
    for field in request.headers.fields { wire.headers.add(name: field.name, value: field.value) }
    if request.headers["Accept-Encoding"] == nil {
      // Not deflate: servers disagree on what it means.
      wire.headers.add(name: "Accept-Encoding", value: "gzip")
    }
    if let body = request.body { wire.body = .bytes(body) }
    return wire
  }

  /// Refuses a body whose packing nobody undoes.
  private func checkCoding(_ headers: APICore.HTTPHeaders) throws(TransportError) {
    let codings = headers.fields.filter { $0.name.lowercased() == "content-encoding" }
      .flatMap { $0.value.lowercased().split(separator: ",") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    if codings.isEmpty || codings == ["identity"] { return }
    guard codings == ["gzip"] || codings == ["deflate"] else {
      throw .malformed(host: request.host, reason: "packed in an unknown way")
    }
  }

  private func body(
    of answer: HTTPClientResponse, _ headers: APICore.HTTPHeaders
  ) async throws -> Data {
    var body = Data()
    do {
      for try await chunk in answer.body {
        guard body.count + chunk.readableBytes <= limits.bodyBytes else {
          throw TransportError.tooLarge(host: request.host, limit: limits.bodyBytes)
        }
        body.append(contentsOf: chunk.readableBytesView)
      }
    } catch let error as NIOHTTPDecompression.ExtraDecompressionError {
      // Some servers call an empty body packed.
      let isEmpty = answer.status.code == 204 || headers["Content-Length"] == "0"
      guard isEmpty, body.isEmpty, error == .truncatedData else { throw error }
    }
    return body
  }
}
