import APICore
import FeedContract
import Foundation
import Testing

@testable import HTTPTransport

struct RedirectTests {
  private static let headers: HTTPHeaders = [
    "Authorization": "Bearer x", "X-RapidAPI-Key": "x", "Cookie": "x", "X-Anything": "x",
    "Accept": "application/json", "Accept-Language": "en", "User-Agent": "railbird",
    "Content-Type": "application/json",
  ]

  private func next(
    from: String = "https://a.example/v1/x?q=1", _ method: HTTPMethod = .get, status: Int = 302,
    to location: String?
  ) throws(TransportError) -> HTTPRequest {
    let request = HTTPRequest(
      method, URL(string: from)!, headers: Self.headers,
      body: method == .post ? Data("b".utf8) : nil)
    let headers = HTTPHeaders(location.map { [.init(name: "location", value: $0)] } ?? [])
    return try Redirect.next(after: HTTPResponse(status: status, headers: headers), to: request)
  }

  @Test(arguments: [
    ("/y", "https://a.example/y"), ("y?z=2#f", "https://a.example/v1/y?z=2"),
    ("//a.example/y", "https://a.example/y"),
    ("https://A.EXAMPLE:443/y", "https://A.EXAMPLE:443/y"),
    ("?p=1", "https://a.example/v1/x?p=1"),
  ])
  func `on the same host all goes along`(location: String, url: String) throws {
    let request = try next(to: location)
    #expect(request.url.absoluteString == url)
    #expect(request.headers == Self.headers)
  }

  @Test(arguments: [
    "https://b.example/y", "//b.example", "https://a.example:8443/", "https://sub.a.example/",
    "https://a.example.example/",
  ])
  func `elsewhere no credential goes along`(location: String) throws {
    let names = try next(to: location).headers.fields.map(\.name)
    #expect(names == ["Accept", "Accept-Language", "User-Agent"])
  }

  @Test func `from http to https is elsewhere too`() throws {
    let request = try next(from: "http://127.0.0.1/x", to: "https://127.0.0.1/x")
    #expect(request.headers["Authorization"] == nil)
  }

  @Test(arguments: [
    ("http://a.example/y", "from https to http"), (nil, "it names no address"),
    ("ftp://a.example/", "to an address that is not http or https"),
    ("https://me@a.example/", "to an address with a user name"),
    ("https:///y", "to an address that is not http or https"),
    ("data:text/plain,x", "to an address that is not http or https"),
  ])
  func `some are not followed`(location: String?, reason: String) {
    #expect(throws: TransportError.redirectRefused(host: "a.example", reason: reason)) {
      try next(to: location)
    }
  }

  @Test(arguments: [301, 302, 307, 308])
  func `a post is not sent to another place`(status: Int) {
    #expect(
      throws: TransportError.redirectRefused(
        host: "a.example", reason: "POST is not sent to another address")
    ) { try next(.post, status: status, to: "/y") }
  }

  @Test func `a 303 after a post is fetched`() throws {
    let request = try next(.post, status: 303, to: "/y")
    #expect(request.method == .get && request.body == nil)
    #expect(request.headers["Content-Type"] == nil)
  }

  @Test func `redirects are followed up to their limit`() async throws {
    let server = try ScriptedServer { request in
      let number = Int(request.target.dropFirst()) ?? 0
      return number == 0
        ? .json("[]") : .json("", status: 302, headers: [("Location", "/\(number - 1)")])
    }
    let transport = AsyncHTTPTransport()
    let limits = TransferLimits(redirects: 3)
    let response = try await transport.send(
      HTTPRequest(.get, server.url.appending(path: "3"), headers: ["X-Key": "k"]), limits: limits)
    #expect(response.status == 200)
    #expect(server.requests.map { $0.header("X-Key") } == ["k", "k", "k", "k"])
    await #expect(
      throws: TransportError.redirectRefused(
        host: "127.0.0.1:\(server.port)", reason: "more than 3 in a row")
    ) {
      try await transport.send(HTTPRequest(.get, server.url.appending(path: "4")), limits: limits)
    }
  }

  @Test(arguments: [(HTTPMethod.post, 303), (.get, 302), (.get, 303)])
  func `a request that follows no redirect says so`(method: HTTPMethod, status: Int) async throws {
    let server = try ScriptedServer([.json("", status: status, headers: [("Location", "/y")])])
    let body = method == .post ? Data("b".utf8) : nil
    await #expect(
      throws: TransportError.redirectRefused(
        host: "127.0.0.1:\(server.port)", reason: "this \(method.rawValue) follows no redirect")
    ) {
      try await AsyncHTTPTransport().send(
        HTTPRequest(method, server.url, body: body), limits: TransferLimits(redirects: 0))
    }
    #expect(server.requests.count == 1)
  }

  @Test func `what was left behind does not come back on the way home`() async throws {
    let other = try ScriptedServer { request in
      .json(
        "", status: 302,
        headers: [("Location", "http://127.0.0.1:\(request.target.dropFirst())/end")])
    }
    let home = try ScriptedServer { request in
      request.target == "/end"
        ? .json("[]")
        : .json(
          "", status: 302,
          headers: [
            ("Location", "\(other.otherURL)/\(request.header("host")!.split(separator: ":")[1])")
          ])
    }
    let response = try await AsyncHTTPTransport().send(
      HTTPRequest(.get, home.url, headers: ["Authorization": "Bearer secret"]),
      limits: TransferLimits())
    #expect(response.status == 200)
    #expect(home.requests.map { $0.header("Authorization") } == ["Bearer secret", nil])
    #expect(other.requests.map { $0.header("Authorization") } == [nil])
  }
}
