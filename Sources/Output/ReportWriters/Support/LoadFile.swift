import Columns
import SupportFigures

/// The file with the load of each day, as CSV and as JSON.
public struct LoadFile {
  /// The days, in their order.
  public let days: [LoadDay]

  /// Takes the rows to write.
  public init(_ days: [LoadDay]) { self.days = days }

  /// The file's name without its extension.
  public let name = "load"

  /// The file's CSV: UTF-8, LF, RFC 4180.
  public var csv: String { table.csv }

  /// The file's JSON: an array with one object per line, with the CSV's digits; members in column
  /// order, `null` where a cell is empty.
  public var json: String { table.json }

  // MARK: - Implementation

  private var table: CellTable { CellTable(header: Self.header, rows: days.map(Self.cells)) }

  private static let header = [
    "day", "tickets", "messages", "customer_messages", "agent_messages", "races", "runners", "bets",
    "bets_taken", "players", "promotions_begun", "boosts_begun", "boosts_ended",
    "points_transactions",
  ]

  private static func cells(_ day: LoadDay) -> [CardCell] {
    let support = [
      day.support.tickets, day.support.messages, day.support.customerMessages,
      day.support.agentMessages,
    ]
    let others = [
      day.racing?.races, day.racing?.runners, day.betting?.bets, day.betting?.taken,
      day.betting?.players, day.promotions?.begun, day.promotions?.boostsBegun,
      day.promotions?.boostsEnded, day.points?.transactions,
    ]
    return [.text(day.day.iso)] + (support + others).map { .number($0) }
  }
}
