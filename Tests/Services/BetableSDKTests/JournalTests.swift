import APICore
import BetableSDK
import Foundation
import SystemFiles
import TestSupport
import Testing

/// The journal's lines, and its file with several writers and one reader that removes it.
struct JournalTests {
  private static let events: [BetEvent] = [
    .sent(
      BetEvent.Sent(
        at: 1, betKey: "k", subjectKey: "s", gameID: "g", creditGameID: "c",
        kind: .unbackedCredit, wager: "0.10", lines: 5, batchID: "b")),
    .sent(
      BetEvent.Sent(
        at: 2, betKey: "k2", subjectKey: "s", gameID: "g", kind: .backed, economy: "real",
        currency: "GBP", wager: "0.10")),
    .answered(
      BetEvent.Answered(
        at: 3, betKey: "k2", result: .ok, payout: "0.25",
        outcomes: [BetOutcome(line: 0, outcome: "win", payout: "0.25", symbols: "a b c")],
        status: 200, latency: 1500)),
    .answered(
      BetEvent.Answered(
        at: 3, betKey: "k", result: .rejected, error: "insufficient_funds", status: 402,
        latency: 1)),
    .indeterminate(BetEvent.Indeterminate(at: 4, betKey: "k3", error: "timed out")),
    .wallet(
      BetEvent.Wallet(
        at: 5, subjectKey: "s", economy: "real", currency: "GBP", balance: "10.00",
        credits: ["g": "3"])),
    .session(
      BetEvent.Session(at: 6, sessionHash: "h", kind: .realityCheck, alive: true, remaining: 900)),
  ]

  /// The checksums are of Python's `zlib.crc32`.
  @Test func `lines are those that readers of the journal expect`() throws {
    let lines = Self.events.map { String(decoding: $0.line, as: UTF8.self) }
    #expect(
      lines == [
        #"{"bets":[{"batch_id":"b","bet_key":"k","credit_game_id":"c","game_id":"g","#
          + #""kind":"unbacked_credit","lines":5,"result":"open","sent_at":1,"subject_key":"s","#
          + #""wager":"0.10"}],"event":"sent","crc32":"012c8faf"}"# + "\n",
        #"{"bets":[{"bet_key":"k2","currency":"GBP","economy":"real","game_id":"g","#
          + #""kind":"backed","lines":1,"result":"open","sent_at":2,"subject_key":"s","#
          + #""wager":"0.10"}],"event":"sent","crc32":"c6cf573c"}"# + "\n",
        #"{"bets":[{"bet_key":"k2","latency_us":1500,"payout":"0.25","result":"ok","#
          + #""settled_at":3,"status":200}],"event":"answered","outcomes":[{"at":3,"bet_key":"k2","#
          + #""line":0,"outcome":"win","payout":"0.25","symbols":"a b c"}],"crc32":"23f5069b"}"#
          + "\n",
        #"{"bets":[{"bet_key":"k","error":"insufficient_funds","latency_us":1,"#
          + #""result":"rejected","settled_at":3,"status":402}],"event":"answered","#
          + #""crc32":"d95a4981"}"# + "\n",
        #"{"bets":[{"at":4,"bet_key":"k3","error":"timed out","result":"indeterminate"}],"#
          + #""event":"indeterminate","crc32":"ac786d88"}"# + "\n",
        #"{"event":"wallet","wallets":[{"at":5,"balance":"10.00","credits":"{\"g\":\"3\"}","#
          + #""currency":"GBP","economy":"real","subject_key":"s"}],"#
          + #""crc32":"15bc4893"}"# + "\n",
        #"{"event":"session","sessions":[{"alive":true,"at":6,"kind":"reality_check","#
          + #""remaining_ms":900,"session_hash":"h"}],"crc32":"ba3bb137"}"# + "\n",
      ])
    #expect(try Self.events.map { try BetEvent(line: $0.line) } == Self.events)
  }

  @Test(arguments: ["", "{", #"{"event":"dreamt","at":1}"#, #"{"event":"sent","at":1}"#, "[]"])
  func `what is no line of a journal is refused`(line: String) {
    #expect(throws: JSONFailure.self) { try BetEvent(line: Data(line.utf8)) }
  }

  @Test func `a line with any bit changed is refused, and its bet's key stays used`() throws {
    let line = Self.events[0].line
    for place in line.indices.dropLast() {
      for bit in 0..<8 {
        var changed = line
        changed[place] ^= 1 << bit
        #expect(throws: JSONFailure.self, "byte \(place), bit \(bit)") {
          try BetEvent(line: changed)
        }
      }
    }
    // A digit, and a text that is no JSON any more.
    let folder = try TemporaryFolder()
    for (place, text) in ["0.90", "0.1\" 0"].enumerated() {
      let other = String(decoding: line, as: UTF8.self).replacing("0.10", with: text)
      #expect(throws: JSONFailure.self) { try BetEvent(line: Data(other.utf8)) }
      let journal = BetJournalFile(path: try folder.write(other, to: "\(place).jsonl"))
      #expect(throws: BetJournalError.self) { try journal.record([Self.events[0]]) }
    }
    // The sent bet's line is lost, its answer is there.
    let answered = BetJournalFile(
      path: try folder.write(
        String(decoding: Self.events[3].line, as: UTF8.self), to: "answered.jsonl"))
    #expect(throws: BetJournalError.self) { try answered.record([Self.events[0]]) }
    let quoted = #"{"bets":[{"bet_key":"a\"b\u00e9","wager":"0.1x}]"#
    #expect(BetEvent.keySent(by: Data(quoted.utf8)) == "a\"bé")
  }

  @Test func `a line of an older version, without a checksum, is read`() throws {
    let line =
      #"{"bets":[{"at":4,"bet_key":"k3","error":"timed out","result":"indeterminate"}],"#
      + #""event":"indeterminate"}"#
    #expect(try BetEvent(line: Data(line.utf8)) == Self.events[4])
  }

  private func lines(_ path: String) throws -> [BetEvent] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return try text.split(separator: "\n").map { try BetEvent(line: Data($0.utf8)) }
  }

  @Test func `the file is its owner's alone, in a folder that is made for it`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a/b/bets.jsonl")
    try BetJournalFile(path: path).record(Self.events)
    let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(rights as? Int == 0o600)
    #expect(try lines(path) == Self.events)
  }

  @Test func `writers at the same time keep each other's lines whole`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("bets.jsonl")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let journal = BetJournalFile(path: path)
          for number in 0..<50 {
            try journal.record([
              .indeterminate(
                BetEvent.Indeterminate(at: Int64(number), betKey: "\(writer)", error: "e"))
            ])
          }
        }
      }
      try await group.waitForAll()
    }
    let found = try lines(path)
    #expect(found.count == 200)
    for writer in 0..<4 {
      let own = found.compactMap { event in
        if case .indeterminate(let line) = event, line.betKey == "\(writer)" {
          line.at
        } else {
          nil
        }
      }
      #expect(own == (0..<50).map { Int64($0) })
    }
  }

  @Test func `no line is lost while a reader takes the file away again and again`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("bets.jsonl")
    async let written: Void = withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<3 {
        group.addTask {
          let journal = BetJournalFile(path: path)
          for number in 0..<100 {
            let event = BetEvent.Indeterminate(at: Int64(number), betKey: "\(writer)", error: "e")
            try journal.record([.indeterminate(event)])
            await Task.yield()
          }
        }
      }
      try await group.waitForAll()
    }
    var taken = 0
    for _ in 0..<40 {
      if try FileSystem.exists(path) {
        let file = try OpenFile(path, for: .reading)
        try file.waitForLock()
        try FileSystem.rename(path, to: folder.file("taken.\(taken)"))
        file.unlock()
        taken += 1
      }
      try await Task.sleep(for: .milliseconds(1))
    }
    try await written
    var names = (0..<taken).map { folder.file("taken.\($0)") }
    if try FileSystem.exists(path) { names.append(path) }
    let events = try names.flatMap { try lines($0) }
    #expect(taken > 1 && events.count == 300)
  }

  @Test func `a line that a crash cut off spoils no other`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(#"{"event":"se"#, to: "bets.jsonl")
    try BetJournalFile(path: path).record(Self.events)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.split(separator: "\n").count == Self.events.count + 1)
    #expect(try BetEvent(line: Data(text.split(separator: "\n")[1].utf8)) == Self.events[0])
  }

  @Test func `a journal that cannot be written says so`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "file") + "/bets.jsonl"
    let error = #expect(throws: BetJournalError.self) {
      try BetJournalFile(path: path).record(Self.events)
    }
    let text = "\(try #require(error))"
    #expect(text.hasSuffix("found not a directory; expected a journal of bets that can be written"))
  }

  @Test func `hashes are the same by one salt, others by another, and never the id`() throws {
    let folder = try TemporaryFolder()
    // A digest that shows its input; programs use SHA-256.
    let digest: @Sendable (Data) -> String = { data in
      String(
        data.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 })
    }
    let first = try IdentityHash(saltFile: folder.file("salt"), digest: digest)
    let second = try IdentityHash(saltFile: folder.file("salt"), digest: digest)
    let other = try IdentityHash(saltFile: folder.file("other"), digest: digest)
    #expect(first.subject("user-1") == second.subject("user-1"))
    #expect(first.subject("user-1") != other.subject("user-1"))
    #expect(first.subject("user-1") != first.session("user-1"))
    #expect(first.subject("user-1") != first.subject("user-2"))
    let rights = try FileManager.default.attributesOfItem(atPath: folder.file("salt"))
    #expect(rights[.posixPermissions] as? Int == 0o600 && rights[.size] as? Int == 64)
  }

  @Test func `of several that send a bet under one key, one does`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("journal")
    // It may have been made by somebody else.
    _ = try folder.write("", to: "journal")
    let sent = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 {
        group.addTask { (try? BetJournalFile(path: path).record([Self.events[0]])) != nil }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(sent == 1)
    let journal = BetJournalFile(path: path)
    let before = try Data(contentsOf: URL(filePath: path))
    let error = #expect(throws: BetJournalError.self) {
      try journal.record([Self.events[1], Self.events[0]])
    }
    #expect(error?.reason == "the bet k, which was sent before")
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    try journal.record([Self.events[1], Self.events[2]])
    #expect(throws: BetJournalError.self) { try journal.record([Self.events[1]]) }
    let hole = try OpenFile(folder.file("hole"), for: .updating)
    try hole.cut(to: 3 << 30)
    #expect(throws: BetJournalError(path: hole.path, reason: "File too large")) {
      try BetJournalFile(path: hole.path).record([Self.events[0]])
    }
    #expect(try OpenFile(path, for: .reading).isPrivate())
  }
}
