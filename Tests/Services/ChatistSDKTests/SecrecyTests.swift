import APICore
import ChatistSDK
import FeedContract
import Foundation
import Synchronization
import TestSupport
import Testing

/// The key is in no text, and at no other host.
struct SecrecyTests {
  private func texts(_ value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return [String(describing: value), String(reflecting: value), dumped]
  }

  @Test func `the key is in no error, log, record or description`() async throws {
    let served = try ServedChatist { request in
      .json(
        #"{"message": "bad \#(request.header("x-api-key") ?? "")"}"#,
        status: [400, 500, 401, 200][request.index % 4])
    }
    let service = try served.service { $0.retries = .never }
    let client = APIClient(service)
    var found: [String] = []
    for _ in 0..<4 {
      do { _ = try await client.getTickets() } catch {
        found += texts(error) + [error.localizedDescription]
      }
      do { _ = try await client.createTicket(Samples.order, nil) } catch {
        found += texts(error) + [error.localizedDescription]
      }
    }
    found += served.log.lines + served.records.withLock { $0.map { String(reflecting: $0) } }
    found += texts(try served.settings()) + texts(service) + texts(client)
    found += served.server.requests.map(\.target)
    #expect(found.count > 30 && served.server.requests.count == 8)
    for text in found { #expect(!text.contains(ServedChatist.key)) }
  }

  @Test func `nothing goes to another host`() async throws {
    let other = try ScriptedServer([.json("[]")])
    let served = try ServedChatist { _ in
      .json("", status: 302, headers: [("Location", other.otherURL.absoluteString + "/a")])
    }
    let client = try served.client { $0.customerID = "customer-0815" }
    let error = await #expect(throws: URLError.self) { try await client.getTickets() }
    #expect(error?.code == .badServerResponse && other.requests.isEmpty)
  }

  @Test(arguments: ["key\r\nX-Evil: 1", "key\u{0}"])
  func `a key that would leave its line is not sent`(key: String) async throws {
    let served = try ServedChatist.guide()
    let client = try served.client(key: key)
    let error = await #expect(throws: ChatistError.self) { try await client.getTickets() }
    guard case .invalidSetting(let text)? = error else {
      Issue.record("found \(String(describing: error))")
      return
    }
    #expect(!text.contains("key\r") && !text.contains("Evil"))
    #expect(served.server.connectionCount == 0)
  }

  @Test func `messages and customers stand in no log`() async throws {
    let served = try ServedChatist.guide()
    let client = try served.client()
    _ = try await client.createTicket(Samples.order, nil)
    try await client.updateCustomer(UpdateCustomerDto(email: "person@b.example"))
    try await client.updateDevice(UpdateDeviceDto(deviceToken: "push-token-0815"))
    let lines = served.log.lines.joined()
    #expect(!lines.isEmpty)
    for text in ["help", "person@", "0815"] { #expect(!lines.contains(text)) }
  }
}
