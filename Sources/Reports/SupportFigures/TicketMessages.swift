/// Facts of a ticket from its messages.
struct TicketMessages {
  private(set) var count = 0
  private(set) var customerCount = 0
  private(set) var agentCount = 0
  private(set) var attachmentCount = 0
  /// Moments, µs since 1970 UTC.
  private var firstOfCustomer: Int64?
  private(set) var lastOfCustomer: Int64?
  private var lastOfAgent: Int64?
  /// The first message of an agent that is not before the customer's first.
  private var firstAnswer: Int64?

  /// Adds messages in any order.
  init(_ messages: some Collection<StoredMessage>) {
    for message in messages {
      count += 1
      attachmentCount += message.attachmentCount
      switch message.sender {
      case .customer:
        customerCount += 1
        firstOfCustomer = min(firstOfCustomer ?? message.time, message.time)
        lastOfCustomer = max(lastOfCustomer ?? message.time, message.time)
      case .agent:
        agentCount += 1
        lastOfAgent = max(lastOfAgent ?? message.time, message.time)
      case .other: break
      }
    }
    guard let firstOfCustomer else { return }
    // A message at the same moment counts as an answer: which came first is unknown.
    for message in messages
    where message.sender == .agent && message.time >= firstOfCustomer {
      firstAnswer = min(firstAnswer ?? message.time, message.time)
    }
  }

  /// The time from the customer's first message to the first answer, µs; nil without either.
  var firstResponse: Int64? {
    guard let firstOfCustomer, let firstAnswer else { return nil }
    return firstAnswer - firstOfCustomer
  }

  /// The time from the customer's first message to the last answer, µs; nil without either.
  var lastResponse: Int64? {
    guard let firstOfCustomer, let lastOfAgent, firstAnswer != nil else { return nil }
    return lastOfAgent - firstOfCustomer
  }

  /// Whether the customer has written and no agent has.
  var areNeverAnswered: Bool { customerCount > 0 && agentCount == 0 }

  /// Whether the customer's last message has no answer.
  var endUnanswered: Bool {
    guard let lastOfCustomer else { return false }
    return lastOfAgent.map { $0 < lastOfCustomer } ?? true
  }
}
