import Columns
import SupportFigures

extension CellTable {
  /// Makes the file `load`: a row per day.
  public init(_ days: [LoadDay]) {
    self.init("load", header: LoadDay.header, rows: days.map(\.cells))
  }
}

extension LoadDay {
  fileprivate static let header = [
    "day", "tickets", "messages", "customer_messages", "agent_messages", "races", "runners", "bets",
    "bets_taken", "players", "promotions_begun", "boosts_begun", "boosts_ended",
    "points_transactions",
  ]

  fileprivate var cells: [CardCell] {
    let own = [
      support.tickets, support.messages, support.customerMessages, support.agentMessages,
    ]
    let others = [
      racing?.races, racing?.runners, betting?.bets, betting?.taken, betting?.players,
      promotions?.begun, promotions?.boostsBegun, promotions?.boostsEnded, points?.transactions,
    ]
    return [.text(day.iso)] + (own + others).map { .number($0) }
  }
}
