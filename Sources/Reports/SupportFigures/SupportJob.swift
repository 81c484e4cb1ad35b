import ColumnStore
import Columns
import StoreTables

/// Computes the waiting times and counts of tickets from one state of a store.
public struct SupportJob {
  let question: SupportQuestion
  let snapshot: Snapshot

  /// The tables that it reads.
  public static let tables = Set(SupportTables.all)

  /// Creates the job.
  ///
  /// - Parameters:
  ///   - question: The groupings, windows and the as-of day.
  ///   - snapshot: The store.
  public init(_ question: SupportQuestion, from snapshot: Snapshot) {
    self.question = question
    self.snapshot = snapshot
  }

  /// The number of stored tickets and messages, for progress.
  public var rowCount: Int {
    [SupportTables.tickets, SupportTables.messages].reduce(0) { $0 + snapshot.rowCount(of: $1) }
  }

  /// Computes the report.
  ///
  /// - Parameter progress: Takes the number of tickets and messages read since it was called
  ///   before.
  /// - Returns: The rows of each grouping, and the tickets that wait for an answer.
  /// - Throws: ``SupportError`` `.noTickets` if the store has none before the as-of day, `.store`
  ///   if a table is damaged.
  public func run(
    progress: (Int) -> Void = { _ in }
  ) throws(SupportError) -> SupportReport {
    let asOf: Day
    let tickets: [StoredTicket]
    do { (asOf, tickets) = try self.tickets(progress) } catch { throw .store(error) }
    guard let first = tickets.map(\.day).min() else {
      throw .noTickets(store: snapshot.store, asOf: question.asOf?.iso)
    }
    let windows = question.windows.map { DayWindow($0, before: asOf, first: first) }
    let all = DayWindow(nil, before: asOf, first: first)
    return SupportReport(
      asOf: asOf, windows: windows,
      groups: question.groupings.map { Self.group(tickets, by: $0, in: windows) },
      states: Self.group(tickets, by: SupportGrouping(.state), in: [all]),
      total: TicketFigures(tickets),
      unanswered: Self.unanswered(tickets))
  }

  // MARK: - Implementation

  /// Returns the as-of day, and the tickets before it with their messages before it.
  private func tickets(
    _ progress: (Int) -> Void
  ) throws(StoreError) -> (asOf: Day, tickets: [StoredTicket]) {
    let tickets = try StoredTicket.all(in: snapshot, progress: progress)
    let messages = try StoredMessage.all(in: snapshot, progress: progress)
    let last = (tickets.map(\.ticket.day) + messages.map(\.day)).max()
    let asOf = question.asOf ?? last.map { $0 + 1 } ?? Day(0)
    let ofTicket = Dictionary(grouping: messages.filter { $0.day < asOf }, by: \.ticket)
    let counted = tickets.compactMap { code, ticket -> StoredTicket? in
      guard ticket.day < asOf else { return nil }
      var ticket = ticket
      ticket.messages = TicketMessages(ofTicket[code] ?? [])
      return ticket
    }
    return (asOf, counted)
  }

  private static func group(
    _ tickets: [StoredTicket], by grouping: SupportGrouping, in windows: [DayWindow]
  ) -> SupportGroup {
    SupportGroup(tickets, by: grouping, in: windows) { key, ticket in
      key.value(of: ticket)
    } figures: { tickets in
      TicketFigures(tickets)
    }
  }

  private static func unanswered(_ tickets: [StoredTicket]) -> [UnansweredTicket] {
    let waiting = tickets.compactMap { ticket -> UnansweredTicket? in
      guard ticket.isUnanswered, let since = ticket.messages.lastOfCustomer else { return nil }
      return UnansweredTicket(
        id: ticket.id, state: ticket.state, channel: ticket.channel, since: since)
    }
    return waiting.sorted { left, right in
      if left.since != right.since { return left.since < right.since }
      return left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
    }
  }
}
