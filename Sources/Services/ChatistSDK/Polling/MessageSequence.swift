import APICore

/// New messages, each once and in the order of sending.
///
/// The sequence polls the service. A repeated message is delivered once. A message is delivered
/// after ``settlingPolls`` further polls, so that an earlier message that the service shows late
/// still comes first; one that arrives even later is delivered out of order, not lost.
///
/// A message counts as delivered when the loop receives it. The sequence ends when its task is
/// cancelled.
public struct MessageSequence: AsyncSequence, Sendable {
  /// A message.
  public typealias Element = MessageDto
  /// The error that ends the sequence.
  public typealias Failure = ChatistFailure

  /// The calls that fetch messages.
  struct Source: Sendable {
    let tickets: @Sendable () async -> Result<[TicketPreviewDto], any Error>
    let ticket: @Sendable (TicketID) async -> Result<TicketDto, any Error>
  }

  let source: Source
  let ticket: TicketID?
  let interval: Duration
  let clock: any APIClock
  /// The messages delivered before.
  var bookmark = MessageBookmark()
  /// The store of the bookmark; nil to keep none.
  var file: MessageBookmarkFile?
  /// The number of further polls for which a message waits.
  public var settlingPolls = 1
  /// Receives each failed poll that is passed over.
  var missed: @Sendable (ChatistFailure) -> Void = { _ in }
  /// The number of consecutive polls that may fail for lack of an answer or a service error.
  public var failureLimit = 10

  /// Starts after the messages of the bookmark.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Keeps delivered messages in a file, and starts after the messages in it.
  public func keeping(_ file: MessageBookmarkFile) -> MessageSequence {
    var copy = self
    copy.file = file
    return copy
  }

  /// Starts after messages that the program already has.
  public func behind(_ bookmark: MessageBookmark) -> MessageSequence {
    var copy = self
    copy.bookmark = bookmark
    return copy
  }

  /// Delays each message by a number of further polls; 0 delivers it at once.
  public func settling(_ polls: Int) -> MessageSequence {
    var copy = self
    copy.settlingPolls = polls
    return copy
  }

  /// Reports each failed poll that is passed over, for example to a waiting user.
  public func reporting(
    _ missed: @escaping @Sendable (ChatistFailure) -> Void
  ) -> MessageSequence {
    var copy = self
    copy.missed = missed
    return copy
  }

  /// Polls, waits and delivers.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    private let sequence: MessageSequence
    private var order: MessageOrder?
    private var ready: [(message: MessageDto, ticket: TicketID)] = []
    private var nextPoll: Duration?
    private var failureCount = 0
    private var isEnded = false

    init(_ sequence: MessageSequence) { self.sequence = sequence }

    /// Waits for the next message.
    ///
    /// - Returns: The message; nil once the task is cancelled.
    /// - Throws: ``ChatistFailure``; the sequence ends with it.
    public mutating func next() async throws(ChatistFailure) -> MessageDto? {
      do throws(ChatistFailure) {
        let message = isEnded ? nil : try await handOver()
        isEnded = message == nil
        return message
      } catch {
        isEnded = true
        throw error
      }
    }

    // MARK: - Implementation

    private mutating func handOver() async throws(ChatistFailure) -> MessageDto? {
      if self.order == nil { self.order = try sequence.order() }
      guard var order else { return nil }
      while ready.isEmpty {
        do throws(CancellationError) {
          if let nextPoll { try await sequence.clock.sleep(until: nextPoll) }
        } catch {
          return nil
        }
        if Task.isCancelled { return nil }
        nextPoll = sequence.clock.uptime + sequence.interval
        do throws(ChatistFailure) {
          try await sequence.poll(into: &order)
          failureCount = 0
        } catch {
          if Task.isCancelled { return nil }
          failureCount += 1
          guard error.mayPass, failureCount < sequence.failureLimit else { throw error }
          sequence.missed(error)
        }
        ready = order.ready()
      }
      let (message, ticket) = ready.removeFirst()
      order.hand(message, of: ticket)
      self.order = order
      do throws(ChatistError) {
        try sequence.file?.save(order.bookmark)
      } catch {
        throw .unsent(error)
      }
      return message
    }
  }

  // MARK: - Implementation

  private func order() throws(ChatistFailure) -> MessageOrder {
    do throws(ChatistError) {
      let kept = try file?.load() ?? MessageBookmark()
      return MessageOrder(
        kept == MessageBookmark() ? bookmark : kept, settling: settlingPolls)
    } catch {
      throw .unsent(error)
    }
  }

  /// Fetches the ticket, or all tickets with news.
  private func poll(into order: inout MessageOrder) async throws(ChatistFailure) {
    var ids = ticket.map { [$0] } ?? []
    if ticket == nil {
      for preview in try Self.value(await source.tickets())
      where !order.isDone(preview.lastMessage.id, of: preview.id) || order.waits(for: preview.id) {
        ids.append(preview.id)
      }
    }
    var found: [(ticket: TicketID, messages: [MessageDto])] = []
    for id in ids { found.append((id, try Self.value(await source.ticket(id)).messages)) }
    // A failed poll says nothing about the messages present.
    order.beginPoll()
    for (ticket, messages) in found { order.take(messages, of: ticket) }
  }

  private static func value<Value>(
    _ result: Result<Value, any Error>
  ) throws(ChatistFailure) -> Value {
    do {
      return try result.get()
    } catch {
      throw ChatistFailure(error)
    }
  }
}

extension ChatistFailure {
  /// Whether the next poll may succeed.
  fileprivate var mayPass: Bool {
    switch self {
    case .network, .refused(.serverError, _): true
    case .refused, .unsent, .unreadable, .other: false
    }
  }
}

extension APIClient {
  /// Polls for new messages; see ``MessageSequence``.
  ///
  /// - Parameters:
  ///   - ticket: The ticket; nil for all tickets.
  ///   - interval: The time between two polls.
  ///   - clock: The clock.
  /// - Returns: The messages, from the first on by default.
  public func newMessages(
    in ticket: TicketID? = nil, interval: Duration = .seconds(30),
    clock: any APIClock = SystemClock()
  ) -> MessageSequence {
    let (getTicket, getTickets) = (getTicket, getTickets)
    let source = MessageSequence.Source(
      tickets: {
        do { return .success(try await getTickets()) } catch { return .failure(error) }
      },
      ticket: { id in
        do { return .success(try await getTicket(id)) } catch { return .failure(error) }
      })
    return MessageSequence(source: source, ticket: ticket, interval: interval, clock: clock)
  }
}

extension ChatistService {
  /// Polls for new messages, past the cache; see ``MessageSequence``.
  ///
  /// - Parameters:
  ///   - ticket: The ticket; nil for all tickets.
  ///   - interval: The time between two polls.
  /// - Returns: The messages, from the first on by default.
  public func newMessages(
    in ticket: TicketID? = nil, interval: Duration = .seconds(30)
  ) -> MessageSequence {
    let source = MessageSequence.Source(
      tickets: { [self] in
        do throws(ChatistFailure) {
          return .success(try await getTickets(refreshing: true))
        } catch {
          return .failure(error)
        }
      },
      ticket: { [self] id in
        do throws(ChatistFailure) {
          return .success(try await getTicket(id, refreshing: true))
        } catch {
          return .failure(error)
        }
      })
    return MessageSequence(source: source, ticket: ticket, interval: interval, clock: clock)
  }
}
