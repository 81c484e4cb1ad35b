import TabularFiles
import Testing

@testable import DomainFeeds

struct JournalLineTests {
  @Test(arguments: [
    (#"{"request":"/race/1","fetched_at":1}"#, "a line without day (request /race/1)"),
    (
      #"{"request":"/race/1","fetched_at":"x","day":"2026-01-01"}"#,
      "a line without fetched_at (request /race/1)"
    ),
    (#"{"id_race":"1"}"#, "a line without request, fetched_at, day"),
  ])
  func `a line that no fetch has written is told by what it lacks`(line: String, found: String) {
    let good = #"{"request":"/race/2","fetched_at":2,"day":"2026-01-01"}"#
    let file = SourceFile(json: Array("\(good)\n\(line)\n".utf8), name: "a.ndjson")
    #expect(
      throws: FileError.malformed(
        file: "a.ndjson", found: found, expected: "lines that a fetch has written")
    ) { try JournalEntry.entries(of: file) }
  }

  @Test func `an archived line with another race's answer is still read`() throws {
    let line =
      #"{"request":"/race/7","fetched_at":2,"day":"2026-01-01","status":200,"sha256":"a","#
      + #""body":{"id_race":"8","finished":"1"}}"#
    let file = SourceFile(json: Array("\(line)\n".utf8), name: "a.ndjson")
    let entry = try #require(try JournalEntry.entries(of: file).first)
    #expect(entry.raceState == .finished && entry.subject == "8" && !RacingFetch.isAnswer(entry))
  }

  @Test(arguments: [#""horses""#, #""runners""#, #""h\u006frses""#, #""tracks""#])
  func `a list's runners are seen however their member is spelled`(member: String) throws {
    let line =
      #"{"request":"/results?date=2026-01-01","fetched_at":2,"day":"2026-01-01","sha256":"a","#
      + #""body":[{"id_race":"7",\#(member):[{"horse":"Ada"},{"horse":"Bo"}]},{"id_race":"8"}]}"#
    let file = SourceFile(json: Array("\(line)\n".utf8), name: "a.ndjson")
    let entries = try JournalEntry.entries(of: file)
    #expect(entries.map(\.details) == [["7", "8"]])
    #expect(entries.map(\.included) == [member.contains("tracks") ? [] : ["/race/7"]])
  }
}
