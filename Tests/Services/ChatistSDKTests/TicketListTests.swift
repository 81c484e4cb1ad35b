import ChatistSDK
import Foundation
import Synchronization
import Testing

/// The list of tickets behind a screen.
struct TicketListTests {
  private static let preview = TicketPreviewDto(
    id: "t1", state: "open",
    lastMessage: MessageDto(
      id: "m1", ticketId: "t1", sender: SenderDto(name: "Sam"), content: "a\nb\u{1b}[2J",
      isRead: true, timestamp: ""))

  private struct Refused: LocalizedError {
    var errorDescription: String? { "refused" }
  }

  @Test func `tickets are loaded and refreshed, and a failure leaves them as they were`()
    async throws
  {
    var client = try ServedChatist.guide().client()
    let calls = Mutex(0)
    client.getTickets = {
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      if call == 3 { throw Refused() }
      return [Self.preview]
    }
    let list = TicketList(client)
    #expect(list.tickets.isEmpty && !list.isLoading && list.errorMessage == nil)
    await list.loadTickets()
    await list.refresh()
    #expect(list.tickets == [Self.preview] && !list.isLoading && list.errorMessage == nil)
    await list.refresh()
    #expect(list.tickets == [Self.preview] && !list.isLoading && list.errorMessage != nil)
    await list.refresh()
    #expect(list.tickets == [Self.preview] && list.errorMessage == nil)
    #expect(calls.withLock { $0 } == 4)
  }

  @Test func `a failure is reported in the guide's words until it is dismissed`() async throws {
    var client = try ServedChatist.guide().client()
    client.getTickets = { throw Refused() }
    let list = TicketList(client)
    await list.loadTickets()
    #expect(list.errorMessage == "Failed to load tickets: refused" && !list.isLoading)
    list.dismissError()
    #expect(list.errorMessage == nil)
  }

  @Test func `the list states that it is loading while it is`() async throws {
    var client = try ServedChatist.guide().client()
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    client.getTickets = {
      start.yield()
      for await _ in ends { break }
      return []
    }
    let list = TicketList(client)
    let task = Task { await list.loadTickets() }
    for await _ in starts { break }
    #expect(list.isLoading)
    end.yield()
    await task.value
    #expect(!list.isLoading)
  }

  @Test func `a row is one line of plain text`() {
    #expect(TicketRow(ticket: Self.preview).text == "t1  open  Sam: a b [2J")
  }
}
