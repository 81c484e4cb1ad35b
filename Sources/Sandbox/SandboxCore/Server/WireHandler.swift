import APICore
import Foundation
import LoopbackHTTP
import TabularFiles

/// Converts between the web server's requests and ours.
struct WireHandler: Sendable {
  let desk: RequestDesk
  let control: ControlCalls

  /// Answers a request.
  func answer(_ request: LoopbackRequest) async -> WireAnswer {
    guard let asked = Self.asked(request) else {
      return Self.wire(HTTPResponse(status: 400, message: "a request of another kind"))
    }
    if asked.path.hasPrefix(ControlCalls.root) { return Self.wire(control.answer(asked)) }
    let delivery = desk.take(asked)
    if delivery.delay > .zero { try? await Task.sleep(for: delivery.delay) }
    return Self.wire(delivery, asked)
  }

  // MARK: - Implementation

  private static func asked(_ request: LoopbackRequest) -> HTTPRequest? {
    let (head, body) = (request.head, request.body)
    guard let method = HTTPMethod(rawValue: head.method), let host = head.field("host"),
      let url = URL(string: "http://" + host + head.target)
    else { return nil }
    let fields = head.fields.map { HTTPHeaders.Field(name: $0.name, value: $0.value) }
    return HTTPRequest(method, url, headers: HTTPHeaders(fields), body: body.isEmpty ? nil : body)
  }

  private static func wire(_ delivery: Delivery, _ asked: HTTPRequest) -> WireAnswer {
    var response = delivery.response
    switch delivery.form {
    case .dropped: return WireAnswer(response.status, delivery: .dropped)
    case .redirected:
      // The same server, but another host for a client.
      let port = asked.url.port.map { ":\($0)" } ?? ""
      let host = asked.url.host() == "localhost" ? "127.0.0.1" : "localhost"
      response.headers["Location"] = "http://\(host)\(port)/sandbox/elsewhere"
      return wire(response)
    case .truncated: return wire(packed(response, asked), .truncated)
    case .whole: return wire(packed(response, asked))
    }
  }

  /// Compresses the body if the client accepts gzip.
  private static func packed(_ response: HTTPResponse, _ asked: HTTPRequest) -> HTTPResponse {
    guard !response.body.isEmpty,
      asked.headers["Accept-Encoding"]?.lowercased().contains("gzip") == true
    else { return response }
    var response = response
    response.body = Compression.gzip(of: response.body)
    response.headers["Content-Encoding"] = "gzip"
    return response
  }

  private static func wire(
    _ response: HTTPResponse, _ delivery: WireAnswer.Delivery = .whole
  ) -> WireAnswer {
    WireAnswer(
      response.status, fields: response.headers.fields.map { ($0.name, $0.value) },
      body: response.body, delivery: delivery)
  }
}
