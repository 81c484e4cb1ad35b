import APICore
import APISandbox
import BetableSDK
import ColumnStore
import Foundation
import SystemFiles
import TestSupport
import Testing

@testable import DomainFeeds

/// A player's bets: the client's journal, the service's list, and the conclusions from both.
@Suite struct BettingFetchTests {
  @Test func `bets, outcomes, wallets and sessions are the sandbox's truth`() async throws {
    let work = try BetWork(keepsJournal: true)
    try await work.logIn()
    for _ in 0..<60 { try await work.bet() }
    let batch = BetableBatchRequest(betable: work.client)
    for _ in 0..<20 { batch.bet(forGame: "bonus-spins", withData: BetWork.line) }
    _ = try await batch.run()
    _ = try await work.client.unbackedBet(
      forGame: "wheel", withData: ["wagers": [["bet": "red", "wager": "1.50"]]])
    _ = try await work.client.heartbeat()
    let summary = try await work.run()
    #expect(summary.end == .complete && summary.imports.allSatisfy { $0.rejected == 0 })
    #expect(try work.stored(in: work.store) == work.truthLines())
    #expect(try work.rows("bets").count == 81)

    let wallets = try work.rows("wallet_snapshots")
    let truth = try work.truth(.wallets).filter {
      $0["account_id"] == work.client.credentials?.userID && $0["credit_game_id"] == ""
    }
    #expect(wallets.count == 2 && truth.count == 2)
    for purse in truth {
      let told = wallets.first { $0["economy"] == purse["economy"] }
      #expect(told.map { BetWork.pence($0["balance"]!) } == purse["balance_minor"])
    }
    let outcomes = try work.rows("bet_outcomes")
    for bet in try work.rows("bets") {
      let lines = outcomes.filter { $0["bet_key"] == bet["bet_key"] }
      #expect(lines.count == Int(bet["lines"]!))
      let paid = lines.reduce(0) { $0 + Int(BetWork.pence($1["payout"]!))! }
      #expect("\(paid)" == BetWork.pence(bet["payout"]!))
    }
    let steps = try work.rows("sessions").map { $0["kind"]! }
    #expect(steps.sorted() == ["heartbeat", "keepalive", "login"])
    // The tables do not reveal the player or the session.
    let user = try #require(work.client.credentials?.userID)
    for table in try work.tables() { #expect(!table.value.contains(user), "\(table.key)") }
  }

  @Test func `the journal alone fills a bet's row, and the list only adds to it`() async throws {
    let work = try BetWork(keepsJournal: true)
    try await work.logIn()
    let sent = work.clock.now
    try await work.bet(key: "k-1")
    try await work.run()
    let bet = try #require(try work.rows("bets").first)
    #expect(bet["bet_key"] == "k-1" && bet["result"] == "ok" && bet["status"] == "200")
    #expect(bet["statement_id"] == "1" && bet["batch_id"] == "")
    let moment = try #require(APIDate(bet["event_time"]!.replacing(" ", with: "T")))
    #expect(abs(moment.micros - sent) < 1_000_000)
    #expect(files(below: work.store + "/fetch") == work.tidyFolder)
  }

  @Test(arguments: [true, false])
  func `a bet without an answer is named, and settled by the account`(arrives: Bool) async throws {
    let work = try BetWork(keepsJournal: true)
    try await work.logIn()
    try await work.bet(key: "known")
    if arrives {
      work.door.losing { $0.hasSuffix("/bet") }
    } else {
      work.door.replying { _, target in
        target.hasSuffix("/bet") ? .failure(.timedOut(host: "h", after: .seconds(30))) : nil
      }
    }
    let error = await #expect(throws: BetableError.self) { try await work.bet(key: "lost") }
    guard case .indeterminate(let bets) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(bets.keys == ["lost"])
    work.door.replying(nil)
    work.door.losing(nil)
    try await work.run()
    if arrives {
      #expect(try work.rows("bets").map { $0["result"] } == ["ok", "ok"])
      #expect(work.notes.all.contains { $0.contains("found in the account: lost (lucky-sevens)") })
    } else {
      let result = { try work.rows("bets").first { $0["bet_key"] == "lost" }?["result"] }
      #expect(try result() == "indeterminate")
      #expect(work.notes.all.contains { $0.contains("still unknown: sent less than 300 s ago") })
      work.clock.advance(by: .seconds(400))
      try await work.run()
      #expect(try result() == "rejected")
      #expect(
        try work.rows("bets").first { $0["bet_key"] == "lost" }?["error"] == "never_arrived")
      #expect(work.notes.all.contains { $0.contains("never arrived: the account has no such bet") })
    }
    let before = try work.tables()
    try work.replay()
    #expect(try work.tables() == before)
  }

  private static let onlyPage = HTTPResponse(
    status: 200,
    body: Data(
      #"""
      {"bets":[{"id":1,"reference":"known","game_id":"g","kind":"backed","wager":"0.10",
       "payout":"0.10","economy":"sandbox","currency":"GBP"}],"last_id":1}
      """#.utf8))

  @Test(arguments: [
    "no body", "no content", "short pages", "a bet that cannot be read", "null", "a page for ever",
    "a payout below nothing", "a stake of seven decimals", "a game that no store holds",
  ])
  func `a bet is lost only where the service has told its whole list`(list: String) async throws {
    let work = try BetWork(keepsJournal: true)
    try await work.logIn()
    try await work.bet(key: "known")
    work.door.losing { $0.hasSuffix("/bet") }
    await #expect(throws: BetableError.self) { try await work.bet(key: "lost") }
    work.door.losing(nil)
    work.clock.advance(by: .seconds(400))
    let change: @Sendable (HTTPResponse) -> HTTPResponse = { answer in
      switch list {
      case "no body": return HTTPResponse(status: 200)
      case "no content": return HTTPResponse(status: 204)
      case "null": return HTTPResponse(status: 200, body: Data(#"{"bets":null}"#.utf8))
      case "a page for ever": return Self.onlyPage
      default: break
      }
      guard var told = try? JSONSerialization.jsonObject(with: answer.body) as? [String: Any],
        var bets = told["bets"] as? [[String: Any]], !bets.isEmpty
      else { return answer }
      if list == "short pages" {
        bets = [bets[0]]
        told["last_id"] = bets[0]["id"]
      } else {
        let (member, value) =
          switch list {
          case "a payout below nothing": ("payout", "-5.00")
          case "a stake of seven decimals": ("wager", "0.1234567")
          case "a game that no store holds": ("game_id", String(repeating: "g", count: 1500))
          default: ("kind", "mystery")
          }
        bets[bets.count - 1][member] = value
      }
      told["bets"] = bets
      var answer = answer
      answer.body = (try? JSONSerialization.data(withJSONObject: told)) ?? Data()
      return answer
    }
    work.changed.withLock { $0 = change }
    _ = try? await work.run()
    let result = { try work.rows("bets").first { $0["bet_key"] == "lost" }?["result"] }
    #expect(try result() == (list == "short pages" ? "ok" : "indeterminate"))
    #expect(work.notes.all.allSatisfy { !$0.contains("never arrived") }, "\(work.notes.all)")
    work.changed.withLock { $0 = { $0 } }
    work.clock.advance(by: .seconds(10))
    try await work.run()
    #expect(try result() == "ok")
  }

  @Test(arguments: [
    #"{"bets": null}"#, #"{"bets": {}}"#, "{}", "null", #"{"bets": [], "bets": [{"id": 5}]}"#,
  ])
  func `a list that is not told loses no bet`(body: String) async throws {
    let work = try BetWork(keepsJournal: true)
    try await work.logIn()
    work.door.losing { $0.hasSuffix("/bet") }
    await #expect(throws: BetableError.self) { try await work.bet(key: "lost") }
    work.door.losing(nil)
    work.clock.advance(by: .seconds(400))
    work.changed.withLock {
      $0 = { _ in HTTPResponse(status: 200, body: Data(body.utf8)) }
    }
    let summary = try await work.run()
    #expect(summary.malformed.count == 1)
    let result = { try work.rows("bets").first { $0["bet_key"] == "lost" }?["result"] }
    #expect(try result() == "indeterminate")
    #expect(work.notes.all.allSatisfy { !$0.contains("never arrived") }, "\(work.notes.all)")
    work.changed.withLock { $0 = { $0 } }
    work.clock.advance(by: .seconds(10))
    try await work.run()
    #expect(try result() == "ok")
  }

  @Test func `an unreadable balance is reported in one sentence`() async throws {
    let work = try await BetWork.played(1)
    work.service.replying { _, target in
      target.contains("/account/wallet")
        ? .success(HTTPResponse(status: 200, body: Data(#"{"real": {"balance": "1"}}"#.utf8))) : nil
    }
    let summary = try await work.run()
    #expect(summary.malformed.count == 1)
    let told = work.notes.all.filter { $0.contains("it is requested again next time") }
    #expect(told.count == 1)
    for text in told {
      #expect(text.components(separatedBy: ": found ").count == 2, "\(text)")
      #expect(text.components(separatedBy: "; expected ").count == 2, "\(text)")
    }
  }

  @Test func `no token and no session is stored or told, be it repeated in an answer`() async throws
  {
    let work = try await BetWork.played(2)
    let login = try #require(work.client.credentials)
    let secrets = [login.accessToken, login.sessionID].compactMap { $0?.exposed }
    try #require(secrets.count == 2)
    let words = secrets.joined(separator: " ")
    work.changed.withLock {
      $0 = { answer in
        var answer = answer
        answer.body = Data(
          String(decoding: answer.body, as: UTF8.self)
            .replacing("lucky-sevens", with: "game \(words)").utf8)
        return answer
      }
    }
    try await work.run()
    #expect(try work.rows("bets").allSatisfy { $0["game_id"] == "game ••• •••" })
    work.service.replying { _, _ in
      let body = #"{"error": "x", "description": "session \#(words)"}"#
      return .success(HTTPResponse(status: 403, body: Data(body.utf8)))
    }
    guard case .stopped(let reason) = try await work.run().end else {
      Issue.record("not stopped")
      return
    }
    #expect(reason.contains("••• •••"))
    let search = try StoreSearch(work.store, work.folder)
    for secret in secrets {
      #expect(search.holders(of: secret) == [] && !reason.contains(secret))
      #expect(!work.notes.all.joined().contains(secret))
    }
  }

  @Test func `bets of another service do not come into a store`() throws {
    let folder = try TemporaryFolder()
    let (store, first) = (folder.file("S"), URL(string: "https://a.example/1.0")!)
    let other = URL(string: "https://B.example/Path")!
    let bet = BetEvent.Sent(
      at: 1, betKey: "k-1", subjectKey: "s", gameID: "g", kind: .backed, currency: "GBP",
      wager: "1")
    // Of two clients the one that sends first decides.
    let journals = try [first, other].map {
      try StoreBets.records(store: store, service: $0).journal
    }
    #expect(!FileManager.default.fileExists(atPath: store + "/fetch/betable.url"))
    for _ in 0..<2 {
      try? journals[0].record([.sent(bet)])
      _ = try StoreBets.records(store: store, service: first)
    }
    let message =
      "https://a.example/1.0 as the service of this store's bets; expected "
      + "https://b.example/Path, the service of this command"
    let late = #expect(throws: BetJournalError.self) { try journals[1].record([.sent(bet)]) }
    let error = #expect(throws: BetJournalError.self) {
      try StoreBets.records(store: store, service: other)
    }
    for error in [late, error] { #expect(error?.description.contains(message) == true) }
    _ = try StoreBets.records(store: store)
    // Nor does anything of them go where a link leads.
    let (linked, others) = (folder.file("L"), folder.file("others"))
    for path in [linked, others] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: linked + "/fetch", withDestinationPath: others)
    #expect(throws: BetJournalError.self) {
      try StoreBets.records(store: linked, service: first)
    }
    #expect(files(below: others).isEmpty)
  }

  @Test func `a bet whose client died while it waited is open, then settled`() async throws {
    let work = try BetWork(keepsJournal: true)
    try await work.logIn()
    try await work.bet(key: "k-1")
    // The last line, with the answer, was never written; another was half written.
    try rewrite(work.store + "/fetch/betable-bets.ndjson") { data in
      let lines = data.split(separator: 10)
      data = lines.dropLast().reduce(into: Data()) { $0 += $1 + [10] } + lines.last!.prefix(30)
    }
    try await work.run()
    #expect(try work.rows("bets").map { $0["result"] } == ["ok"])
    #expect(work.notes.all.contains { $0.contains("found lines that cannot be read (1: line ") })
    let unread = try String(
      contentsOfFile: work.store + "/fetch/betable-bets.unread", encoding: .utf8)
    #expect(unread.hasPrefix("{\"bets\":[{") && unread.count == 31)
    let path = work.store + "/fetch/betable-bets.unread"
    #expect(try OpenFile(path, for: .reading).isPrivate())
    #expect(work.notes.all.contains { $0.contains("found in the account: k-1 (lucky-sevens)") })
  }

  @Test func `a bet's line that the disk has changed is not stored`() async throws {
    let work = try BetWork(keepsJournal: true)
    try await work.logIn()
    try await work.bet(key: "k-1")
    try rewrite(work.store + "/fetch/betable-bets.ndjson") { data in
      data = Data(String(decoding: data, as: UTF8.self).replacing("\"0.1", with: "\"9.1").utf8)
    }
    try await work.run()
    #expect(work.notes.all.contains { $0.contains("found lines that cannot be read (") })
    #expect(try work.rows("bets").map { $0["wager"] } == ["0.1"])
  }

  @Test func `a journal that was taken over and stored is not stored twice`() async throws {
    let work = try BetWork(keepsJournal: true)
    try await work.logIn()
    try await work.bet(key: "k-1")
    let journal = try Data(contentsOf: URL(filePath: work.store + "/fetch/betable-bets.ndjson"))
    try await work.run()
    let before = try work.tables()
    // The leftover of a crash between the commit and the clean-up.
    try journal.write(to: URL(filePath: work.store + "/fetch/betable-bets.taken.ndjson"))
    try await work.run()
    let after = try work.tables()
    for table in ["bets", "bet_outcomes", "wallet_snapshots"] {
      #expect(after[table] == before[table], "\(table)")
    }
    #expect(files(below: work.store + "/fetch") == work.tidyFolder)
  }

  @Test func `bets that the service took twice under one key stay two`() async throws {
    let work = try BetWork(keepsJournal: true)
    try await work.logIn()
    // Another machine of the player's has no part in the journal.
    let other = try BetWork(beside: work)
    try await other.logIn()
    try await other.bet(key: "twin")
    try await work.bet(key: "twin")
    // The journal's own is sent once.
    let error = await #expect(throws: BetableError.self) { try await work.bet(key: "twin") }
    #expect(error?.description.contains("the bet twin, which was sent before") == true)
    try await work.run()
    let bets = try work.rows("bets")
    #expect(bets.map { $0["bet_key"] } == ["twin", "twin"])
    #expect(Set(bets.map { $0["statement_id"] }) == ["1", "2"])
    let paid = try work.truth(.bets).map { $0["payout_minor"]! }
    #expect(Set(bets.map { BetWork.pence($0["payout"]!) }) == Set(paid))
  }

  @Test func `without a login nothing is asked, and the journal stays`() async throws {
    let work = try BetWork(keepsJournal: true)
    let error = await #expect(throws: FetchError.self) { try await work.run() }
    #expect("\(try #require(error))".hasPrefix("found no login; expected one of `railbird betable"))
    #expect(work.asked().isEmpty)
  }

  @Test func `a service without a list leaves bets as the journal states them`() async throws {
    let work = try BetWork(keepsJournal: true)
    try await work.logIn()
    try await work.bet(key: "k-1")
    work.service.replying { _, target in
      target.contains("/account/bets") ? .success(HTTPResponse(status: 404)) : nil
    }
    let summary = try await work.run()
    #expect(summary.end == .complete && summary.absent.count == 1)
    #expect(try work.rows("bets").map { $0["result"] } == ["ok"])
  }

  @Test(arguments: [nil, "0.80"])
  func `without a list the player's statement settles a bet`(paid: String?) async throws {
    let work = try BetWork(keepsJournal: true)
    try await work.logIn()
    work.door.losing { $0.hasSuffix("/bet") }
    await #expect(throws: BetableError.self) { try await work.bet(key: "lost") }
    work.door.losing(nil)
    work.service.replying { _, target in
      target.contains("/account/bets") ? .success(HTTPResponse(status: 404)) : nil
    }
    // First the journal knows of the bet, then the store.
    #expect(try StoreBets.unanswered(in: work.store).map(\.key) == ["lost"])
    try await work.run()
    #expect(work.notes.all.contains { $0.contains("railbird betable settle-unknown") })
    let open = try StoreBets.unanswered(in: work.store)
    #expect(open.map(\.key) == ["lost"] && open.map(\.game) == ["lucky-sevens"])
    try StoreBets.settle(
      ["lost"], payout: paid.flatMap { BetAmount($0) }, in: work.store, at: work.clock.now)
    #expect(try StoreBets.unanswered(in: work.store).isEmpty)
    try await work.run()
    let bet = try #require(try work.rows("bets").first)
    #expect(bet["result"] == (paid == nil ? "rejected" : "ok"))
    if paid == nil { #expect(bet["error"] == "not_in_statement") }
    #expect(try StoreBets.unanswered(in: work.store).isEmpty)
  }

  @Test func `two players of one service share a store, each with bets of their own`() async throws
  {
    let work = try BetWork(keepsJournal: true)
    try await work.logIn()
    try await work.bet(key: "one")
    try await work.run()
    let other = try await work.secondPlayer()
    _ = try await other.client.bet(forGame: "lucky-sevens", withData: BetWork.line, key: "two")
    _ = try await other.run()
    #expect(try work.rows("bets").map { $0["bet_key"]! }.sorted() == ["one", "two"])
    #expect(Set(try work.rows("bets").map { $0["subject_key"]! }).count == 2)
  }

  @Test func `an unbacked login's bets are fetched and reconciled, without balances`() async throws
  {
    let work = try BetWork(keepsJournal: true)
    try await work.client.unbackedToken("guest-1")
    let data: JSONValue = ["paylines": [[1, 1, 1]], "wager": "0.10"]
    _ = try await work.client.unbackedBet(forGame: "lucky-sevens", withData: data, key: "told")
    work.door.losing { $0.hasSuffix("/unbacked-bet") }
    await #expect(throws: BetableError.self) {
      try await work.client.unbackedBet(forGame: "lucky-sevens", withData: data, key: "lost")
    }
    work.door.losing(nil)
    let summary = try await work.run()
    #expect(summary.end == .complete && !work.asked().contains { $0.contains("wallet") })
    let bets = try work.rows("bets")
    #expect(bets.map { $0["bet_key"]! }.sorted() == ["lost", "told"])
    #expect(bets.allSatisfy { $0["result"] == "ok" && $0["kind"] == "unbacked" })
  }
}
