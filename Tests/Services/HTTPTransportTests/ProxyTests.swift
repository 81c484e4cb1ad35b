import APICore
import FeedContract
import Foundation
import Testing

@testable import HTTPTransport

/// The proxies of an environment, as curl's users know them.
struct ProxyTests {
  private static let login = "me:Zx7"
  private let limits = TransferLimits(totalTime: .seconds(20))

  @Test(arguments: [
    ("http://a.example/", ["http_proxy": "p"], "p"),
    ("http://a.example/", ["HTTP_PROXY": "p"], ""),
    ("http://a.example/", ["https_proxy": "p"], ""),
    ("http://a.example/", ["http_proxy": "", "all_proxy": "q"], "q"),
    ("https://a.example/", ["https_proxy": "p", "HTTPS_PROXY": "q", "all_proxy": "r"], "p"),
    ("https://a.example/", ["HTTPS_PROXY": "q", "all_proxy": "r"], "q"),
    ("https://a.example/", ["http_proxy": "p"], ""),
    ("https://a.example/", ["ALL_PROXY": "r", "all_proxy": "q"], "q"),
    ("https://a.example/", ["ALL_PROXY": "r"], "r"),
    ("HTTPS://a.example/", ["https_proxy": "p"], "p"),
    ("http://127.0.0.1:8080/", ["http_proxy": "p", "all_proxy": "q"], ""),
    ("http://localhost/", ["all_proxy": "q"], ""), ("https://[::1]/", ["https_proxy": "p"], ""),
    ("https://127.9.8.7/", ["https_proxy": "p"], ""),
  ])
  func `the variables say which proxy a URL has`(
    url: String, environment: [String: String], proxy: String
  ) throws {
    let settings = NetworkSettings(environment: environment)
    #expect(settings.proxy(for: try #require(URL(string: url))) == proxy)
  }

  @Test func `a request to another machine goes through the proxy`() async throws {
    let proxy = try ScriptedServer([.json("[1]")])
    let transport = AsyncHTTPTransport(
      NetworkSettings(environment: ["http_proxy": "\(Self.login)@127.0.0.1:\(proxy.port)"]))
    let url = try #require(URL(string: "http://racing.example/a?b=%2F"))
    let response = try await transport.send(HTTPRequest(.get, url), limits: limits)
    #expect(response.body == Data("[1]".utf8))
    let arrived = try #require(proxy.requests.first)
    #expect(arrived.target == "http://racing.example/a?b=%2F")
    #expect(arrived.header("Host") == "racing.example")
    #expect(arrived.header("Proxy-Authorization") == "Basic bWU6Wng3")
  }

  @Test func `no_proxy and this machine are asked directly`() async throws {
    let (proxy, server) = (try ScriptedServer([.json("[1]")]), try ScriptedServer([.json("[2]")]))
    // A name below localhost is this machine to libcurl, and any name to the rules of proxies.
    let named = try #require(URL(string: "http://racing.localhost:\(server.port)/a"))
    for (exceptions, url, isProxied) in [
      ("", named, true), ("other.example", named, true), ("other.example,.localhost", named, false),
      ("*", named, false), ("", server.url, false), ("", server.otherURL, false),
    ] {
      let transport = AsyncHTTPTransport(
        NetworkSettings(environment: [
          "http_proxy": "http://127.0.0.1:\(proxy.port)", "no_proxy": exceptions,
        ]))
      let response = try await transport.send(HTTPRequest(.get, url), limits: limits)
      let expected = isProxied ? "[1]" : "[2]"
      #expect(response.body == Data(expected.utf8), "\(url), no_proxy=\(exceptions)")
    }
  }

  @Test(arguments: [403, 407, 502])
  func `a proxy that lets no one through is named, without its password`(status: Int) async throws {
    let proxy = try ScriptedServer([.json("", status: status, headers: [("X-A", "b")])])
    let transport = AsyncHTTPTransport(
      NetworkSettings(environment: ["https_proxy": "http://\(Self.login)@127.0.0.1:\(proxy.port)"]))
    let url = try #require(URL(string: "https://racing.example/?key=Zx7"))
    let expected = TransportError.unreachable(
      host: "racing.example", reason: "the proxy answers \(status)")
    await #expect(throws: expected) {
      try await transport.send(HTTPRequest(.get, url), limits: limits)
    }
    #expect(proxy.requests.first?.method == "CONNECT")
    #expect(proxy.requests.first?.target == "racing.example:443")
    #expect(proxy.requests.allSatisfy { !$0.mentions("key=") })
  }

  @Test func `a proxy that is not there is reported without its password`() async throws {
    let nobody = try SilentPort()
    let transport = AsyncHTTPTransport(
      NetworkSettings(environment: ["all_proxy": "http://\(Self.login)@127.0.0.1:\(nobody.port)"]))
    let url = try #require(URL(string: "https://racing.example/"))
    await #expect {
      try await transport.send(HTTPRequest(.get, url), limits: limits)
    } throws: { error in
      guard case TransportError.unreachable = error else { return false }
      return !"\(error)".contains("Zx7")
    }
  }
}
