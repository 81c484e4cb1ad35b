import ColumnStore
import Columns
import StoreTables

/// The facts about a ticket that figures need.
struct StoredTicket: Dated {
  /// The id, a salted hash.
  var id: String
  /// The time of its first message, µs since 1970 UTC.
  var time: Int64
  var state: String?
  var channel: String?
  var appVersion: String?
  var osVersion: String?
  var assignee: String?
  var locale: String?
  var timezone: String?
  var messages = TicketMessages([])

  /// The day in UTC.
  var day: Day { Day.split(micros: time).day }

  /// Whether the service marks it as closed.
  var isClosed: Bool { state == "closed" }

  /// Whether the customer waits for an answer.
  var isUnanswered: Bool { !isClosed && messages.endUnanswered }

  /// The time from the customer's first message to the last answer, µs; nil for open tickets, or
  /// without either.
  var resolution: Int64? { isClosed ? messages.lastResponse : nil }

  /// Returns all tickets of a store, without their messages, each with the code of its id.
  ///
  /// - Parameters:
  ///   - snapshot: The store.
  ///   - progress: Takes the number of tickets read since it was called before.
  /// - Returns: The tickets.
  /// - Throws: ``StoreError`` when the table is damaged, or contains what no writer writes.
  static func all(
    in snapshot: Snapshot, progress: (Int) -> Void
  ) throws(StoreError) -> [(code: Int32, ticket: StoredTicket)] {
    let rows = try StoredRows(SupportTables.tickets, SupportTables.ticketFields, snapshot)
    var tickets: [(code: Int32, ticket: StoredTicket)] = []
    tickets.reserveCapacity(rows.count)
    var codes: Set<Int32> = []
    try rows.visit(progress: progress) { row throws(StoreError) in
      guard let ticket = StoredTicket(rows, row), let code = rows.code("ticket_id", row),
        codes.insert(code).inserted
      else { throw snapshot.damage(in: [SupportTables.tickets]) }
      tickets.append((code, ticket))
    }
    return tickets
  }
}

extension StoredTicket {
  /// Reads a row; nil if it is not a valid ticket.
  private init?(_ rows: StoredRows, _ row: Int) {
    guard let id = rows.text("ticket_id", row), let time = rows.int64("event_time", row),
      Day.civilMicros.contains(time)
    else { return nil }
    self.init(id: id, time: time)
    state = rows.text("state", row)
    channel = rows.text("channel", row)
    appVersion = rows.text("app_version", row)
    osVersion = rows.text("os_version", row)
    assignee = rows.text("assignee", row)
    locale = rows.text("locale", row)
    timezone = rows.text("timezone", row)
  }
}
