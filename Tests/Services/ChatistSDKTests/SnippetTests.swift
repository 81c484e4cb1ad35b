import APICore
import ChatistSDK
import FeedContract
import Foundation
import TestSupport
import Testing

/// The guide's 26 blocks of code, compiled as it prints them (`Snippets/`) and run.
///
/// `APIClient.shared` is one for the whole process: no other test names its settings.
@Suite(.serialized) struct SnippetTests {
  private func serve(_ served: ServedChatist) throws {
    Chatist.configure(try served.settings(), surroundings: served.surroundings)
  }

  @Test func `the guide's signatures are those of the client`() async throws {
    let signatures = SeedSignatures(try ServedChatist.guide().client())
    #expect(try await signatures.getBranding(nil) != nil)
    #expect(try await signatures.createTicket(Samples.order, nil).id == "ticket_123")
    #expect(try await signatures.getTicket("ticket_123").id == "ticket_123")
    #expect(try await signatures.getTickets().count == 1)
    let sent = try await signatures.sendMessage("ticket_123", SendMessageDto(message: "a"))
    #expect(sent.id == "message_1")
    try await signatures.updateCustomer(UpdateCustomerDto(email: "a", originalId: nil))
    try await signatures.updateDevice(UpdateDeviceDto(originalId: nil, deviceToken: "a"))
  }

  @Test func `the guide's examples of the seven functions run`() async throws {
    let served = try ServedChatist.guide()
    try serve(served)
    let app = SeedUsage()
    await app.getBranding()
    #expect(app.primaryColor == Color(hex: "#0B5FFF"))
    #expect(app.backgroundColor == Color(hex: "#FFFFFF"))
    await app.createTicket()
    await app.getTicket()
    await app.getTickets()
    await app.sendMessage()
    await app.updateCustomer()
    await app.updateDevice()
    #expect(
      app.printed == [
        "Created ticket with ID: ticket_123", "Ticket state: open", "Assigned to: Sam",
        "Message count: 1", "Sam: Hello", "Ticket ticket_123: open", "Last message: Hello",
        "Message sent with ID: message_1", "Customer information updated successfully",
        "Device information updated successfully",
      ])
    let forms = served.server.requests.compactMap { FormParts($0) }
    #expect(forms.map { $0.files.map(\.text) } == [["png"], ["jpeg"]])
    #expect(forms.first?["deviceInfo[screenWidth]"] == "390")
    #expect(served.asked.count == 9)
    let bodies = try served.server.requests.suffix(2).map {
      try JSONValue(parsing: Data($0.body))
    }
    let expected: [JSONValue] = [
      ["email": "newemail@example.com", "originalId": "user_12345"],
      ["originalId": "device_67890", "deviceToken": "apns_token_string"],
    ]
    #expect(bodies == expected)
  }

  @Test(arguments: [
    (200, Samples.ticket, []), (401, "", ["API key is invalid or expired"]),
    (404, "", ["Ticket not found"]), (400, #"{"message": "no"}"#, ["Server error: no"]),
  ])
  func `the guide's switch over the errors has all cases`(
    status: Int, body: String, printed: [String]
  ) async throws {
    try serve(try ServedChatist(body, status: status))
    let app = SeedUsage()
    await app.handleErrors()
    #expect(app.printed == printed)
  }

  @Test func `other errors get to the guide's last catch`() async throws {
    try serve(try ServedChatist("<html>"))
    let app = SeedUsage()
    await app.handleErrors()
    #expect(app.printed.count == 1 && app.printed[0].hasPrefix("Unexpected error: "))
  }

  @Test func `the shared client follows the settings, and without any states what it wants`()
    async throws
  {
    for id in ["a", "b"] {
      try serve(try ServedChatist(Samples.ticket([], id: id)))
      #expect(try await APIClient.shared.getTicket("x").id == id)
    }
    Chatist.reset()
    if ProcessInfo.processInfo.environment["CHATIST_API_URL"] == nil {
      await #expect(throws: ChatistError.self) { try await APIClient.shared.getTickets() }
    }
  }

  @Test func `the guide's view loads the tickets, and states why it cannot`() async throws {
    let served = try ServedChatist.guide()
    try serve(served)
    let view = TicketListView()
    #expect(try view.shown().rows.isEmpty && view.shown().title == "Support Tickets")
    try await view.shown().task?()
    #expect(try view.shown().rows == ["ticket_123  open  Sam: Hello"])
    #expect(try view.shown().alert?.isShown == false)
    try serve(try ServedChatist("", status: 401))
    try await view.shown().refresh?()
    #expect(try view.shown().alert?.isShown == true && view.shown().rows.count == 1)
    #expect(
      try view.shown().alert?.text
        == "Error: Failed to load tickets: " + APIError.unauthorized.localizedDescription)
    try view.shown().alert?.dismiss()
    #expect(try view.shown().alert?.isShown == false)
  }

  /// The names and types of a value's members, in order.
  private func members(_ value: Any) -> [String] {
    Mirror(reflecting: value).children.map { child in
      "\(child.label ?? ""): \(type(of: child.value))"
        .replacing("SeedModels.", with: "").replacing("ChatistSDK.", with: "")
    }
  }

  @Test func `the guide's data transfer objects have members of the same names and types`()
    throws
  {
    let device = Samples.device
    #expect(
      members(
        SeedModels.DeviceInfoDto(
          deviceModel: device.deviceModel, deviceName: device.deviceName,
          osVersion: device.osVersion, appVersion: device.appVersion, appBuild: device.appBuild,
          screenWidth: device.screenWidth, screenHeight: device.screenHeight,
          batteryLevel: device.batteryLevel, batteryState: device.batteryState,
          locale: device.locale, timezone: device.timezone)) == members(device))
    let message = try JSONDecoder().value(MessageDto.self, of: Data(Samples.message.utf8))
    let seedMessage = SeedModels.MessageDto(
      id: message.id, ticketId: message.ticketId, sender: message.sender,
      content: message.content, isRead: message.isRead, timestamp: message.timestamp,
      attachments: message.attachments)
    #expect(members(seedMessage) == members(message))
    let ticket = try JSONDecoder().value(TicketDto.self, of: Data(Samples.ticket.utf8))
    var seedTicket = SeedModels.TicketDto(
      id: ticket.id, state: ticket.state, assignee: ticket.assignee, messages: [seedMessage],
      schedules: ticket.schedules)
    seedTicket.state = TicketState.closed
    #expect(members(seedTicket) == Array(members(ticket).prefix(5)))
    let file = AttachmentDto(name: "a", mimeType: "a/b", data: Data("a".utf8))
    let seedFile = SeedModels.AttachmentDto(
      name: file.name, mimeType: file.mimeType, data: file.data)
    let send = SendMessageDto(message: "a", attachments: [file])
    let seedSend = SeedModels.SendMessageDto(message: send.message, attachments: [seedFile])
    #expect(members(seedSend) == members(send))
    let customer = UpdateCustomerDto(email: "a", originalId: "b")
    #expect(
      members(
        SeedModels.UpdateCustomerDto(email: customer.email, originalId: customer.originalId))
        == members(customer))
    let update = UpdateDeviceDto(originalId: "a", deviceToken: "b")
    #expect(
      members(
        SeedModels.UpdateDeviceDto(
          originalId: update.originalId, deviceToken: update.deviceToken)) == members(update))
    let branding = try JSONDecoder().value(BrandingDto.self, of: Data(Samples.branding.utf8))
    let seedBranding = SeedModels.BrandingDto(
      primaryLight: branding.primaryLight, accentLight: branding.accentLight,
      chatBackgroundLight: branding.chatBackgroundLight,
      fontColorBasicLight: branding.fontColorBasicLight, logoLight: branding.logoLight,
      logoDark: branding.logoDark, updatedAt: branding.updatedAt)
    #expect(members(seedBranding) == Array(members(branding).dropLast()))
    let order = Samples.order
    let seedOrder = SeedModels.CreateTicketDto(
      message: order.message, channel: order.channel,
      deviceInfo: .init(
        deviceModel: "", deviceName: "", osVersion: "", appVersion: "", appBuild: "",
        screenWidth: 0, screenHeight: 0, batteryLevel: 0, batteryState: "", locale: "",
        timezone: ""))
    #expect(members(seedOrder) == members(order) && seedOrder.channel == "ios")
  }

  @Test func `the mock answers all seven functions, always the same, without a network`()
    async throws
  {
    let mock = try #require(SeedMock.client())
    let branding = try #require(try await mock.getBranding(nil))
    #expect(try await mock.getBranding(branding.updatedAt) == nil)
    #expect(
      try await mock.createTicket(Samples.order, nil).messages[0].content == "I need “help”, é")
    #expect(try await mock.getTickets().map(\.id) == ["ticket_123", "ticket_456"])
    #expect(try await mock.getTicket("ticket_123") == mock.getTicket("ticket_123"))
    await #expect(throws: APIError.notFound) { try await mock.getTicket("none") }
    let file = AttachmentDto(name: "a.png", mimeType: "image/png", data: Data())
    let sent = try await mock.sendMessage(
      "ticket_456", SendMessageDto(message: "a", attachments: [file]))
    #expect(sent.content == "a" && sent.attachments == ["mock:a.png"])
    // Every answer is the same a second time.
    #expect(try await mock.getBranding(nil) == branding)
    #expect(
      try await mock.createTicket(Samples.order, nil) == mock.createTicket(Samples.order, nil))
    #expect(try await mock.getTickets() == mock.getTickets())
    let again = try await mock.sendMessage(
      "ticket_456", SendMessageDto(message: "a", attachments: [file]))
    #expect(again == sent)
    try await mock.updateCustomer(UpdateCustomerDto(email: "a"))
    try await mock.updateDevice(UpdateDeviceDto(deviceToken: "a"))
    var messages: [String] = []
    for try await message in mock.newMessages(
      in: "ticket_123", clock: ManualClock(isImpatient: true))
    {
      messages.append(message.id)
      if messages.count == 2 { break }
    }
    #expect(messages == ["message_1", "message_2"])
  }

  @Test func `the mock is in debug builds alone`() throws {
    let folder = RailbirdProcess.packageFolder + "/Sources/Services/ChatistSDK/"
    let names = files(below: folder).filter { $0.hasSuffix(".swift") }
    let texts = try names.map { try String(contentsOfFile: folder + $0, encoding: .utf8) }
    let mocks = texts.filter { $0.contains("APIClient {") && $0.contains("let mock") }
    #expect(mocks.count == 1)
    let lines = mocks.first?.split(separator: "\n") ?? []
    #expect(lines.first == "#if DEBUG" && lines.last == "#endif")
    #expect(!lines.contains { $0.hasPrefix("#else") })
  }
}
