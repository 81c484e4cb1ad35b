import BetableSDK
import ColumnStore
import Columns
import Foundation
import TabularFiles
import TestSupport
import Testing

@testable import DomainFeeds

/// Journals that wait to be stored, with any byte of theirs changed.
struct WaitingDamageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("fetch"), withIntermediateDirectories: true)
  }

  private var found: [String] { WaitingDamage.found(in: folder.path) }

  /// The texts of a journal's frames.
  private func texts(_ journal: Data) -> [Data?] {
    var rest = journal
    return ZstdFrames.lengths(in: journal).map { length in
      defer { rest = rest.dropFirst(length) }
      return Compression.text(ofZstdFrame: rest.prefix(length))
    }
  }

  @Test func `a damaged answer is found wherever a byte was changed`() throws {
    let path = folder.file("fetch/racing.ndjson.zst")
    let journal = try ResponseJournal(path: path)
    for number in 1...3 {
      let entry = JournalEntry(
        request: "/race/\(number)", day: Day(20_000), fetchedAt: Int64(number), status: 200)
      let body = #"{"id_race":"\#(number)","finished":"1"}"#
      let line = AnswerLine(
        entry, to: RacingRequest.race("\(number)", on: Day(20_000)), body: Data(body.utf8),
        known: nil)
      try journal.append([line])
    }
    #expect(found.isEmpty)
    let whole = try Data(contentsOf: URL(filePath: path))
    let lengths = ZstdFrames.lengths(in: whole)
    let written = texts(whole)
    // Damage in the last answer can look like the torn end that a crash leaves.
    for place in LongForm.indices(lengths[0] + lengths[1], "changed bytes of a journal") {
      var changed = whole
      changed[place] ^= 1
      try changed.write(to: URL(filePath: path))
      // zstd does not look at some bits of a frame's head.
      #expect(!found.isEmpty || texts(changed) == written, "byte \(place)")
    }
    try whole.dropLast(5).write(to: URL(filePath: path))
    #expect(found.isEmpty)
    try (whole.prefix(10) + Data(repeating: 0, count: 20) + whole.dropFirst(30))
      .write(to: URL(filePath: path))
    #expect(
      found == [
        "fetch/racing.ndjson.zst: found 1 damaged answer; expected none; "
          + "the next fetch requests them again"
      ])
  }

  @Test func `a bet's damaged line is found, and one that a crash cut off is none`() throws {
    let events = (1...3).map {
      BetEvent.indeterminate(BetEvent.Indeterminate(at: $0, betKey: "k\($0)", error: "timed out"))
    }
    let path = folder.file("fetch/betable-bets.ndjson")
    try BetJournalFile(path: path).record(events)
    #expect(found.isEmpty)
    let whole = try Data(contentsOf: URL(filePath: path))
    try whole.dropLast(5).write(to: URL(filePath: path))
    #expect(found.isEmpty)
    try Data(String(decoding: whole, as: UTF8.self).replacing("k2", with: "k7").utf8)
      .write(to: URL(filePath: path))
    #expect(
      found == [
        "fetch/betable-bets.ndjson: found 1 damaged bet line; expected none; "
          + "the next fetch sets unreadable lines aside"
      ])
  }

  @Test func `what is no file is no journal, and no one waits for it`() throws {
    let path = folder.file("fetch/points.ndjson.zst")
    try #require(mkfifo(path, 0o600) == 0)
    #expect(
      found == ["fetch/points.ndjson.zst: found a pipe or a device; expected an ordinary file"])
  }
}
