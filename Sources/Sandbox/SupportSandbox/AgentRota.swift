import SandboxCore

/// The times at which agents act on a ticket, drawn from a seed.
///
/// The AI agent answers within a minute. In half of the cases that settles the matter; otherwise it
/// hands the ticket over to a human agent, who keeps it. The human agent answers within two hours
/// or, outside of opening hours, within an hour of the next opening. A ticket is closed a day after
/// the last answer.
struct AgentRota: Sendable {
  /// An agent's action.
  struct Act: Equatable {
    enum Kind: String {
      case answer
      case handOver = "hand_over"
      case close
    }

    let at: Int64
    let kind: Kind
  }

  /// The hours of a working day in which human agents work, UTC.
  static let openHours: Range<Int64> = 9..<18
  private static let names = [
    "Mia Keller", "Jonas Reed", "Zoë Laurent", "Amir Haddad", "Ruth O’Dell", "Kenji Mori",
  ]
  private static let texts = [
    "Thank you for your message. Please try to log in once more.",
    "I have looked at your account, and the bonus is there now.",
    "Could you send us a screenshot, please?",
    "This is fixed in the next version; an update helps.",
    "Payouts take up to three working days.",
    "Your limits are in the settings, under “Play”.",
  ]
  private static let second: Int64 = 1_000_000
  private static let minute = 60 * second
  private static let hour = 60 * minute
  private static let day = 24 * hour

  let seed: UInt64

  /// Returns the actions that follow a customer's message, in order of time.
  ///
  /// - Parameters:
  ///   - ticket: The ticket's number.
  ///   - round: The number of the customer's messages so far.
  ///   - moment: The time of the customer's message.
  ///   - assignee: The kind of agent that has the ticket.
  /// - Returns: The actions; a later message of the customer replaces those that are not due yet.
  func acts(
    _ ticket: Int64, round: Int, after moment: Int64, _ assignee: ChatSender
  ) -> [Act] {
    let draw = SeededDraw(seed, 41, Int(ticket), round)
    func attended(_ from: Int64) -> Int64 {
      Self.opening(from + Int64(10 + draw.below(111, 1)) * Self.minute, draw.below(60, 2))
    }
    var acts: [Act] = []
    if assignee == .humanAgent {
      acts.append(Act(at: attended(moment), kind: .answer))
    } else {
      let answer = moment + Int64(5 + draw.below(55)) * Self.second
      acts.append(Act(at: answer, kind: .answer))
      if draw.below(2, 3) == 1 {
        let handOver = answer + Self.second
        acts.append(Act(at: handOver, kind: .handOver))
        acts.append(Act(at: attended(handOver), kind: .answer))
      }
    }
    return acts + acts.suffix(1).map { Act(at: $0.at + Self.day, kind: .close) }
  }

  /// Returns the name of a ticket's agent.
  func name(_ sender: ChatSender, of ticket: Int64) -> String {
    sender == .humanAgent
      ? Self.names[SeededDraw(seed, 42, Int(ticket)).below(Self.names.count)] : "Ada"
  }

  /// Returns the text of an agent's answer.
  func text(of ticket: Int64, _ index: Int) -> String {
    Self.texts[SeededDraw(seed, 43, Int(ticket)).below(Self.texts.count, index)]
  }

  // MARK: - Implementation

  /// Returns a moment within opening hours unchanged; otherwise some minutes after the next
  /// opening.
  private static func opening(_ moment: Int64, _ minutes: Int) -> Int64 {
    let midnight = moment / day * day
    if isWorkday(midnight), openHours.contains((moment - midnight) / hour) { return moment }
    var next = moment - midnight < openHours.lowerBound * hour ? midnight : midnight + day
    while !isWorkday(next) { next += day }
    return next + openHours.lowerBound * hour + Int64(minutes) * minute
  }

  /// Whether a day is from Monday to Friday; 1970 began on a Thursday.
  private static func isWorkday(_ midnight: Int64) -> Bool { (midnight / day + 3) % 7 < 5 }
}
