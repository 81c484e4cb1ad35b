import APISandbox
import ColumnStore
import Foundation
import ImportHistory
import TestSupport
import Testing

@testable import DomainFeeds

/// What a store of tickets has, and what it must not have.
@Suite struct SupportSecrecyTests {
  /// Tickets with attachments, answered by all kinds of agents.
  private func work() throws -> TicketWork {
    let work = try TicketWork.written(10)
    try work.open("With a file: \(TicketWork.words(90))", file: "Kontoauszug Mueller.png")
    return work
  }

  private func texts(_ work: TicketWork) throws -> [String] {
    try work.truth(.messages).map { $0["content"]! } + [
      "Kontoauszug Mueller.png", "Kontoauszug%20Mueller.png", "Mia Keller", "Jonas Reed",
      "Zoë Laurent", "Amir Haddad", "Ruth O’Dell", "Kenji Mori",
    ]
  }

  private func ids(_ work: TicketWork) throws -> [String] {
    try work.truth(.tickets).map { $0["ticket_id"]! }
      + work.truth(.messages).map { $0["message_id"]! }
      + work.truth(.attachments).map { $0["path"]! } + [TicketWork.customer]
  }

  private func found(_ work: TicketWork, in store: String) throws -> [String] {
    let search = try StoreSearch(store, work.folder)
    let ids = try ids(work).flatMap { id in search.holders(of: id).map { "\($0): \(id)" } }
    return ids + search.pieces(of: try texts(work))
  }

  @Test func `without texts no piece of any is in store, archive, journal or exports`()
    async throws
  {
    let work = try work()
    let copies = try await work.runWithCopies()
    var found = try found(work, in: work.store)
    #expect(found == [])
    #expect(work.notes.all == [])
    // What a kill leaves, journal included.
    #expect(copies.count > 10)
    for copy in copies {
      found = try self.found(work, in: copy)
      #expect(found == [], "\(copy)")
    }
    try work.makeNews()
    try await work.run()
    found = try self.found(work, in: work.store)
    #expect(found == [])
    #expect(try work.rows("tickets").allSatisfy { $0["service_id"] == "" })
    #expect(
      try work.rows("ticket_messages").allSatisfy { $0["content"] == "" && $0["service_id"] == "" })
  }

  @Test func `with texts they are there, word by word`() async throws {
    let work = try work()
    try await work.fetch(texts: true)
    let truth = try work.truth(.messages)
    let stored = try work.rows("ticket_messages")
    #expect(
      Dictionary(uniqueKeysWithValues: stored.map { ($0["service_id"]!, $0["content"]!) })
        == Dictionary(uniqueKeysWithValues: truth.map { ($0["message_id"]!, $0["content"]!) }))
    #expect(
      Set(try work.rows("tickets").map { $0["service_id"]! })
        == Set(try work.truth(.tickets).map { $0["ticket_id"]! }))
    // The search finds what is there.
    let search = try StoreSearch(work.store, work.folder)
    #expect(search.holders(of: "ticket_3").contains { $0.hasSuffix("(unpacked)") })
    #expect(search.pieces(of: [TicketWork.words(4)]).count > 20)
    #expect(try work.stored(in: work.store) == work.truthLines())
    let before = try work.tables()
    try work.replay()
    #expect(try work.tables() == before)
  }

  @Test func `texts that are wanted later are asked for, and stay when they are no longer`()
    async throws
  {
    let work = try TicketWork.written(5)
    try await work.fetch(texts: false)
    let keys = try work.rows("ticket_messages").map { $0["message_id"]! }
    _ = work.asked()
    try await work.fetch(texts: true)
    #expect(work.asked().count == 6)
    let texts = try work.rows("ticket_messages")
    // Keys are the same with and without.
    #expect(texts.map { $0["message_id"]! } == keys && texts.allSatisfy { $0["content"] != "" })
    try await work.fetch(texts: true)
    #expect(work.asked() == ["/tickets"])
    try await work.fetch(texts: false)
    #expect(work.asked() == ["/tickets"])

    try work.go(to: try work.now() + 1_000_000)
    try work.write("Not to be kept", to: "ticket_1")
    try await work.fetch(texts: false)
    #expect(work.asked() == ["/tickets", "/tickets/ticket_1"])
    let after = try work.rows("ticket_messages")
    #expect(after.count == texts.count + 1)
    #expect(after.count { $0["content"] == "" } == 1)
    #expect(try StoreSearch(work.store, work.folder).holders(of: "Not to be kept") == [])
    try await work.fetch(texts: true)
    #expect(work.asked() == ["/tickets", "/tickets/ticket_1"])
    #expect(try work.rows("ticket_messages").allSatisfy { $0["content"] != "" })
    let before = try work.tables()
    try work.replay()
    #expect(try work.tables() == before)
  }

  @Test func `the salt is its owner's alone, goes along with a replay, and is in no export`()
    async throws
  {
    let work = try TicketWork.written(3)
    try await work.run()
    let file = work.store + "/fetch/chatist.salt"
    let kept = try Data(contentsOf: URL(filePath: file))
    // The file has it twice.
    let salt = kept.prefix(32)
    let mode = { (path: String) in
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(file) == 0o600 && kept.count == 64)
    for (table, text) in try work.tables() {
      #expect(Data(text.utf8).range(of: salt) == nil, "\(table)")
    }
    var replay = ReplayJob(store: work.store)
    replay.target = work.folder.file("other")
    replay.derived = [FetchTables()]
    _ = try replay.run()
    let copy = work.folder.file("other") + "/fetch/chatist.salt"
    #expect(try Data(contentsOf: URL(filePath: copy)) == kept && mode(copy) == 0o600)
    // The next fetch into it asks for nothing again.
    _ = work.asked()
    let again = try await work.run(into: work.folder.file("other"))
    #expect(work.asked() == ["/tickets"] && again.unchangedCount == 1)
    // Another store has other hashes.
    let third = work.folder.file("third")
    try await work.run(into: third)
    let keys = Set(try work.rows("tickets").map { $0["ticket_id"]! })
    #expect(keys.isDisjoint(with: try work.rows("tickets", of: third).map { $0["ticket_id"]! }))
  }
}
