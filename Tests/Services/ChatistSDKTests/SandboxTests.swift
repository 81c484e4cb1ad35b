import APICore
import APISandbox
import ChatistSDK
import Foundation
import TestSupport
import Testing

/// The client against the support service of the sandbox.
struct SandboxTests {
  @Test(arguments: [WireForm.seed, .live])
  func `each call is answered by the sandbox, and attachments come back as they were sent`(
    wire: WireForm
  ) async throws {
    var settings = ChatistSettings(seed: 2)
    settings.wire = wire
    let service = try ChatistSandbox(settings)
    let server = SandboxServer(SandboxSettings(rate: 0), service)
    let url = try await server.start()
    var mine = try ChatistServiceSettings(
      baseURL: url.absoluteString, key: Secret(ChatistSettings.standardKey))
    mine.customerID = "c1"
    let client = APIClient(
      ChatistService(
        mine,
        surroundings: ChatistSurroundings(
          transport: ServedChatist.transport, clock: ManualClock(isImpatient: true))))
    let branding = try await client.getBranding(nil)
    #expect(branding != nil)
    #expect(try await client.getBranding(branding?.updatedAt) == nil)
    let data = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    let file = AttachmentDto(name: "a b.png", mimeType: "image/png", data: data)
    let none = AttachmentDto(name: "none.bin", mimeType: "a/b", data: Data())
    let ticket = try await client.createTicket(Samples.order, [file, none])
    #expect(ticket.messages.first?.attachments?.count == 2)
    let link = try #require(ticket.messages.first?.attachments?.first)
    let got = try await ServedChatist.transport.send(
      HTTPRequest(.get, URL(string: link)!), limits: TransferLimits())
    #expect(got.body == data)
    let sent = try await client.sendMessage(ticket.id, SendMessageDto(message: "Thanks"))
    #expect(sent.content == "Thanks")
    #expect(try await client.getTickets().map(\.id) == [ticket.id])
    #expect(try await client.getTicket(ticket.id).messages.count >= 2)
    try await client.updateCustomer(UpdateCustomerDto(email: "a@b.example", originalId: "7"))
    try await client.updateDevice(UpdateDeviceDto(deviceToken: "t"))
    await #expect(throws: APIError.notFound) { try await client.getTicket("none") }
    await server.stop()
  }
}
