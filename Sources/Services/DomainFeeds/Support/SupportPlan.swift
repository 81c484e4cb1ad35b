/// The requests that a fetch of tickets still has to send.
struct SupportPlan: FeedPlan {
  /// A group of requests.
  enum Part: Equatable {
    /// The list of tickets, which shows the tickets with something new.
    case list
    /// A share of the tickets with something new.
    case tickets(share: Int)
  }

  /// The number of tickets in a share: each request searches the whole share for due tickets.
  static let shareSize = 100
  /// The number of shares; the last one has all remaining tickets.
  private static let shareCount = 2_000

  let desk: SupportDesk
  /// The start of this process, µs since 1970 UTC: a list that an earlier process fetched is lost
  /// with it.
  let processStart: Int64
  /// The start of the run, µs since 1970 UTC; an interrupted run keeps its start.
  let runStart: Int64
  /// The tickets that were due when the list was fetched.
  private(set) var queue: [ListedTicket] = []

  let parts = [Part.list] + (0..<SupportPlan.shareCount).map { .tickets(share: $0) }

  init(desk: SupportDesk, processStart: Int64, runStart: Int64) {
    self.desk = desk
    self.processStart = processStart
    self.runStart = runStart
  }

  /// Takes the due tickets from the list.
  mutating func begin(_ part: Part, _ known: KnownAnswers) {
    guard part == .tickets(share: 0) else { return }
    queue = desk.tickets.filter { isDue($0, known) }
  }

  func due(in part: Part, _ known: KnownAnswers) -> [SupportRequest] {
    switch part {
    case .list:
      let request = SupportRequest(kind: .list, desk: desk)
      let isDue = known[request].map { $0.fetchedAt < processStart } ?? true
      return isDue ? [request] : []
    case .tickets(let share):
      return queue[places(of: share)].filter { isDue($0, known) }
        .map { SupportRequest(kind: .ticket($0), desk: desk) }
    }
  }

  func remaining(in part: Part, _ known: KnownAnswers, usual: Int) -> Int {
    guard case .tickets(let share) = part else { return 1 }
    return places(of: share).count
  }

  // MARK: - Implementation

  /// Whether the list's entry of a ticket has changed since its last answer was requested, or texts
  /// are wanted and were not kept.
  private func isDue(_ ticket: ListedTicket, _ known: KnownAnswers) -> Bool {
    guard let answer = known.answer(to: ticket.text) else { return true }
    // A refused ticket is requested once in a run.
    guard answer.sha256 != nil else { return answer.fetchedAt < runStart }
    if !ticket.showsNews, answer.fetchedAt < runStart { return true }
    return answer.details.first != ticket.preview
      || desk.includesTexts && !answer.details.contains(SupportFetch.textsMark)
  }

  private func places(of share: Int) -> Range<Int> {
    let start = min(share * Self.shareSize, queue.count)
    let isLast = share == Self.shareCount - 1
    return start..<(isLast ? queue.count : min(start + Self.shareSize, queue.count))
  }
}
