import APICore
import Foundation
import JSONValues
import TestSupport
import Testing

struct LossyListTests {
  private struct Horse: Codable, Equatable, Sendable {
    struct Run: Codable, Equatable, Sendable { let position: Int }
    let name: String
    var runs: [Run]?
  }

  private func list(_ text: String, under names: [String] = []) throws -> LossyList<Horse> {
    try LossyList<Horse>(Data(text.utf8), under: names)
  }

  @Test func `one bad element leaves the others`() throws {
    let list = try list(
      """
      [{"name": "Ada"}, {"nom": "Bea"}, null, 7, {"name": 3},
       {"name": "Cid", "runs": [{"position": 1}, {"position": "x"}]}, [], {"name": "Dot"}]
      """)
    #expect(list.elements == [Horse(name: "Ada"), Horse(name: "Dot")])
    #expect(list.rejected.map(\.index) == [1, 2, 3, 4, 5, 6])
    #expect(list.rejected[0].description == "[1]: found no “name”; expected one")
    #expect(list.rejected[3].description == "[4].name: found a number; expected a text")
    #expect(
      list.rejected[4].description
        == "[5].runs[1].position: found a text; expected a whole number")
  }

  @Test(arguments: [
    (#"{"races": [{"name": "Ada"}]}"#, ["races"], 1), (#"{"data": []}"#, ["races", "data"], 0),
    (#"[{"name": "Ada"}]"#, ["races"], 1), ("[]", [], 0),
    (#"{"data": [{"name": "B"}], "races": []}"#, ["races", "data"], 0),
  ])
  func `the list may stand in an object`(text: String, names: [String], count: Int) throws {
    #expect(try list(text, under: names).elements.count == count)
  }

  @Test(arguments: [
    (
      #"{"message": "no"}"#,
      #"JSON: found an object; expected a list under “races”; it says “no”"#
    ),
    (#"{"runs": 3}"#, "JSON: found an object; expected a list under “races”"),
    ("7", "JSON: found a number; expected a list"),
    ("\"a\"", "JSON: found a text; expected a list; it says “a”"),
    ("null", "JSON: found null; expected a list"),
    (#"{"races": null}"#, "races: found null; expected a list"),
    (#"{"races": 7}"#, "races: found a number; expected a list"),
    ("", "JSON: found an empty body; expected JSON"),
    (" \n", "JSON: found an empty body; expected JSON"),
    (
      "<html><title>Log in</title></html>",
      "JSON: found an HTML page, “Log in”; expected JSON"
    ),
    ("Bad\u{7} gateway", "JSON: found “Bad gateway”; expected JSON"),
    (#"[{"name": "A"#, "JSON: found JSON that is damaged or cut off; expected JSON"),
  ])
  func `what is no list is an error that says so`(text: String, message: String) {
    #expect {
      try list(text, under: ["races"])
    } throws: { "\($0)" == message }
  }

  @Test func `what a server wrote is in a failure without control characters`() throws {
    struct Run: Decodable, Sendable {
      let day: APIDate
    }
    let body = Data(#"[{"day": "soon\u001b[31m"}, {"day": {}}]"#.utf8)
    var failure = try LossyList<Run>(body).rejected[0]
    #expect(failure.description == "[0].day: found “soon ”; expected a date")
    failure.call = "GET /runs"
    #expect(failure.description == "GET /runs, [0].day: found “soon ”; expected a date")
  }

  @Test(arguments: ["", "[", #"[{"name": "A"}"#, "<html>", "nul", "[\u{0}]", "{}"])
  func `what is no JSON is an error`(text: String) {
    #expect(throws: JSONFailure.self) { try list(text) }
  }

  @Test func `bytes that are no text are an error, not mended`() {
    let bytes = Data(#"[{"name": "A"#.utf8) + [0xFF] + Data(#""}]"#.utf8)
    #expect(throws: JSONFailure(reason: "found bytes that are not UTF-8; expected JSON")) {
      try LossyList<Horse>(bytes)
    }
  }

  @Test func `random bytes and damaged JSON never stop the program`() throws {
    var random = SeededGenerator(31)
    let good = Array(
      #"[{"name": "Ada", "runs": [{"position": 1.5e3}, null]}, -0.1, "é\u00e9"]"#.utf8)
    for round in 0..<3000 {
      var bytes = good
      if round % 3 == 0 {
        bytes = (0..<Int.random(in: 0..<64, using: &random)).map { _ in
          UInt8.random(in: .min ... .max, using: &random)
        }
      } else {
        for _ in 0..<Int.random(in: 1...5, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
            in: .min ... .max, using: &random)
        }
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      }
      let list = try? LossyList<Horse>(Data(bytes))
      if let list { #expect(list.elements.count + list.rejected.count <= bytes.count) }
      _ = try? JSONValue(parsing: Data(bytes))
    }
  }

  @Test func `a tower of brackets is refused`() {
    let tower = String(repeating: "[", count: 100_000)
    #expect(throws: JSONFailure.self) { try list(tower) }
    #expect(throws: JSONFailure.self) { try JSONValue(parsing: Data(tower.utf8)) }
  }
}
