/// The requests that a fetch of tickets still has to send.
struct SupportPlan: FeedPlan {
  /// Requests that are asked for together.
  enum Part: Equatable {
    /// The list of tickets, which tells in which of them something is new.
    case list
    /// A share of the tickets with something new.
    case tickets(share: Int)
  }

  /// The number of tickets of a share: what is due is looked up for each request.
  static let shareSize = 100
  /// The number of shares; the last one has what is left.
  private static let shareCount = 2_000

  let desk: SupportDesk
  /// When this process began, µs since 1970 UTC: the list that an earlier one was told is gone with
  /// it.
  let processStart: Int64
  /// When the run began, which an interrupted one did before, µs since 1970 UTC.
  let runStart: Int64
  /// The tickets that were due when the list was known.
  private(set) var queue: [ListedTicket] = []

  let parts = [Part.list] + (0..<SupportPlan.shareCount).map { .tickets(share: $0) }

  init(desk: SupportDesk, processStart: Int64, runStart: Int64) {
    self.desk = desk
    self.processStart = processStart
    self.runStart = runStart
  }

  /// Takes over what the list has told.
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

  /// Whether the list shows something of a ticket that its answer was not asked for by, or its
  /// texts are wanted and were not kept.
  private func isDue(_ ticket: ListedTicket, _ known: KnownAnswers) -> Bool {
    guard let answer = known.answer(to: ticket.text) else { return true }
    // One that was refused is asked for once in a run.
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
