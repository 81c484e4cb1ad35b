import APICore
import ChatistSDK
import Foundation
import TestSupport
import Testing

/// The service's answers, read into the guide's types.
struct ModelTests {
  private func read<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().value(type, of: Data(json.utf8))
  }

  @Test func `a branding has the guide's members, and keeps all other colours`() throws {
    let branding = try read(BrandingDto.self, Samples.branding)
    #expect(branding.primaryLight == "#0B5FFF" && branding.accentLight == "#F80")
    #expect(branding.chatBackgroundLight == "#FFFFFF" && branding.fontColorBasicLight == "#1A1A1A")
    #expect(branding.logoLight == "https://chat.example/light.png" && branding.logoDark == nil)
    #expect(branding.updatedAt == "2025-01-01 12:00:00")
    #expect(branding.moreColors == ["primaryDark": "#5C93FF80", "bubbleDark": "blue"])
    let written = try JSONEncoder().encode(branding)
    #expect(try JSONDecoder().decode(BrandingDto.self, from: written) == branding)
  }

  @Test func `the colours of both modes are at hand by their names`() throws {
    let branding = try read(BrandingDto.self, Samples.branding)
    #expect(
      branding.colors(.light) == [
        "primary": "#0B5FFF", "accent": "#F80", "chatBackground": "#FFFFFF",
        "fontColorBasic": "#1A1A1A",
      ])
    #expect(branding.colors(.dark) == ["primary": "#5C93FF80", "bubble": "blue"])
    #expect(
      branding.color("primary", .dark)
        == RGBAColor(red: 0x5C, green: 0x93, blue: 0xFF, alpha: 0x80))
    #expect(branding.color("bubble", .dark) == nil && branding.color("accent", .dark) == nil)
  }

  @Test(
    arguments: [
      ("#F80", 255, 136, 0, 255), ("f808", 255, 136, 0, 136), ("#0b5FFf", 11, 95, 255, 255),
      ("0B5FFF00", 11, 95, 255, 0),
    ] as [(String, UInt8, UInt8, UInt8, UInt8)])
  func `a hex colour is read in all forms`(
    text: String, red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8
  ) {
    #expect(
      RGBAColor(hex: text, needsSign: false)
        == RGBAColor(red: red, green: green, blue: blue, alpha: alpha))
  }

  @Test(arguments: ["", "#", "#12", "#12345", "#1234567", "#GGGGGG", "red", "##123", "#１２３"])
  func `another text is no colour`(text: String) {
    #expect(RGBAColor(hex: text, needsSign: false) == nil)
  }

  @Test(arguments: [#"{"updatedAt": "x"}"#, ##"{"primaryLight": "#FFF"}"##, "[1]", #""x""#])
  func `a branding without its colour or its moment is an error`(json: String) {
    #expect(throws: JSONFailure.self) { try read(BrandingDto.self, json) }
  }

  @Test func `a ticket has its messages and schedules`() throws {
    var ticket = try read(TicketDto.self, Samples.ticket)
    #expect(ticket.id == "ticket_123" && ticket.state == TicketState.open && ticket.isOpen)
    #expect(ticket.assignee == "Sam" && ticket.messages.count == 1 && ticket.unreadCount == 1)
    #expect(ticket.schedules[0].text("opensAt") == "09:00:00")
    #expect(ticket.schedules[0].raw["closesAt"] == "18:00:00")
    ticket.state = TicketState.closed
    ticket.assignee = "Kim"
    ticket.messages = []
    ticket.schedules = []
    #expect(ticket.isClosed && !ticket.isOpen && ticket.unreadCount == 0)
  }

  @Test func `a ticket and a preview keep members that the guide does not name`() throws {
    let agent = #""assignee": {"name": "Sam", "type": "human agent"}"#
    let more = #""channel": "ios", "deviceInfo": {"osVersion": "17.2"}"#
    let ticket = try read(
      TicketDto.self,
      Samples.ticket.replacing(#""assignee": "Sam""#, with: agent + ", " + more))
    #expect(ticket.assignee == "Sam" && ticket.assigneeType == "human agent")
    #expect(ticket.extras == ["channel": "ios", "deviceInfo": ["osVersion": "17.2"]])
    let preview = try read(
      TicketPreviewDto.self, Samples.preview.replacing(#""state""#, with: agent + #", "state""#))
    #expect(preview.extras == ["assignee": ["name": "Sam", "type": "human agent"]])
    let decoder = JSONDecoder()
    let written = try JSONEncoder().encode(ticket)
    #expect(try decoder.decode(TicketDto.self, from: written) == ticket)
    let listed = try JSONEncoder().encode(preview)
    #expect(try decoder.decode(TicketPreviewDto.self, from: listed) == preview)
    let plain = try read(TicketDto.self, Samples.ticket)
    #expect(plain.assigneeType == nil && plain.extras == [:])
  }

  @Test(arguments: [
    (#""Sam""#, "Sam"), (#"{"id": 3, "name": "Sam", "type": "human agent"}"#, "Sam"),
    ("null", ""), ("{}", ""),
  ])
  func `an assignee is a name or an object`(json: String, name: String) throws {
    let ticket = try read(
      TicketDto.self,
      Samples.ticket.replacing(#""assignee": "Sam""#, with: #""assignee": \#(json)"#))
    #expect(ticket.assignee == name)
  }

  @Test(arguments: [#""""#, "true", "5.5", "null", "{}", "[]"])
  func `a ticket without an id is none`(id: String) {
    func changed(_ json: String) -> String {
      json.replacing(#""id": "ticket_123""#, with: #""id": \#(id)"#)
    }
    #expect(throws: JSONFailure.self) {
      try read(TicketPreviewDto.self, changed(Samples.preview))
    }
    #expect(throws: JSONFailure.self) { try read(TicketDto.self, changed(Samples.ticket)) }
  }

  @Test(arguments: [
    ("7", "7"), (#""007""#, "007"), (#""5.5""#, "5.5"),
    ("12345678901234567890", "12345678901234567890"),
  ])
  func `a ticket's id is a text or a whole number`(id: String, text: String) throws {
    let changed = Samples.ticket.replacing(#""id": "ticket_123""#, with: #""id": \#(id)"#)
    #expect(try read(TicketDto.self, changed).id == text)
  }

  @Test func `an unknown state is kept`() throws {
    let json = Samples.preview.replacing("open", with: "sleeping")
    let preview = try read(TicketPreviewDto.self, json)
    #expect(preview.state == "sleeping" && preview.lastMessage.id == "message_1")
    #expect(Set([preview, preview]).count == 1)
    let ticket = try read(TicketDto.self, Samples.ticket.replacing("open", with: "sleeping"))
    #expect(ticket.state == "sleeping" && !ticket.isOpen && !ticket.isClosed)
    #expect(TicketState.open == "open" && TicketState.closed == "closed")
  }

  @Test func `a schedule is any JSON, as it came`() throws {
    let list = #"["09:00", 7, true, [1, 2], {"opensAt": "09:00:00", "days": ["Mon"]}]"#
    let start = try #require(Samples.ticket.range(of: #""schedules": "#)).upperBound
    let ticket = try read(TicketDto.self, Samples.ticket[..<start] + list + "}")
    let expected: [JSONValue] = [
      "09:00", 7, true, [1, 2], ["opensAt": "09:00:00", "days": ["Mon"]],
    ]
    #expect(ticket.schedules.map(\.raw) == expected)
    #expect(ticket.schedules.map { $0.text("opensAt") } == [nil, nil, nil, nil, "09:00:00"])
    let none = try read(TicketDto.self, Samples.ticket[..<start] + "null}")
    #expect(none.schedules.isEmpty && none.id == "ticket_123")
  }

  @Test func `a message has the guide's seven members`() throws {
    let message = try read(MessageDto.self, Samples.message)
    #expect(message.id == "message_1" && message.ticketId == "ticket_123")
    #expect(message.sender.name == "Sam" && message.sender.type == "human agent")
    #expect(message.sender.extras == ["badge": 7] && !message.sender.isCustomer)
    #expect(message.content == "Hello" && !message.isRead && message.attachments == nil)
    #expect(message.timestamp == "2025-01-01 12:00:00")
    #expect(message.date?.iso == "2025-01-01T12:00:00Z")
  }

  @Test func `a message is read in other forms too`() throws {
    let message = try read(
      MessageDto.self,
      #"{"id": 7, "sender": "Sam", "isRead": "1", "attachments": ["https://a.example/1", "#
        + #"{"url": "https://a.example/2", "size": 3}]}"#)
    #expect(message.id == "7" && message.sender == SenderDto(name: "Sam") && message.isRead)
    #expect(message.attachments == ["https://a.example/1", "https://a.example/2"])
    #expect(message.content.isEmpty && message.ticketId.isEmpty && message.date == nil)
    #expect(throws: JSONFailure.self) { try read(MessageDto.self, #"{"content": "x"}"#) }
  }

  @Test func `unread messages are those of others`() {
    func message(_ type: String, isRead: Bool) -> MessageDto {
      MessageDto(
        id: "1", ticketId: "t", sender: SenderDto(name: "n", type: type), content: "",
        isRead: isRead, timestamp: "")
    }
    let messages = [
      message("customer", isRead: false), message("system", isRead: false),
      message("ai agent", isRead: true), message("Customer", isRead: false),
    ]
    #expect(messages.unreadCount == 1)
  }

  @Test func `written models read as the same`() throws {
    let ticket = try read(TicketDto.self, Samples.ticket)
    #expect(
      try JSONDecoder().decode(TicketDto.self, from: JSONEncoder().encode(ticket)) == ticket)
    let preview = try read(TicketPreviewDto.self, Samples.preview)
    #expect(
      try JSONDecoder().decode(TicketPreviewDto.self, from: JSONEncoder().encode(preview))
        == preview)
  }

  @Test func `requests have the guide's members, and a channel where none is named`() {
    #expect(CreateTicketDto(message: "m", deviceInfo: Samples.device).channel == "linux")
    #expect(SendMessageDto(message: "m").attachments == nil)
    #expect(UpdateCustomerDto().email == nil && UpdateCustomerDto().originalId == nil)
    #expect(UpdateDeviceDto(deviceToken: "t").originalId == nil)
  }

  @Test func `the machine is described as Linux states it`() throws {
    let folder = try TemporaryFolder()
    for name in ["proc/sys/kernel", "sys/class/power_supply/BAT0", "sys/devices/virtual/dmi/id"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
    }
    let bare = DeviceInfoProvider(root: folder.path).describe(appVersion: "1.0", appBuild: "7")
    #expect(bare.batteryLevel == -1 && bare.osVersion == "unknown")
    _ = try folder.write("6.1.0\n", to: "proc/sys/kernel/osrelease")
    _ = try folder.write("Linux\n", to: "proc/sys/kernel/ostype")
    _ = try folder.write("80\n", to: "sys/class/power_supply/BAT0/capacity")
    _ = try folder.write("Charging\n", to: "sys/class/power_supply/BAT0/status")
    _ = try folder.write("ThinkPad\n", to: "sys/devices/virtual/dmi/id/product_name")
    let device = DeviceInfoProvider(root: folder.path).describe(appVersion: "1.0", appBuild: "7")
    #expect(device.deviceModel == "ThinkPad" && device.deviceName == "Linux")
    #expect(device.osVersion == "6.1.0" && device.appVersion == "1.0" && device.appBuild == "7")
    #expect(device.screenWidth == 0 && device.screenHeight == 0)
    #expect(device.batteryLevel == 0.8 && device.batteryState == "charging")
    #expect(device.locale == Locale.current.identifier)
    #expect(device.timezone == TimeZone.current.identifier)
  }

  @Test(
    arguments: [
      ("0", 0), ("1", 0.01), ("100", 1), ("101", -1), ("-1", -1), ("full", -1), ("nan", -1),
      ("", -1),
    ] as [(String, Float)])
  func `a battery's charge is from 0 to 1, or -1 where Linux names none`(
    capacity: String, level: Float
  ) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("sys/class/power_supply/BAT0"), withIntermediateDirectories: true)
    _ = try folder.write(capacity + "\n", to: "sys/class/power_supply/BAT0/capacity")
    _ = try folder.write("Full\n", to: "sys/class/power_supply/BAT0/status")
    let device = DeviceInfoProvider(root: folder.path).describe(appVersion: "1.0", appBuild: "7")
    #expect(device.batteryLevel == level)
    #expect(device.batteryState == (level < 0 ? "unknown" : "full"))
  }
}
