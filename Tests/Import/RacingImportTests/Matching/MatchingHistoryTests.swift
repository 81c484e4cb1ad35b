import Foundation
import Testing

/// Undoing and retrying imports of which races were matched, or were not.
struct MatchingHistoryTests {
  private static let header = "source,race_id,date,race_no,course,horse,position,bsp\n"
  private static let results =
    header + "a,r1,2024-01-06,1,Happy Park,Ann,1,\na,r1,2024-01-06,1,Happy Park,Bea,2,\n"
    + "a,r1,2024-01-06,1,Happy Park,Cat,3,\n"
  private static let prices = results.replacing("a,r1", with: "b,9").replacing(
    ",1,\n", with: ",,2\n"
  )
  .replacing(",2,\n", with: ",,3\n").replacing(",3,\n", with: ",,4\n")

  private func alone(_ text: String) throws -> [[String: String]] {
    let store = TestStore()
    try store.add(text)
    return try store.rows()
  }

  @Test(arguments: [true, false])
  func `either source undone leaves the other one's races`(undoesFirst: Bool) throws {
    let store = TestStore()
    try store.add(Self.results)
    #expect(try store.add(Self.prices).matchedRaces == 1)
    _ = try store.undo(undoesFirst ? 1 : 2)
    #expect(try store.rows() == alone(undoesFirst ? Self.prices : Self.results))
    #expect(try store.rows("race_links").isEmpty)
  }

  @Test func `a source that told nothing new leaves no link behind when it is undone`() throws {
    let store = TestStore()
    try store.add(Self.results)
    let same = Self.results.replacing("a,r1", with: "b,9")
    #expect(try store.add(same).counts == [3, 0, 3, 0])
    #expect(try store.rows("race_links").count == 1)
    _ = try store.undo(2)
    #expect(try store.rows("race_links").isEmpty)
    #expect(try store.rows() == alone(Self.results))
  }

  @Test func `an alias and a retry merge a race that was ambiguous`() throws {
    let store = TestStore()
    try store.add(Self.results)
    let refused = try store.add(Self.prices.replacing("Happy Park", with: "HP"))
    #expect(refused.reasons == ["ambiguous_race": 3])
    let line = try #require(
      try store.rejects()[0].detail.firstMatch(of: /the line (.*) in aliases/))
    try ("role,spelling,name\n" + line.1 + "\n").write(
      toFile: store.path + "/aliases.csv", atomically: true, encoding: .utf8)
    let retried = try store.retry(refused.id)
    #expect(retried?.counts == [3, 3, 0, 0] && retried?.matchedRaces == 1)
    #expect(try store.rejects().isEmpty)
    #expect(try store.values("bsp") == ["2", "3", "4"])
    #expect(try Set(store.values("course")) == ["Happy Park"])
  }
}
