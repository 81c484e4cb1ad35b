import Columns
import Foundation
import TabularFiles
import TestSupport
import Testing

@testable import DomainFeeds

struct ResponseJournalTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("racing.ndjson.zst") }

  init() throws { folder = try TemporaryFolder() }

  private func line(_ number: Int) -> AnswerLine {
    let entry = JournalEntry(
      request: "/race/\(number)", day: Day(20_000), fetchedAt: Int64(number), status: 200,
      microseconds: 5, attempt: 1, bytes: 40)
    let body = #"{"id_race":"\#(number)","finished":"1","horses":[{"horse":"Grey Lantern"}]}"#
    return AnswerLine(
      entry, to: FetchRequest.race("\(number)", on: Day(20_000)), body: Data(body.utf8), known: nil,
      isEmptyBelieved: false)
  }

  @Test func `what was appended is there again, also for zstd`() throws {
    do {
      let journal = try ResponseJournal(path: path)
      #expect(journal.entries.isEmpty && journal.size == 0)
      for number in 1...3 { try journal.append(line(number).text) }
    }
    let again = try ResponseJournal(path: path)
    #expect(again.entries == (1...3).map { line($0).entry })
    #expect(again.entries.map(\.raceState) == [.finished, .finished, .finished])
    let shown = try RailbirdProcess.run(program: "zstd", ["-dc", path])
    if shown.exitCode == 0 {
      #expect(Data(shown.stdout.utf8) == Data((1...3).flatMap { line($0).text }))
    }
  }

  @Test func `answers are packed together for the archive, and the next one follows`() throws {
    let journal = try ResponseJournal(path: path)
    for number in 1...200 { try journal.append(line(number).text) }
    let before = journal.size
    try journal.pack()
    let packed = try Data(contentsOf: URL(filePath: path))
    #expect(ZstdFrames.lengths(in: packed).count == 1 && journal.size == packed.count)
    #expect(journal.size * 5 < before)
    // Once packed it stays as it is.
    try journal.pack()
    #expect(try Data(contentsOf: URL(filePath: path)) == packed)
    try journal.append(line(201).text)
    #expect(try ResponseJournal(path: path).entries == (1...201).map { line($0).entry })
    #expect(!FileManager.default.fileExists(atPath: path + ".new"))
    // More text than a frame is to hold takes several.
    let long = Data(String(repeating: "x", count: 600_000).utf8)
    let text = Data("{\"a\":\"".utf8) + long + Data("\"}\n".utf8)
    let other = folder.file("long.ndjson.zst")
    try (0..<5).reduce(Data()) { bytes, _ in bytes + Compression.zstdFrame(of: text) }
      .write(to: URL(filePath: other))
    let merged = try #require(try Compression.withFewerFrames(other, textLength: 1 << 21))
    #expect(ZstdFrames.lengths(in: merged).count == 2)
    #expect(try Compression.withFewerFrames(other, textLength: 1) == nil)
  }

  @Test func `a tail that was cut off anywhere is removed, and the next line follows`() throws {
    do {
      let journal = try ResponseJournal(path: path)
      for number in 1...2 { try journal.append(line(number).text) }
    }
    let whole = try Data(contentsOf: URL(filePath: path))
    let ends = ZstdFrames.lengths(in: whole)
    for cut in stride(from: 0, to: whole.count, by: 7) {
      try whole.prefix(cut).write(to: URL(filePath: path))
      let journal = try ResponseJournal(path: path)
      #expect(journal.entries.count == (cut < ends[0] ? 0 : 1))
      try journal.append(line(3).text)
      let found = try ResponseJournal(path: path).entries.map(\.request)
      #expect(found == (cut < ends[0] ? ["/race/3"] : ["/race/1", "/race/3"]))
    }
  }

  @Test func `a last frame whose blocks were never written is removed too`() throws {
    do {
      let journal = try ResponseJournal(path: path)
      for number in 1...2 { try journal.append(line(number).text) }
    }
    let first = ZstdFrames.lengths(in: try Data(contentsOf: URL(filePath: path)))[0]
    try rewrite(path) { data in
      for index in (first + 12)..<(data.count - 4) { data[index] = 0 }
    }
    #expect(try ResponseJournal(path: path).entries.map(\.request) == ["/race/1"])
  }

  @Test func `an emptied journal begins anew`() throws {
    let journal = try ResponseJournal(path: path)
    try journal.append(line(1).text)
    try journal.clear()
    try journal.append(line(2).text)
    #expect(try ResponseJournal(path: path).entries.map(\.request) == ["/race/2"])
  }
}
