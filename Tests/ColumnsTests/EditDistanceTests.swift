import Columns
import Testing

struct EditDistanceTests {
  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("distence_m", "distance_m", 1),
    ("ab", "ba", 1), ("jokcey", "jockey", 1), ("ca", "abc", 3), ("潘頓", "潘屯", 1), ("abc", "abc", 0),
  ])
  func `edits are counted, a swap of neighbours as one`(left: String, right: String, edits: Int) {
    #expect(EditDistance.between(left, right) == edits)
    #expect(EditDistance.between(right, left) == edits)
  }

  @Test func `the nearest word comes first and far ones not at all`() {
    let words = ["jockey", "trainer", "horse", "horse_id", "sire", "sp"]
    #expect(EditDistance.nearest(to: "hrose", in: words) == ["horse"])
    #expect(EditDistance.nearest(to: "hore", in: words, count: 3) == ["horse", "sire"])
    #expect(EditDistance.nearest(to: "weather", in: words).isEmpty)
    #expect(EditDistance.nearest(to: "", in: words).isEmpty)
    // Nothing in common is no suggestion, however short.
    #expect(EditDistance.nearest(to: "xy", in: words).isEmpty)
  }
}
