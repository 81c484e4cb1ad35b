import Columns
import Racing
import SupportFigures

/// The file of a grouping of tickets, as CSV and as JSON.
public struct SupportFile {
  private let group: SupportGroup

  /// Takes the rows to write.
  public init(_ group: SupportGroup) { self.group = group }

  /// The file's name without its extension.
  public var name: String { group.grouping.fileName }

  /// The file's CSV: UTF-8, LF, RFC 4180; names are guarded against spreadsheets.
  public var csv: String { table.csv }

  /// The file's JSON: an array with one object per line, with the CSV's digits; members in column
  /// order, `null` where a cell is empty.
  public var json: String { table.json }

  // MARK: - Implementation

  private var table: CellTable {
    CellTable(
      header: group.grouping.keys.map(\.rawValue) + Self.figureNames, rows: group.rows.map(cells))
  }

  private static let figureNames = [
    "window", "from", "to", "tickets", "open", "closed", "unanswered", "never_answered", "messages",
    "customer_messages", "agent_messages", "attachments", "answered", "first_response_p50",
    "first_response_p90", "first_response_p99", "resolved", "resolution_p50", "resolution_p90",
    "resolution_p99", "last_ticket",
  ]

  private func cells(_ row: SupportRow) -> [CardCell] {
    let keys = zip(group.grouping.keys, row.keys).map { key, value in
      key.isName ? CardCell.name(value) : .text(value)
    }
    let window: [CardCell] = [
      .text(row.window.name), .text(row.window.from.iso), .text(row.window.to.iso),
    ]
    let counts = [
      row.ticketCount, row.openCount, row.closedCount, row.unansweredCount, row.neverAnsweredCount,
      row.messageCount, row.customerMessageCount, row.agentMessageCount, row.attachmentCount,
    ].map { CardCell.number($0) }
    return keys + window + counts + Self.cells(row.firstResponse) + Self.cells(row.resolution)
      + [.text(row.lastTicket.iso)]
  }

  /// Returns the number of times, and their percentiles in seconds.
  private static func cells(_ times: WaitingTimes) -> [CardCell] {
    let percentiles = [times.p50Micros, times.p90Micros, times.p99Micros]
    return [.number(times.count)]
      + percentiles.map { .number($0.map { Decimal6(micros: $0) }) }
  }
}
