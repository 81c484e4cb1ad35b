import APICore
import ChatistSDK
import Columns

/// Tickets, messages and branding as lines of text or JSON.
enum ChatistText {
  /// A value as one line of JSON.
  static func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONLines.encoder.encode(value), as: UTF8.self)
  }

  /// A text on one line, without anything that a terminal would take for a command.
  static func printable(_ text: String) -> String { DisplayWidth.printable(text) }

  /// The width of a message's beginning in the list of tickets.
  private static let beginning = 60

  /// The tickets, a line each: id, state, moment and beginning of the last message.
  static func lines(_ tickets: [TicketPreviewDto]) -> String {
    columns(
      tickets.map { ticket in
        let last = ticket.lastMessage
        let text = ticket.hasLastMessage ? "\(last.sender.name): \(last.content)" : ""
        return [
          printable(ticket.id), printable(ticket.state), moment(last),
          DisplayWidth.printable(text, limit: beginning),
        ]
      })
  }

  /// A ticket with all of its messages.
  static func lines(_ ticket: TicketDto) -> [String] {
    let head = [ticket.id, ticket.state, ticket.assignee].filter { !$0.isEmpty }
    return [printable(head.joined(separator: "  "))]
      + ticket.messages.flatMap { lines($0) }
      + ticket.schedules.map { "schedule " + printable($0.raw.json) }
  }

  /// A message: who sent it and when, then its text and the URLs of its files, further in.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - ticket: The id of the ticket to name with it; nil to name none.
  /// - Returns: The lines.
  static func lines(_ message: MessageDto, of ticket: TicketID? = nil) -> [String] {
    let sender = message.sender
    let kind = sender.type.map { " (\($0))" } ?? ""
    let head = [ticket ?? "", moment(message), sender.name + kind]
    return [printable(head.filter { !$0.isEmpty }.joined(separator: "  "))]
      + message.content.split(omittingEmptySubsequences: false) { $0.isNewline }
      .map { "  " + printable(String($0)) }
      + (message.attachments ?? []).map { "  → " + printable($0) }
  }

  /// The colours of both modes side by side, then the logos and the moment of the last change.
  static func lines(_ branding: BrandingDto) -> [String] {
    let (light, dark) = (branding.colors(.light), branding.colors(.dark))
    let rows = Set(light.keys).union(dark.keys).sorted().map { name in
      [name, light[name] ?? "", dark[name] ?? ""].map(printable)
    }
    let others = [
      ("logo light", branding.logoLight), ("logo dark", branding.logoDark),
      ("changed", branding.updatedAt),
    ]
    return [columns([["", "light", "dark"]] + rows)]
      + others.compactMap { name, text in text.map { printable("\(name)  \($0)") } }
  }

  // MARK: - Implementation

  /// When a message was sent: in UTC, or as the service writes it where that is no date.
  private static func moment(_ message: MessageDto) -> String {
    message.date.map { InstantText.short($0.micros) + " UTC" } ?? printable(message.timestamp)
  }
}
