import APICore
import ChatistSDK
import FeedContract
import Foundation
import Synchronization
import TestSupport
import Testing

/// The cached answers, their lifetimes, and the calls that clear them.
struct CacheTests {
  private static let newer = Samples.branding
    .replacing("#0B5FFF", with: "#000000").replacing("2025-01-01", with: "2025-02-02")

  @Test func `the second call for the branding sends the first one's moment`() async throws {
    let served = try ServedChatist([Samples.branding, "", Self.newer, "null"])
    let client = try served.client()
    var colours: [String?] = []
    for _ in 0..<4 { colours.append(try await client.getBranding(nil)?.primaryLight) }
    #expect(colours == ["#0B5FFF", "#0B5FFF", "#000000", "#000000"])
    let items = served.asked.map { $0.split(separator: "?").dropFirst().joined() }
    let moments = ["", "01-01", "01-01", "02-02"].map {
      $0.isEmpty ? "" : "updatedAt=2025-\($0)%2012%3A00%3A00"
    }
    #expect(items == moments)
  }

  @Test func `a caller's own moment is sent as it is, and no newer one is nil`() async throws {
    let served = try ServedChatist([Samples.branding, ""])
    let client = try served.client()
    _ = try await client.getBranding(nil)
    #expect(try await client.getBranding("2030-01-01 00:00:00") == nil)
    #expect(served.asked.last == "GET /branding?updatedAt=2030-01-01%2000%3A00%3A00")
  }

  @Test func `a branding is given again without asking while it is fresh`() async throws {
    let served = try ServedChatist([Samples.branding, Self.newer])
    let client = try served.client { $0.brandingLifetime = .seconds(60) }
    _ = try await client.getBranding(nil)
    served.clock.advance(by: .seconds(59))
    #expect(try await client.getBranding(nil)?.primaryLight == "#0B5FFF")
    #expect(served.asked.count == 1)
    served.clock.advance(by: .seconds(2))
    #expect(try await client.getBranding(nil)?.primaryLight == "#000000")
    #expect(served.asked.count == 2)
  }

  @Test func `a branding of one key is not given for another`() async throws {
    let served = try ServedChatist([Samples.branding, ""])
    let keys = SharedKey()
    keys.value = Secret("first-key")
    let client = try served.client { $0.key = { keys.value } }
    _ = try await client.getBranding(nil)
    keys.value = Secret("second-key")
    #expect(try await client.getBranding(nil) == nil)
    #expect(served.asked == ["GET /branding", "GET /branding"])
  }

  private final class SharedKey: Sendable {
    private let key = Mutex<Secret?>(nil)
    var value: Secret? {
      get { key.withLock { $0 } }
      set { key.withLock { $0 = newValue } }
    }
  }

  @Test func `tickets are not kept unless told`() async throws {
    let served = try ServedChatist.guide()
    let client = try served.client()
    for _ in 0..<2 { _ = try await client.getTickets() }
    #expect(served.asked.count == 2)
  }

  @Test func `tickets are kept for their time, and asked for anew after it`() async throws {
    let served = try ServedChatist.guide()
    let service = try served.service { $0.ticketLifetime = .seconds(30) }
    for _ in 0..<3 {
      _ = try await service.getTickets()
      _ = try await service.getTicket("ticket_123")
    }
    #expect(served.asked == ["GET /tickets", "GET /tickets/ticket_123"])
    _ = try await service.getTickets(refreshing: true)
    #expect(served.asked.count == 3 && service.keptAnswerCount == 2)
    served.clock.advance(by: .seconds(31))
    _ = try await service.getTicket("ticket_123")
    #expect(served.asked.count == 4)
  }

  @Test(arguments: ["message", "ticket", "customer", "device", "refused"])
  func `whatever is sent makes kept tickets forgotten`(what: String) async throws {
    let served = try ServedChatist.guide()
    let client = try served.client { $0.ticketLifetime = .seconds(30) }
    _ = try await client.getTicket("ticket_123")
    _ = try await client.getTickets()
    switch what {
    case "message":
      _ = try await client.sendMessage("ticket_123", SendMessageDto(message: "a"))
    case "ticket": _ = try await client.createTicket(Samples.order, nil)
    case "customer": try await client.updateCustomer(UpdateCustomerDto(email: "a"))
    case "device": try await client.updateDevice(UpdateDeviceDto(deviceToken: "a"))
    default: _ = try? await client.sendMessage("none", SendMessageDto(message: "a"))
    }
    _ = try await client.getTicket("ticket_123")
    _ = try await client.getTickets()
    #expect(served.asked.filter { $0 == "GET /tickets/ticket_123" }.count == 2)
    #expect(served.asked.filter { $0 == "GET /tickets" }.count == 2)
  }

  @Test func `polling passes over what is kept`() async throws {
    let served = try ServedChatist([
      Samples.ticket([Samples.message("m1")]),
      Samples.ticket([Samples.message("m1"), Samples.message("m2")]),
    ])
    let service = try served.service { $0.ticketLifetime = .seconds(3600) }
    _ = try await service.getTicket("ticket_123")
    var found: [String] = []
    for try await message in service.newMessages(in: "ticket_123").settling(0) {
      found.append(message.id)
      if found.count == 2 { break }
    }
    #expect(found == ["m1", "m2"])
  }
}
