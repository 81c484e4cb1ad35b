import TestSupport
import Testing

/// Texts of a JSON file where a list of rows should be.
struct TextRowTests {
  private static func yaml(_ more: String = "", course: String = "../course") -> String {
    """
    name: test
    description: A test's layout
    tables:
      results:
        feeds: runners
        rows: "*/horses/*"
        key: [horse]
        requires_one_of: [position, outcome]
        \(more)
        fields:
          race_id: ../id
          date: ../date
          course: \(course)
          horse: horse
          position: {column: position, optional: true}
    """
  }

  private static func race(_ id: Int, _ horses: String) -> String {
    #"{"id":"\#(id)","date":"2024-05-06","course":"Ascot","horses":\#(horses)}"#
  }

  @Test(arguments: [
    ("", #""no runners""#), ("", "7"), ("", "[null]"), ("", #"["A"]"#),
    ("recognised_by: [../course, horse]", #""no runners""#),
  ])
  func `a text is a row refused by itself, whether or not other races have runners`(
    more: String, horses: String
  ) throws {
    let good = #"[{"horse":"A","position":1}]"#
    for races in [[horses], [horses, good], [good, horses], [horses, horses]] {
      let store = TestStore()
      let text = races.enumerated().map { Self.race($0, $1) }.joined(separator: ",")
      let file = try store.file("[\(text)]", ending: "json")
      let stored = races.count { $0 == good }
      let counts = [races.count, stored, 0, races.count - stored]
      #expect(try store.add([file], yaml: Self.yaml(more))[0].counts == counts, "\(races)")
      let rejects = try store.rejects()
      #expect(rejects.count == counts[3])
      let copy = TestStore()
      #expect(try store.replay(into: copy.path).after[0].counts == counts)
      #expect(try copy.rejects() == rejects)
    }
  }

  @Test(arguments: [
    (#"[{"name":"A","position":1}]"#, "../course", "expected also horse"),
    (#"[{"horse":"A"}]"#, "../course", "expected also position or outcome"),
    (#"[{"name":["A"]}]"#, "../course", "expected also horse, position or outcome"),
    // The objects around are there, and lack it.
    (#""no runners""#, "../track", "expected also ../track"),
  ])
  func `a column that the objects of a file lack refuses it as a whole`(
    horses: String, course: String, message: String
  ) throws {
    let store = TestStore()
    let text = [horses, #""none""#].enumerated().map { Self.race($0, $1) }.joined(separator: ",")
    let file = try store.file("[\(text)]", ending: "json")
    #expect {
      try store.add([file], yaml: Self.yaml(course: course))
    } throws: {
      "\($0)".hasSuffix(message)
    }
  }
}
