import TestSupport
import Testing

/// Objects and lists of a JSON file where a mapping wants a text or number.
struct ContainerColumnTests {
  private static func yaml(_ jockey: String) -> String {
    """
    name: test
    description: A test's layout
    tables:
      results:
        feeds: runners
        rows: ""
        recognised_by: [race_id]
        key: [horse]
        fields:
          race_id: race_id
          date: date
          horse: horse
          jockey: \(jockey)
    """
  }

  private static func lines(_ jockeys: String...) -> String {
    jockeys.enumerated().map { place, jockey in
      #"{"race_id":"r1","date":"2024-05-06","horse":"H\#(place)","jockey":\#(jockey)}"# + "\n"
    }.joined()
  }

  @Test(arguments: [
    (#"{"id":7,"name":"Ann"}"#, "an object of JSON"), (#"["Ann"]"#, "a list of JSON"),
  ])
  func `a column of objects in every row refuses its rows, optional or not`(
    jockey: String, found: String
  ) throws {
    for mapped in ["jockey", "{column: jockey, optional: true}"] {
      let store = TestStore()
      let file = try store.file(Self.lines(jockey, jockey), ending: "ndjson")
      let imported = try store.add([file], yaml: Self.yaml(mapped))[0]
      #expect(imported.counts == [2, 0, 0, 2], "\(mapped)")
      #expect(try store.rejects().allSatisfy { $0.detail.contains(found) })
      // The same if only some rows have it.
      let mixed = TestStore()
      let other = try mixed.file(Self.lines(jockey, #""Ann""#), ending: "ndjson")
      #expect(try mixed.add([other], yaml: Self.yaml(mapped))[0].counts == [2, 1, 0, 1])
      #expect(try mixed.rejects()[0].detail == store.rejects()[0].detail)
    }
  }

  @Test func `an object beside a way that the file has, and an empty one, refuse nothing`() throws {
    let ways = [
      ("{first_of: [jockey, jockey/name]}", #"{"id":7,"name":"Ann"}"#, "Ann"),
      ("{first_of: [jockey/name, jockey], optional: true}", #"{"id":7,"name":null}"#, ""),
      ("{column: jockey, optional: true}", "{}", ""),
      (#"{column: jockey, empty: ["{…}"], optional: true}"#, #"{"id":7}"#, ""),
    ]
    for (mapped, jockey, value) in ways {
      let store = TestStore()
      let file = try store.file(Self.lines(jockey), ending: "ndjson")
      #expect(try store.add([file], yaml: Self.yaml(mapped))[0].stored == 1, "\(mapped)")
      #expect(try store.values("jockey") == [value])
    }
  }

  @Test func `a replay refuses the same rows`() throws {
    let store = TestStore()
    let text = Self.lines(#"{"id":7}"#, #"{"id":8}"#, "null")
    let file = try store.file(text, ending: "ndjson")
    let yaml = Self.yaml("{column: jockey, optional: true}")
    #expect(try store.add([file], yaml: yaml)[0].counts == [3, 1, 0, 2])
    let rejects = try store.rejects()
    let copy = TestStore()
    #expect(try store.replay(into: copy.path).after[0].counts == [3, 1, 0, 2])
    #expect(try copy.rejects() == rejects)
  }

  @Test func `a market of odds is no price`() throws {
    let store = TestStore()
    let race = """
      {"id_race":"7","course":"Parx","date":"2022-01-18 01:30:00","finished":"0","horses":[\
      {"horse":"Grey Lantern","id_horse":"11","odds":{"winner":[]}}]}
      """
    let file = try store.file("[\(race)]", ending: "json")
    #expect(try store.add([file], format: "poni")[0].counts == [1, 1, 0, 0])
  }
}
