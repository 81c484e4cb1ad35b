import Foundation
import SandboxCore

extension BookStatements {
  /// Runs all actions that are due at a moment, in all tickets.
  func catchUp(to now: Int64, _ rota: AgentRota) throws(SandboxError) {
    let next = "SELECT * FROM tickets WHERE next_at <= ? ORDER BY next_at, id LIMIT 1"
    // One after another, because messages are numbered in order of time over all tickets.
    while let row = try row(next, [now]) {
      var ticket = ChatTicket(row)
      ticket.catchUp(to: row["next_at"], rota)
      try keep(&ticket)
    }
  }

  /// Returns the number of the next ticket.
  func nextTicket() throws(SandboxError) -> Int64 {
    try row("SELECT COALESCE(MAX(id), 0) + 1 FROM tickets")?[0] ?? 1
  }

  /// Returns a ticket of a customer; nil if it does not exist or belongs to another customer.
  func ticket(_ id: Int64, of customer: Int64) throws(SandboxError) -> ChatTicket? {
    try row("SELECT * FROM tickets WHERE id = ? AND customer = ?", [id, customer])
      .map { ChatTicket($0) }
  }

  /// Returns the tickets of a customer with their last messages, the latest first.
  func tickets(of customer: Int64) throws(SandboxError) -> [(ticket: ChatTicket, last: ChatMessage)]
  {
    let sql = "FROM tickets WHERE customer = ? ORDER BY last_message"
    let messages = try rows(
      "SELECT * FROM messages WHERE id IN (SELECT last_message \(sql)) ORDER BY id", [customer])
    return zip(try rows("SELECT * \(sql)", [customer]), messages)
      .map { (ticket: ChatTicket($0), last: ChatMessage($1)) }
      .sorted { ($0.last.at, $0.last.id) > ($1.last.at, $1.last.id) }
  }

  /// Returns the messages of a ticket, in order of writing.
  func messages(of ticket: Int64) throws(SandboxError) -> [ChatMessage] {
    try rows("SELECT * FROM messages WHERE ticket = ? ORDER BY id", [ticket])
      .map { ChatMessage($0) }
  }

  /// Adds or changes a ticket, and stores its added messages.
  func keep(_ ticket: inout ChatTicket) throws(SandboxError) {
    for message in ticket.added {
      let id = try add(
        """
        INSERT INTO messages (ticket, sender, content, at, reference, attachment_count)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          ticket.id, message.sender.rawValue, message.content, message.at, message.reference,
          message.attachmentCount,
        ])
      ticket.lastMessage = id
      ticket.messageCount += 1
      switch message.sender {
      case .customer: ticket.lastFromCustomer = id
      case .aiAgent, .humanAgent: ticket.lastFromAgent = id
      case .system: break
      }
    }
    ticket.added = []
    try run(
      "INSERT OR REPLACE INTO tickets VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        ticket.id, ticket.customer, ticket.channel, ticket.device, ticket.createdAt,
        ticket.assignee.rawValue, ticket.closedAt, ticket.round, ticket.answerCount,
        ticket.messageCount, ticket.lastMessage, ticket.lastFromCustomer, ticket.lastFromAgent,
        ticket.pending.map { "\($0.at):\($0.kind.rawValue)" }.joined(separator: ","),
        ticket.pending.first?.at,
      ])
  }
}

extension ChatTicket {
  /// Reads a row of the table `tickets`.
  init(_ row: SQLiteRow) {
    guard let assignee = ChatSender(rawValue: row["assignee"]) else {
      preconditionFailure("found a ticket of an unknown assignee; expected one of ours")
    }
    self.init(
      id: row["id"], customer: row["customer"], channel: row["channel"], device: row["device"],
      createdAt: row["created_at"], assignee: assignee, closedAt: row["closed_at"],
      round: row["round"], answerCount: row["answer_count"], messageCount: row["message_count"],
      lastMessage: row["last_message"], lastFromCustomer: row["last_from_customer"],
      lastFromAgent: row["last_from_agent"])
    let acts: String = row["pending"]
    pending = acts.split(separator: ",").map { text in
      let parts = text.split(separator: ":")
      guard parts.count == 2, let at = Int64(parts[0]),
        let kind = AgentRota.Act.Kind(rawValue: String(parts[1]))
      else { preconditionFailure("found the act \(text); expected a moment and a kind of ours") }
      return AgentRota.Act(at: at, kind: kind)
    }
  }
}

extension ChatMessage {
  /// Reads a row of the table `messages`.
  init(_ row: SQLiteRow) {
    guard let sender = ChatSender(rawValue: row["sender"]) else {
      preconditionFailure("found a message of an unknown sender; expected one of ours")
    }
    self.init(
      id: row["id"], sender: sender, content: row["content"], at: row["at"],
      reference: row["reference"], attachmentCount: row["attachment_count"])
  }
}
