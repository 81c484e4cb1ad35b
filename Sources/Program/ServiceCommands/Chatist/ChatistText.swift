import APICore
import ChatistSDK
import Columns
import CommandTools

/// Tickets, messages and branding as lines of text or JSON.
enum ChatistText {
  /// Returns a value as one line of JSON.
  static func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONLines.encoder.encode(value), as: UTF8.self)
  }

  /// Returns a text on one line, without characters that a terminal would execute.
  static func printable(_ text: String) -> String { DisplayWidth.printable(text) }

  /// The width of the beginning of a message in the list of tickets.
  private static let beginning = 60

  /// Returns the tickets, one per line: id, state, moment and beginning of the last message.
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

  /// Returns a ticket with all of its messages.
  static func lines(_ ticket: TicketDto) -> [String] {
    let head = [ticket.id, ticket.state, ticket.assignee].filter { !$0.isEmpty }
    return [printable(head.joined(separator: "  "))]
      + ticket.messages.flatMap { lines($0) }
      + ticket.schedules.map { "schedule " + printable($0.raw.json) }
  }

  /// Returns a message: author and time, then its text and the URLs of its files, indented.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - ticket: The id of the ticket to show with it; nil to show none.
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

  /// Returns the colours of both modes side by side, then the logos and the moment of the last
  /// change.
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

  /// Returns the moment of a message: in UTC, or as the service writes it if that is no date.
  private static func moment(_ message: MessageDto) -> String {
    message.date.map { Moment.text($0.micros, separator: " ") + " UTC" }
      ?? printable(message.timestamp)
  }
}
