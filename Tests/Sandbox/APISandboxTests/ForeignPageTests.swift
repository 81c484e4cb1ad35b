import APISandbox
import Foundation
import TestSupport
import Testing

/// Pages of other sites, and requests without end, at a running sandbox.
struct ForeignPageTests {
  @Test(arguments: [
    "Origin: http://evil.example", "Sec-Fetch-Site: cross-site", "Host: evil.example",
  ])
  func `another site's page can neither call nor stop it`(field: String) async throws {
    try await SandboxClient.with { client in
      let port = try #require(client.url.port.flatMap(UInt16.init))
      for call in ["POST /sandbox/stop", "POST /sandbox/fault?next=500", "GET /racecards"] {
        let request =
          "\(call) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nX-RapidAPI-Key: "
          + "\(RacingSettings.standardKey)\r\n\(field)\r\n\r\n"
        let answer = try await RawClient.ask(port, request)
        #expect(answer.hasPrefix("HTTP/1.1 403 "), "\(call)")
      }
      #expect(client.server.log.isEmpty)
      #expect(try await client.send("/racecards").status == 200)
    }
  }

  @Test func `addresses of 300 kB and cut uploads keep no one out`() async throws {
    try await SandboxClient.with { client in
      let port = try #require(client.url.port.flatMap(UInt16.init))
      for _ in 0..<3 {
        let long = try RawClient(port: port)
        try? long.send("GET /" + String(repeating: "a", count: 300_000) + " HTTP/1.1\r\n\r\n")
        let answer = await long.read()
        #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 431 "))
      }
      let cut = try (0..<50).map { _ in try RawClient(port: port) }
      for connection in cut {
        try connection.send("POST /sandbox/fault HTTP/1.1\r\nContent-Length: 99\r\n\r\nx")
      }
      #expect(try await client.send("/racecards").status == 200)
    }
  }
}
