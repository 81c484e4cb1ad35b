import Columns
import Foundation
import SystemFiles
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
      entry, to: RacingRequest.race("\(number)", on: Day(20_000)), body: Data(body.utf8), known: nil
    )
  }

  @Test func `what was appended is there again, also for zstd`() throws {
    do {
      let journal = try ResponseJournal(path: path)
      #expect(journal.entries.isEmpty && journal.size == 0)
      for number in 1...3 { try journal.append([line(number)]) }
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
    for number in 1...200 { try journal.append([line(number)]) }
    let before = journal.size
    try journal.pack()
    let packed = try Data(contentsOf: URL(filePath: path))
    #expect(ZstdFrames.lengths(in: packed).count == 1 && journal.size == packed.count)
    #expect(journal.size * 5 < before)
    // A packed journal does not change.
    try journal.pack()
    #expect(try Data(contentsOf: URL(filePath: path)) == packed)
    try journal.append([line(201)])
    #expect(try ResponseJournal(path: path).entries == (1...201).map { line($0).entry })
    #expect(!FileManager.default.fileExists(atPath: path + ".new"))
    // A text above the limit of a frame takes several frames.
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
      for number in 1...2 { try journal.append([line(number)]) }
    }
    let whole = try Data(contentsOf: URL(filePath: path))
    let ends = ZstdFrames.lengths(in: whole)
    for cut in stride(from: 0, to: whole.count, by: 7) {
      try whole.prefix(cut).write(to: URL(filePath: path))
      let journal = try ResponseJournal(path: path)
      #expect(journal.entries.count == (cut < ends[0] ? 0 : 1))
      try journal.append([line(3)])
      let found = try ResponseJournal(path: path).entries.map(\.request)
      #expect(found == (cut < ends[0] ? ["/race/3"] : ["/race/1", "/race/3"]))
    }
  }

  @Test func `a last frame whose blocks were never written is removed too`() throws {
    do {
      let journal = try ResponseJournal(path: path)
      for number in 1...2 { try journal.append([line(number)]) }
    }
    let first = ZstdFrames.lengths(in: try Data(contentsOf: URL(filePath: path)))[0]
    try rewrite(path) { data in
      for index in (first + 12)..<(data.count - 4) { data[index] = 0 }
    }
    #expect(try ResponseJournal(path: path).entries.map(\.request) == ["/race/1"])
  }

  /// Damages one of the five answers of a journal.
  private func damage(_ number: Int, _ change: (Data, inout Data) -> Void) throws {
    try? FileManager.default.removeItem(atPath: path)
    let journal = try ResponseJournal(path: path)
    for number in 1...5 { try journal.append([line(number)]) }
    try rewrite(path) { data in
      let lengths = ZstdFrames.lengths(in: data)
      let start = lengths.prefix(number - 1).reduce(0, +)
      var frame = Data(data[start..<(start + lengths[number - 1])])
      change(line(number).text, &frame)
      data.replaceSubrange(start..<(start + lengths[number - 1]), with: frame)
    }
  }

  @Test(arguments: [
    // Damage to the body, the request, a list's day, the checksum, a member's name.
    ("Grey Lantern", "Grey Lantfrn"), ("\"/race/2\"", "\"/race/6\""),
    ("sha256\":\"", "sha256\":\"f"),
    ("\"fetched_at\":", "\"fetched_at\":1"), ("\"bytes\"", "\"byter\""),
    ("\"status\":200", "\"status\":204"),
    ("\"sha256\"", "\"sha257\""), (",\"body\"", ",\"bodz\""), ("fetched_at", "fetchee_at"),
    ("}\n", "}"),
    ("\"status\":200", "\"status\":xx"),
  ])
  func `a line that is not as it was written is left out, the others stay`(
    text: String, other: String
  ) throws {
    try damage(2) { line, frame in
      let changed = String(decoding: line, as: UTF8.self).replacing(text, with: other)
      #expect(Data(changed.utf8) != line)
      frame = Compression.zstdFrame(of: Data(changed.utf8))
    }
    let journal = try ResponseJournal(path: path)
    let good = [1, 3, 4, 5].map { line($0).entry }
    #expect(journal.entries == good && journal.damageCount == 1)
    // The file equals the data read, and more can be appended.
    try journal.append([line(6)])
    let again = try ResponseJournal(path: path)
    #expect(again.entries == good + [line(6).entry] && again.damageCount == 0)
    #expect(!FileManager.default.fileExists(atPath: path + ".new"))
  }

  @Test(arguments: [1, 3, 5])
  func `no flipped bit is believed, and no other answer is lost`(number: Int) throws {
    try damage(number) { _, _ in }
    let whole = try Data(contentsOf: URL(filePath: path))
    let lengths = ZstdFrames.lengths(in: whole)
    let start = lengths.prefix(number - 1).reduce(0, +)
    let all = (1...5).map { line($0).entry }
    let others = all.filter { $0.request != "/race/\(number)" }
    for at in start..<(start + lengths[number - 1]) {
      var flipped = whole
      flipped[at] ^= 1 << UInt8(at % 8)
      try flipped.write(to: URL(filePath: path))
      let found = try ResponseJournal(path: path).entries
      #expect(found.filter { $0.request != "/race/\(number)" } == others, "byte \(at)")
      // A few bits do not affect zstd, and a line without its checksum counts as an older one.
      let itself = found.filter { $0.request == "/race/\(number)" }
      #expect(itself.isEmpty || itself == [all[number - 1]], "byte \(at)")
    }
  }

  @Test func `an unchanged answer goes with the one it was compared with`() throws {
    var again = line(2).entry
    (again.isUnchanged, again.fetchedAt) = (true, 9)
    try damage(2) { _, frame in frame.replaceSubrange(0..<4, with: Data("oops".utf8)) }
    let bytes = try Data(contentsOf: URL(filePath: path))
    let whole = bytes + Compression.zstdFrame(of: AnswerLine(again).text)
    try whole.write(to: URL(filePath: path))
    let journal = try ResponseJournal(path: path)
    #expect(journal.entries == [1, 3, 4, 5].map { line($0).entry })
    #expect(journal.damageCount == 1)
    // The answer was compared with the stored one.
    var known = KnownAnswers()
    known.apply(line(2).entry, importID: 1)
    try whole.write(to: URL(filePath: path))
    #expect(try ResponseJournal(path: path, known: known).entries.last?.isUnchanged == true)
  }

  @Test func `an emptied journal begins anew`() throws {
    let journal = try ResponseJournal(path: path)
    try journal.append([line(1)])
    try journal.clear()
    try journal.append([line(2)])
    #expect(try ResponseJournal(path: path).entries.map(\.request) == ["/race/2"])
  }

  @Test func `a journal that pretends to be huge is refused, not read`() throws {
    let file = try OpenFile(path, for: .updating)
    try file.cut(to: 3 << 30)
    let error = #expect(throws: FetchError.self) { try ResponseJournal(path: path) }
    #expect(error?.description.contains("expected at most 1073741824 bytes") == true)
    #expect(try file.status().size == 3 << 30)
    let address = try OpenFile(folder.file("racing.url"), for: .updating)
    try address.cut(to: 3 << 30)
    #expect(throws: FetchError.self) {
      try ServiceAddress(file: address.path, url: URL(string: "https://a.example")!)
    }
    let salt = try OpenFile(folder.file("x.salt"), for: .updating)
    try salt.cut(to: 3 << 30)
    #expect(throws: KeptSalt.Damage.self) { try KeptSalt.read(salt.path)?.get() }
  }
}
