import APICore
import FlyingFox
import Foundation
import TabularFiles

/// Converts between the web server's requests and ours.
struct WireHandler: HTTPHandler {
  let desk: RequestDesk
  let control: ControlCalls

  func handleRequest(_ request: FlyingFox.HTTPRequest) async -> FlyingFox.HTTPResponse {
    guard let asked = await Self.asked(request) else {
      return Self.wire(APICore.HTTPResponse(status: 400, message: "a request of another kind"))
    }
    if asked.path.hasPrefix(ControlCalls.root) { return Self.wire(control.answer(asked)) }
    let delivery = desk.take(asked)
    if delivery.delay > .zero { try? await Task.sleep(for: delivery.delay) }
    return Self.wire(delivery, asked)
  }

  // MARK: - Implementation

  private static func asked(_ request: FlyingFox.HTTPRequest) async -> APICore.HTTPRequest? {
    let query = request.target.query()
    let target = request.target.path() + (query.isEmpty ? "" : "?" + query)
    let host = request.headers[.host] ?? "127.0.0.1"
    guard let method = APICore.HTTPMethod(rawValue: request.method.rawValue),
      let url = URL(string: "http://" + host + target), let body = try? await request.bodyData
    else { return nil }
    let fields = request.headers.map {
      APICore.HTTPHeaders.Field(name: $0.key.rawValue, value: $0.value)
    }
    return APICore.HTTPRequest(
      method, url, headers: HTTPHeaders(fields), body: body.isEmpty ? nil : body)
  }

  private static func wire(_ delivery: Delivery, _ asked: APICore.HTTPRequest)
    -> FlyingFox.HTTPResponse
  {
    var response = delivery.response
    switch delivery.form {
    case .dropped: return DroppedConnection.response
    case .redirected:
      // The same server, but another host for a client.
      let port = asked.url.port.map { ":\($0)" } ?? ""
      let host = asked.url.host() == "localhost" ? "127.0.0.1" : "localhost"
      response.headers["Location"] = "http://\(host)\(port)/sandbox/elsewhere"
      return wire(response)
    case .truncated:
      return TruncatedBody.response(wire(packed(response, asked)), packed(response, asked).body)
    case .whole: return wire(packed(response, asked))
    }
  }

  /// Compresses the body if the client accepts gzip.
  private static func packed(_ response: APICore.HTTPResponse, _ asked: APICore.HTTPRequest)
    -> APICore.HTTPResponse
  {
    guard !response.body.isEmpty,
      asked.headers["Accept-Encoding"]?.lowercased().contains("gzip") == true
    else { return response }
    var response = response
    response.body = Compression.gzip(of: response.body)
    response.headers["Content-Encoding"] = "gzip"
    return response
  }

  private static func wire(_ response: APICore.HTTPResponse) -> FlyingFox.HTTPResponse {
    var headers = FlyingFox.HTTPHeaders()
    for field in response.headers.fields { headers[HTTPHeader(field.name)] = field.value }
    return FlyingFox.HTTPResponse(
      statusCode: status(response.status), headers: headers,
      body: HTTPBodySequence(data: response.body, suggestedBufferSize: 1 << 18))
  }
  private static func status(_ code: Int) -> HTTPStatusCode {
    let known: [HTTPStatusCode] = [
      .ok, .noContent, .found, .badRequest, .unauthorized, .forbidden, .notFound,
      .methodNotAllowed, .tooManyRequests, .internalServerError, .badGateway, .serviceUnavailable,
    ]
    return known.first { $0.code == code } ?? HTTPStatusCode(code, phrase: "Status")
  }
}
