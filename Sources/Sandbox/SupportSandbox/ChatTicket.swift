/// The author of a message, by the API's name.
enum ChatSender: String {
  case customer, system
  case aiAgent = "ai agent"
  case humanAgent = "human agent"
}

/// A message of a ticket.
struct ChatMessage {
  var id: Int64 = 0
  let sender: ChatSender
  let content: String
  let at: Int64
  /// The key that the client sent with the message.
  var reference: String?
  var attachmentCount = 0
}

/// A customer's ticket, and the rules by which it changes.
struct ChatTicket {
  let id: Int64
  /// The customer's number.
  let customer: Int64
  let channel: String
  /// The device's members as JSON.
  let device: String
  let createdAt: Int64
  var assignee = ChatSender.aiAgent
  var closedAt: Int64?
  /// The number of the customer's messages.
  var round = 0
  /// The number of agents' messages.
  var answerCount = 0
  var messageCount = 0
  /// The ids of the last messages of all, of the customer and of the agents; 0 for none.
  var lastMessage: Int64 = 0
  var lastFromCustomer: Int64 = 0
  var lastFromAgent: Int64 = 0
  /// Future actions of the agents, in order of time.
  var pending: [AgentRota.Act] = []
  /// Messages that the book does not have yet.
  var added: [ChatMessage] = []

  /// Adds a message of the customer: reopens the ticket, and plans the agents' actions again.
  mutating func write(_ message: ChatMessage, _ rota: AgentRota) {
    added.append(message)
    closedAt = nil
    round += 1
    pending = rota.acts(id, round: round, after: message.at, assignee)
  }

  /// Runs the actions that are due at a moment.
  mutating func catchUp(to now: Int64, _ rota: AgentRota) {
    let due = pending.prefix { $0.at <= now }
    pending.removeFirst(due.count)
    for act in due {
      switch act.kind {
      case .answer:
        added.append(
          ChatMessage(sender: assignee, content: rota.text(of: id, answerCount), at: act.at))
        answerCount += 1
      case .handOver:
        assignee = .humanAgent
        added.append(
          ChatMessage(
            sender: .system, content: "A colleague takes over your request.", at: act.at))
      case .close: closedAt = act.at
      }
    }
  }

  /// Whether a message has been read, that is, the other side has written since.
  func isRead(_ message: ChatMessage) -> Bool {
    message.id < (message.sender == .customer ? lastFromAgent : lastFromCustomer)
  }

  var state: String { closedAt == nil ? "open" : "closed" }
}
