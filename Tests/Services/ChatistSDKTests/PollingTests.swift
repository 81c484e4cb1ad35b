import APICore
import FeedContract
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ChatistSDK

/// Each message arrives once and in the order of sending, under all faults.
struct PollingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns a message with a number, sent at that minute.
  private static func message(_ number: Int) -> String {
    let minute = number < 10 ? "0\(number)" : "\(number)"
    return Samples.message("m\(number)", at: "2025-01-01 12:\(minute):00")
  }

  private static func ticket(_ numbers: [Int]) -> String {
    Samples.ticket(numbers.map { message($0) })
  }

  private func take(_ count: Int, of sequence: MessageSequence) async throws -> [String] {
    var ids: [String] = []
    for try await message in sequence {
      ids.append(message.id)
      if ids.count == count { break }
    }
    return ids
  }

  @Test(arguments: [
    // Repeated.
    [[1, 1, 2], [1, 2, 2], [2, 1, 3], [1, 2, 3], [1, 2, 3]],
    // In any order.
    [[3, 1, 2], [2, 3, 1], [1, 3, 2]],
    // A message that appears later than one sent after it.
    [[1, 3], [1, 2, 3], [1, 2, 3]],
    // Messages that are not in every answer.
    [[2, 3], [1], [], [3, 2], [1, 2, 3]],
  ])
  func `each message comes once, in order`(polls: [[Int]]) async throws {
    let served = try ServedChatist(polls.map(Self.ticket))
    let sequence = try served.service().newMessages(in: "ticket_123", interval: .seconds(5))
    #expect(try await take(3, of: sequence) == ["m1", "m2", "m3"])
  }

  @Test func `any order of any deliveries gives each message once, in order`() throws {
    var random = SeededGenerator()
    for _ in 0..<200 {
      let count = Int.random(in: 1...30, using: &random)
      var order = MessageOrder(MessageBookmark(), settling: 1)
      var found: [String] = []
      // Each message appears at most one poll late, and is repeated at random.
      let shows = (0..<count).map { $0 / 3 + Int.random(in: 0...1, using: &random) }
      for poll in 0...(count / 3 + 4) {
        order.beginPoll()
        var sent = (0..<count).filter { number in
          shows[number] == poll
            || shows[number] < poll && Bool.random(using: &random)
        }
        sent += sent.filter { _ in Bool.random(using: &random) }
        let messages = try sent.shuffled(using: &random).map { number in
          try JSONDecoder().decode(
            MessageDto.self, from: Data(Self.message(number + 10).utf8))
        }
        order.take(messages, of: "t")
        for (message, ticket) in order.ready() {
          found.append(message.id)
          order.hand(message, of: ticket)
        }
      }
      #expect(found == (0..<count).map { "m\($0 + 10)" })
    }
  }

  @Test func `a message that comes too late for its place is not lost`() async throws {
    let served = try ServedChatist([[2], [2], [2], [1, 2], [1, 2]].map(Self.ticket))
    let sequence = try served.service().newMessages(in: "ticket_123")
    #expect(try await take(2, of: sequence) == ["m2", "m1"])
  }

  @Test func `messages of one moment, or of none, keep their numbers' or the list's order`()
    async throws
  {
    let same = ["m10", "m9"].map { Samples.message($0) }
    let none = ["b", "a"].map { Samples.message($0, at: "soon") }
    let served = try ServedChatist(Samples.ticket(same + none))
    let sequence = try served.service().newMessages(in: "ticket_123").settling(0)
    #expect(try await take(4, of: sequence) == ["m9", "m10", "b", "a"])
  }

  @Test func `through restarts each message comes once`() async throws {
    let polls = [
      [1], [2, 1], [2, 3, 1], [1, 2, 3, 4], [4, 3, 2, 1, 5], [5, 1], [5, 6], [6, 5],
    ]
    let served = try ServedChatist(polls.map(Self.ticket))
    let file = MessageBookmarkFile(folder.file("bookmark"))
    var found: [String] = []
    for count in [1, 2, 1, 2] {
      // A program that starts, takes some messages, and ends.
      let sequence = try served.service().newMessages(in: "ticket_123").keeping(file)
      found += try await take(count, of: sequence)
    }
    #expect(found == ["m1", "m2", "m3", "m4", "m5", "m6"])
    let kept = try file.load()
    #expect(kept.delivered == ["ticket_123": Set(found)])
  }

  @Test func `a loop that ends in the middle goes on behind its last message`() async throws {
    let served = try ServedChatist(Self.ticket([1, 2, 3]))
    let file = MessageBookmarkFile(folder.file("bookmark"))
    for expected in ["m1", "m2", "m3"] {
      let sequence = try served.service().newMessages(in: "ticket_123").keeping(file)
      #expect(try await take(1, of: sequence) == [expected])
    }
  }

  @Test func `messages that a program has already do not come`() async throws {
    let served = try ServedChatist([[1, 2], [1, 2, 3], [1, 2, 3]].map(Self.ticket))
    let service = try served.service()
    let shown = try await service.getTicket("ticket_123").messages
    let sequence = service.newMessages(in: "ticket_123")
      .behind(MessageBookmark(behind: shown, of: "ticket_123"))
    #expect(try await take(1, of: sequence) == ["m3"])
  }

  @Test func `all tickets are polled, each only when it has something new`() async throws {
    let served = try ServedChatist { request in
      if request.target == "/tickets" {
        return .json("[\(Samples.preview), \(Samples.preview.replacing("123", with: "9"))]")
      }
      let id = String(request.target.split(separator: "/").last ?? "")
      return .json(Samples.ticket([Samples.message], id: id))
    }
    let sequence = try served.service().newMessages().settling(0)
    var iterator = sequence.makeAsyncIterator()
    for _ in 0..<2 { #expect(try await iterator.next()?.id == "message_1") }
    #expect(served.asked == ["GET /tickets", "GET /tickets/ticket_123", "GET /tickets/ticket_9"])
    let task = Task { [iterator] in
      var iterator = iterator
      return try await iterator.next()
    }
    while served.asked.count < 5 { await Task.yield() }
    task.cancel()
    #expect(try await task.value == nil)
    #expect(Set(served.asked.dropFirst(3)) == ["GET /tickets"])
  }

  @Test func `polls are an interval apart`() async throws {
    let served = try ServedChatist([[1], [1], [1], [1, 2], [1, 2]].map(Self.ticket))
    let sequence = try served.service().newMessages(in: "ticket_123", interval: .seconds(5))
    _ = try await take(2, of: sequence)
    #expect(served.clock.uptime == .seconds(20))
    #expect(served.asked.count == 5)
  }

  @Test func `a service that fails for a while is asked again`() async throws {
    let served = try ServedChatist { request in
      [1, 2, 4].contains(request.index)
        ? .json("busy", status: 503) : .json(Self.ticket([1, 2]))
    }
    let service = try served.service { $0.retries = .never }
    #expect(try await take(2, of: service.newMessages(in: "ticket_123")) == ["m1", "m2"])
  }

  @Test func `a service that fails without end is an error, and so is a refusal`() async throws {
    let served = try ServedChatist("busy", status: 503)
    let service = try served.service { $0.retries = .never }
    var iterator = service.newMessages(in: "t").makeAsyncIterator()
    await #expect(throws: ChatistFailure.self) { _ = try await iterator.next() }
    #expect(served.asked.count == 10)
    #expect(try await iterator.next() == nil)
    for (status, expected) in [(401, APIError.unauthorized), (404, .notFound)] {
      let served = try ServedChatist("{}", status: status)
      var iterator = try served.service().newMessages(in: "t").makeAsyncIterator()
      do {
        _ = try await iterator.next()
        Issue.record("found no error")
      } catch {
        guard case .refused(expected, let refusal?) = error, refusal.status == status else {
          Issue.record("found \(error)")
          continue
        }
      }
      #expect(served.asked.count == 1)
    }
  }

  @Test func `a cancelled task's sequence ends`() async throws {
    let served = try ServedChatist(Self.ticket([]))
    let sequence = try served.service().newMessages(in: "ticket_123")
    let task = Task {
      var count = 0
      for try await _ in sequence { count += 1 }
      return count
    }
    while served.asked.count < 3 { await Task.yield() }
    task.cancel()
    #expect(try await task.value == 0)
  }

  @Test func `a client of closures is polled as well`() async throws {
    let polls = Counter()
    var client = try ServedChatist.guide().client()
    client.getTicket = { id in
      let number = polls.next()
      let sender = SenderDto(name: "Sam")
      return TicketDto(
        id: id, state: "open", assignee: "",
        messages: (0..<number).map {
          MessageDto(
            id: "m\($0)", ticketId: id, sender: sender, content: "", isRead: false, timestamp: "")
        })
    }
    let sequence = client.newMessages(
      in: "t", interval: .seconds(1), clock: ManualClock(isImpatient: true))
    #expect(try await take(3, of: sequence) == ["m0", "m1", "m2"])
  }

  private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
      count.withLock {
        $0 += 1
        return $0
      }
    }
  }

  @Test func `a bookmark that cannot be read or written is an error, not a new beginning`()
    async throws
  {
    let served = try ServedChatist(Self.ticket([1]))
    let path = try folder.write("no bookmark", to: "bookmark")
    for path in [path, folder.file("none/bookmark")] {
      let file = MessageBookmarkFile(path)
      var iterator = try served.service().newMessages(in: "t").keeping(file).makeAsyncIterator()
      do {
        _ = try await iterator.next()
        Issue.record("found no error")
      } catch {
        guard case .unsent(.unusableBookmark(path, _)) = error else {
          Issue.record("found \(error)")
          continue
        }
      }
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "no bookmark")
  }

  @Test func `a bookmark replaces the former one as a whole`() throws {
    let file = MessageBookmarkFile(folder.file("bookmark"))
    #expect(try file.load() == MessageBookmark())
    var bookmark = MessageBookmark()
    // The leftover of a program that was killed.
    _ = try folder.write("half", to: "bookmark.new")
    for number in 0..<3 {
      bookmark.add("m\(number)", of: "t")
      try file.save(bookmark)
      #expect(try file.load() == bookmark)
    }
    #expect(files(below: folder.path) == ["bookmark"])
  }
}
