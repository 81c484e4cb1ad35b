import APICore
import Foundation
import SandboxCore

/// A table of the support service's truth, as CSV directly from its book.
///
/// If you change a column, also change it in `docs/sandbox.md`.
public enum ChatistTruth: String, CaseIterable, Sendable {
  /// One line per ticket, in order of creation.
  case tickets
  /// One line per message, ticket by ticket.
  case messages
  /// One line per attachment, in order of arrival.
  case attachments
  /// One line per customer, with the device.
  case customers

  private static let chunk = 10_000

  func text(_ book: BookStatements) throws(SandboxError) -> String {
    switch self {
    case .tickets: try Self.tickets(book)
    case .messages: try Self.messages(book)
    case .attachments: try Self.attachments(book)
    case .customers: try Self.customers(book)
    }
  }

  // MARK: - Implementation

  private static func tickets(_ book: BookStatements) throws(SandboxError) -> String {
    var text = line([
      "ticket_id", "customer_id", "state", "assignee", "channel", "app_version", "os_version",
      "locale", "timezone", "created_at", "closed_at", "message_count",
    ])
    try eachTicket(book) { row throws(SandboxError) in
      let ticket = ChatTicket(row)
      let device = try? JSONValue(parsing: Data(ticket.device.utf8))
      let members = ["appVersion", "osVersion", "locale", "timezone"].map { name in
        device?[name]?.text ?? ""
      }
      let customer = try book.row("SELECT customer FROM customers WHERE id = ?", [ticket.customer])
      let fields =
        [
          ChatWire.ticketID(ticket.id), customer?[0] ?? "", ticket.state, ticket.assignee.rawValue,
          ticket.channel,
        ] + members
      text += line(
        fields + [
          ExactText.instant(ticket.createdAt), ticket.closedAt.map { ExactText.instant($0) } ?? "",
          String(ticket.messageCount),
        ])
    }
    return text
  }

  private static func messages(_ book: BookStatements) throws(SandboxError) -> String {
    var text = line([
      "message_id", "ticket_id", "sender_type", "is_read", "attachment_count", "sent_at",
      "reference", "content",
    ])
    try eachTicket(book) { row throws(SandboxError) in
      let ticket = ChatTicket(row)
      for message in try book.messages(of: ticket.id) {
        text += line([
          ChatWire.messageID(message.id), ChatWire.ticketID(ticket.id), message.sender.rawValue,
          ticket.isRead(message) ? "1" : "0", String(message.attachmentCount),
          ExactText.instant(message.at), message.reference ?? "", message.content,
        ])
      }
    }
    return text
  }

  private static func attachments(_ book: BookStatements) throws(SandboxError) -> String {
    let lines = try book.rows(
      """
      SELECT id, message, word, name, mime_type, size, crc32 FROM attachments ORDER BY id
      """
    ).map { row -> String in
      let (id, message, size): (Int64, Int64, Int64) = (row["id"], row["message"], row["size"])
      return line([
        String(id), ChatWire.messageID(message),
        ChatWire.path(word: row["word"], name: row["name"]),
        row["name"], row["mime_type"], String(size), row["crc32"],
      ])
    }
    let header = [
      "attachment_id", "message_id", "path", "name", "mime_type", "size_bytes", "crc32",
    ]
    return line(header) + lines.joined()
  }

  private static func customers(_ book: BookStatements) throws(SandboxError) -> String {
    let columns = ["email", "original_id", "device_original_id", "device_token"]
    let lines = try book.rows("SELECT * FROM customers ORDER BY id").map { row -> String in
      let texts = columns.map { (row[$0] as String?) ?? "" }
      let updated: Int64? = row["updated_at"]
      return line([row["customer"]] + texts + [updated.map { ExactText.instant($0) } ?? ""])
    }
    return line(["customer_id"] + columns + ["updated_at"]) + lines.joined()
  }

  /// Passes the rows of all tickets to `body`, in chunks that bound memory.
  private static func eachTicket(
    _ book: BookStatements, _ body: (SQLiteRow) throws(SandboxError) -> Void
  ) throws(SandboxError) {
    var last: Int64 = 0
    while true {
      let rows = try book.rows(
        "SELECT * FROM tickets WHERE id > ? ORDER BY id LIMIT ?", [last, chunk])
      for row in rows {
        try body(row)
        last = row["id"]
      }
      if rows.count < chunk { return }
    }
  }

  private static func line(_ fields: [String]) -> String { CSVLines.line(fields) }
}
