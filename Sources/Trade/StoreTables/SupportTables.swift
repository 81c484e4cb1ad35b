import Columns

/// The store's tables of support tickets: names, columns and types, as `docs/schema.md` lists them.
///
/// Ids of tickets, messages and people are hashes with the store's own salt. Texts of messages and
/// the service's ids are stored only if the fetch keeps texts.
public enum SupportTables {
  /// One row per ticket.
  public static let tickets = "tickets"
  /// One row per message.
  public static let messages = "ticket_messages"

  /// All tables of support, the tickets first.
  public static let all = [tickets, messages]

  /// The columns of `tickets`; month by `event_time`.
  public static let ticketFields: [Field] = [
    Field("ticket_id", .coded(dictionary: "ticket_id")),
    // The time at which this was known of the ticket.
    Field("ingest_time", .instant),
    // The time of its first message.
    Field("event_time", .instant),
    // The customer.
    Field("subject_key", .coded(dictionary: "subject_key")),
    Field("state", .coded(dictionary: "ticket_state")),
    // The kind of agent, such as `ai agent`; an agent's name is hashed.
    Field("assignee", .coded(dictionary: "ticket_assignee")),
    Field("channel", .coded(dictionary: "ticket_channel")),
    Field("app_version", .coded(dictionary: "app_version")),
    Field("os_version", .coded(dictionary: "os_version")),
    Field("locale", .coded(dictionary: "locale")),
    Field("timezone", .coded(dictionary: "timezone")),
    Field("message_count", .int32),
    // The service's own id, with texts only.
    Field("service_id", .text),
    Field("source", .coded(dictionary: "source")),
    Field("import_id", .int32),
  ]

  /// The columns of `ticket_messages`; month by `event_time`.
  public static let messageFields: [Field] = [
    Field("message_id", .coded(dictionary: "message_id")),
    Field("ticket_id", .coded(dictionary: "ticket_id")),
    // The time at which this was known of the message.
    Field("ingest_time", .instant),
    // The time of sending.
    Field("event_time", .instant),
    // Such as `customer`, `ai agent`, `human agent` or `system`.
    Field("sender_type", .coded(dictionary: "sender_type")),
    Field("sender_hash", .coded(dictionary: "sender_hash")),
    Field("is_read", .boolean),
    // Of the text, in Unicode scalars.
    Field("length", .int32),
    Field("attachment_count", .int16),
    // The text, and the service's own id: with texts only.
    Field("content", .text),
    Field("service_id", .text),
    Field("source", .coded(dictionary: "source")),
    Field("import_id", .int32),
  ]

  /// All tables that imports fill and that the raw archive can rebuild.
  public static let rebuiltTables = all

  /// Returns the exported columns of a table, in order; nil for a table of another domain.
  public static func exportedFields(of table: String) -> [Field]? {
    switch table {
    case tickets: ticketFields
    case messages: messageFields
    default: nil
    }
  }
}
