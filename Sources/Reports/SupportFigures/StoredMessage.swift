import ColumnStore
import Columns
import StoreTables

/// The facts about a message that figures need.
struct StoredMessage {
  /// The author.
  enum Sender {
    /// The customer.
    case customer
    /// An agent, human or program.
    case agent
    /// The service itself, or an unknown author.
    case other

    /// Reads a value of the column `sender_type`.
    init(_ word: String) {
      switch word.lowercased() {
      case "customer": self = .customer
      case "system", "": self = .other
      default: self = .agent
      }
    }
  }

  /// The code of its ticket's id.
  let ticket: Int32
  /// The time of sending, µs since 1970 UTC.
  let time: Int64
  let sender: Sender
  let attachmentCount: Int

  /// The day in UTC.
  var day: Day { Day.split(micros: time).day }

  /// Returns all messages of a store, in no particular order.
  ///
  /// - Parameters:
  ///   - snapshot: The store.
  ///   - progress: Takes the number of messages read since it was called before.
  /// - Returns: The messages.
  /// - Throws: ``StoreError`` when the table is damaged, or contains what no writer writes.
  static func all(
    in snapshot: Snapshot, progress: (Int) -> Void = { _ in }
  ) throws(StoreError) -> [StoredMessage] {
    let words = snapshot.dictionary("sender_type")
    let senders = (0..<words.count).map { Sender(words[$0]) }
    var messages: [StoredMessage] = []
    messages.reserveCapacity(snapshot.rowCount(of: SupportTables.messages))
    for segment in try snapshot.checkedSegments(of: SupportTables.messages) {
      let rows = MessageColumns(segment.rows)
      for row in 0..<segment.rows.rowCount {
        guard let message = rows.message(row, senders) else {
          throw snapshot.damage(in: [SupportTables.messages])
        }
        messages.append(message)
      }
      progress(segment.rows.rowCount)
    }
    return messages
  }
}

/// The columns to read from a month's messages.
private struct MessageColumns {
  private let tickets: Column
  private let times: Column
  private let senders: Column
  private let attachments: Column

  init(_ rows: Table) {
    func column(_ name: String) -> Column {
      rows.column(SupportTables.messageFields.first { $0.name == name }!)
    }
    tickets = column("ticket_id")
    times = column("event_time")
    senders = column("sender_type")
    attachments = column("attachment_count")
  }

  /// Returns the message of a row; nil if it is not a valid message.
  func message(_ row: Int, _ words: [StoredMessage.Sender]) -> StoredMessage? {
    // A null's slot holds 0.
    let time = times.int64s[row]
    let count = attachments.int16s[row]
    guard !tickets.isNull(row), !times.isNull(row), Day.civilMicros.contains(time), count >= 0
    else { return nil }
    return StoredMessage(
      ticket: tickets.int32s[row], time: time,
      sender: senders.isNull(row) ? .other : words[Int(senders.int32s[row])],
      attachmentCount: Int(count))
  }
}
