import APICore
import ChatistSDK
import Foundation

/// The kept part of the support service's answer: rows of the store's tables, in place of the body.
///
/// If you change a name here, also change the mapping `chatist`; archived journals keep the old
/// one.
struct SupportRows {
  /// The JSON that is kept.
  let kept: JSONValue
  /// Oddities of the answer, a sentence each; without texts they quote nothing of it.
  let oddities: [String]

  /// Makes the kept part of the list: the number of tickets, and a hash that changes with any of
  /// them.
  ///
  /// A ticket that cannot be read is a row without its id, which the import refuses.
  ///
  /// - Parameters:
  ///   - tickets: The list.
  ///   - rejected: The tickets that cannot be read.
  ///   - omitted: The unreadable parts of other tickets.
  ///   - desk: The rules.
  init(
    of tickets: [ListedTicket], rejected: [JSONFailure], omitted: [JSONFailure],
    by desk: SupportDesk
  ) {
    var members: Row = [
      "count": Self.number(tickets.count + rejected.count),
      "digest": .string(desk.names.digest(tickets.flatMap { [$0.text, $0.preview] })),
    ]
    if !rejected.isEmpty { members["tickets"] = .array(rejected.map { _ in [:] }) }
    kept = .object(members)
    oddities = (rejected + omitted).map { Self.oddity($0, desk) }
  }

  /// Makes rows of a ticket and its messages.
  ///
  /// - Parameters:
  ///   - ticket: The ticket.
  ///   - preview: The list's entry of the ticket, as a hash: a ticket with a changed entry is
  ///     stored again, even if its messages are unchanged.
  ///   - omitted: The unreadable parts of the ticket, messages included.
  ///   - desk: The rules.
  init(of ticket: TicketDto, preview: String, omitted: [JSONFailure], by desk: SupportDesk) {
    let id = desk.names.ticket(ticket.id)
    let messages = ticket.messages.map { Self.message($0, of: ticket, id, desk) }
    var members: Row = [
      "preview": .string(preview), "tickets": [Self.ticket(ticket, id, desk)],
      "messages": .array(messages + ticket.rejected.map { _ in [:] }),
    ]
    if desk.includesTexts { members["texts"] = true }
    kept = .object(members)
    oddities =
      omitted.map { Self.oddity($0, desk) }
      + ticket.messages.indices.filter { ticket.messages[$0].date == nil }
      .map { "left out: messages[\($0)].timestamp: found no time; expected one" }
  }

  // MARK: - Implementation

  private typealias Row = [String: JSONValue]

  private static func ticket(
    _ ticket: TicketDto, _ id: String, _ desk: SupportDesk
  ) -> JSONValue {
    let device = ticket.extras["deviceInfo"]
    var row: Row = [
      "ticket_id": .string(id), "subject_key": .string(desk.subject),
      "event_time": moment(ticket.messages.compactMap(\.date).min()),
      "state": text(ticket.state), "assignee": text(desk.names.assignee(of: ticket)),
      "channel": text(ticket.extras["channel"]?.text),
      "app_version": text(device?["appVersion"]?.text),
      "os_version": text(device?["osVersion"]?.text), "locale": text(device?["locale"]?.text),
      "timezone": text(device?["timezone"]?.text), "message_count": number(ticket.messages.count),
    ]
    if desk.includesTexts { row["service_id"] = .string(ticket.id) }
    return .object(row)
  }

  private static func message(
    _ message: MessageDto, of ticket: TicketDto, _ id: String, _ desk: SupportDesk
  ) -> JSONValue {
    let names = desk.names
    var row: Row = [
      "message_id": .string(names.message(message.id, of: ticket.id)), "ticket_id": .string(id),
      "event_time": moment(message.date), "sender_type": text(names.kind(message.sender)),
      "sender_hash": text(names.sender(message.sender)), "is_read": .bool(message.isRead),
      "length": number(message.content.unicodeScalars.count),
      "attachment_count": number(message.attachments?.count ?? 0),
    ]
    if desk.includesTexts {
      row["content"] = text(message.content)
      row["service_id"] = .string(message.id)
    }
    return .object(row)
  }

  private static func oddity(_ failure: JSONFailure, _ desk: SupportDesk) -> String {
    var failure = failure
    if !desk.includesTexts { failure.reason = failure.unquotedReason }
    return "left out: \(failure)"
  }

  private static func text(_ text: String?) -> JSONValue {
    text.flatMap { $0.isEmpty ? nil : .string($0) } ?? .null
  }

  private static func number(_ number: Int) -> JSONValue { .number(JSONNumber(Int64(number))) }

  /// µs since 1970 UTC.
  private static func moment(_ date: APIDate?) -> JSONValue {
    date.map { .number(JSONNumber($0.micros)) } ?? .null
  }
}
