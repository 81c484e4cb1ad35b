import APICore
import Foundation
import SandboxCore

/// The JSON of tickets and messages as the API sends them.
struct ChatWire {
  private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday"]

  let form: WireForm
  let rota: AgentRota
  /// The base URL of the client's request, below which attachments are.
  let base: String

  init(_ settings: ChatistSettings, _ rota: AgentRota, _ request: HTTPRequest) {
    form = settings.wire
    self.rota = rota
    let port = request.url.port.map { ":\($0)" } ?? ""
    base = "\(request.url.scheme ?? "http")://\(request.url.host() ?? "127.0.0.1")\(port)"
  }

  /// Returns the path that serves an attachment.
  static func path(word: String, name: String) -> String {
    ChatistSandbox.attachments + word + "/" + PercentEncoding.part(name)
  }

  /// Returns a ticket with the channel and device it came from, all of its messages, and the
  /// opening hours.
  func ticket(_ ticket: ChatTicket, _ book: BookStatements) throws(SandboxError) -> WireJSON {
    var messages: [WireJSON] = []
    for message in try book.messages(of: ticket.id) {
      messages.append(try self.message(message, of: ticket, book))
    }
    let hours = AgentRota.openHours
    let schedules = Self.days.map { day in
      WireJSON.object([
        ("day", .text(day)), ("from", .text(Self.hour(hours.lowerBound))),
        ("to", .text(Self.hour(hours.upperBound))),
      ])
    }
    return .object(
      head(of: ticket) + [
        ("channel", .text(ticket.channel)), ("deviceInfo", Self.device(of: ticket)),
        ("messages", .list(messages)), ("schedules", .list(schedules)),
      ])
  }

  /// Returns a ticket in the form of the list.
  func preview(
    _ ticket: ChatTicket, _ last: ChatMessage, _ book: BookStatements
  ) throws(SandboxError) -> WireJSON {
    .object(head(of: ticket) + [("lastMessage", try message(last, of: ticket, book))])
  }

  /// Returns a message.
  func message(
    _ message: ChatMessage, of ticket: ChatTicket, _ book: BookStatements
  ) throws(SandboxError) -> WireJSON {
    var members: [(name: String, value: WireJSON)] = [
      ("id", .text(Self.messageID(message.id))), ("ticketId", .text(Self.ticketID(ticket.id))),
      ("sender", sender(message.sender, of: ticket)), ("content", .text(message.content)),
      ("isRead", .boolean(ticket.isRead(message))),
      ("timestamp", .text(ExactText.instant(message.at))),
    ]
    let paths = try book.attachmentPaths(of: message)
    if !paths.isEmpty { members.append(("attachments", .list(paths.map { .text(base + $0) }))) }
    return .object(members)
  }

  static func ticketID(_ number: Int64) -> String { "ticket_\(number)" }

  static func messageID(_ number: Int64) -> String { "message_\(number)" }

  /// Returns the number in a ticket's id; nil for a text that is no id.
  static func ticket(id: String) -> Int64? {
    guard let number = Int64(id.dropFirst(7)), ticketID(number) == id else { return nil }
    return number
  }

  // MARK: - Implementation

  /// Returns the device's members by name, all of them texts.
  private static func device(of ticket: ChatTicket) -> WireJSON {
    guard case .object(let members)? = try? JSONValue(parsing: Data(ticket.device.utf8)) else {
      return .object([])
    }
    return .object(
      members.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value.text ?? "")) })
  }

  private func head(of ticket: ChatTicket) -> [(name: String, value: WireJSON)] {
    [
      ("id", .text(Self.ticketID(ticket.id))), ("state", .text(ticket.state)),
      (
        "assignee",
        form == .seed
          ? .text(ticket.assignee.rawValue) : sender(ticket.assignee, of: ticket)
      ),
    ]
  }

  private func sender(_ sender: ChatSender, of ticket: ChatTicket) -> WireJSON {
    let name =
      switch sender {
      case .customer: "Customer"
      case .system: "System"
      case .aiAgent, .humanAgent: rota.name(sender, of: ticket.id)
      }
    return .object([
      ("name", .text(name)), ("type", .text(sender.rawValue)), ("avatar", .null),
    ])
  }

  private static func hour(_ hour: Int64) -> String { (hour < 10 ? "0" : "") + "\(hour):00:00" }
}
