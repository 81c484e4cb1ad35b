import Columns
import Testing

struct NearestNameTests {
  private static let known = ["jockey", "trainer", "distance_m", "sp"]

  @Test(arguments: [
    ("jocky", "jockey"), ("jokcey", "jockey"), ("Trainer", "trainer"), ("distence_m", "distance_m"),
    ("ps", "sp"), ("distance", "distance_m"),
  ])
  func `a slip leads to the name that was meant`(found: String, meant: String) {
    #expect(NearestName.find(found, in: Self.known) == meant)
  }

  @Test(arguments: ["owner", "x", "weight"])
  func `a name that is far from all has no nearest`(found: String) {
    #expect(NearestName.find(found, in: Self.known) == nil)
  }

  @Test func `a swap of neighbours is one edit`() {
    #expect(NearestName.distance("abcd", "abdc") == 1)
    #expect(NearestName.distance("", "abc") == 3)
    #expect(NearestName.distance("kitten", "sitting") == 3)
  }

  @Test func `of several near names the nearest comes first`() {
    let known = ["hose", "horse", "Horses", "trainer", "morse"]
    #expect(NearestName.list("horse", in: known, count: 5) == ["horse", "hose", "Horses", "morse"])
    #expect(NearestName.list("horse", in: known, count: 2) == ["horse", "hose"])
    #expect(NearestName.list("潘屯頓", in: ["潘頓", "莫雷拉"], count: 2) == ["潘頓"])
    #expect(NearestName.list("", in: known, count: 2).isEmpty)
  }
}
