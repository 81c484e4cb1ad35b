import APICore
import Foundation
import JSONValues
import TestSupport
import Testing

struct JSONValueTests {
  private func value(_ text: String) throws -> JSONValue {
    try JSONValue(parsing: Data(text.utf8))
  }

  @Test(arguments: [
    "null", "true", "false", "0", "-1", "9223372036854775807", "-9223372036854775808",
    "18446744073709551615", "12345678901234567890123456789", "0.1", "-2.5", "3.141592653589793238",
    "1234567890.123456789", #""""#, #""é\n\"""#, "[]", "{}", #"[1,[null,{"a":{}}]]"#,
    #"{"a":1,"b":[true,"x"]}"#, "0.000001",
  ])
  func `a value is written as it was read`(text: String) throws {
    #expect(try value(text).json == text)
  }

  @Test(arguments: [("1e300", 1e300), ("1.0", 1), ("-1.5E-3", -0.0015), ("2e3", 2000)])
  func `other spellings keep the number`(text: String, number: Double) throws {
    guard case .number(let found) = try value(text) else {
      Issue.record("no number")
      return
    }
    #expect(found.double == number)
    #expect(try value(found.text) == .number(found))
  }

  @Test func `values can be written in code`() throws {
    let wanted: JSONValue = ["a": [1, 2.5, nil, true, "x"], "b": [:]]
    #expect(try value(#"{"b": {}, "a": [1, 2.5, null, true, "x"]}"#) == wanted)
    #expect(wanted["a"]?[4]?.text == "x")
    #expect(wanted["a"]?[9] == nil)
    #expect(wanted[0] == nil)
  }

  @Test func `random values come back the same`() throws {
    var random = SeededGenerator(41)
    for _ in 0..<300 {
      let one = Self.random(depth: 4, &random)
      #expect(try value(one.json) == one)
    }
  }

  @Test(arguments: [
    (#"{"bets": [], "bets": [1]}"#, "bets"), (#"{"a": {"b": 1, "c": [{"b": 2}], "b": 3}}"#, "b"),
    (#"[1, {"a\"}": 1, "a\"}": 2}]"#, #"a"}"#), (#"{"b\u0065t":1,"bet" :2}"#, "bet"),
  ])
  func `a name given twice in one object is found`(text: String, name: String) {
    #expect {
      try JSONNames.check(Data(text.utf8))
    } throws: { "\($0)" == "\(name): found it twice in one object; expected it once" }
  }

  @Test(arguments: [
    "[]", "{}", #""a""#, "7", #"{"a": {"a": [{"a": "a"}, {"a": ["a", "a"]}]}, "b": "a"}"#,
    #"{"a": "b:", "b": "\\", "c": "\\\": {\"a\": 1, \"a\": 2}"}"#, "", "\"", "{\"a", "}]:", "\"\\",
  ])
  func `names given once in each object are none too many`(text: String) throws {
    try JSONNames.check(Data(text.utf8))
  }

  private static func random(depth: Int, _ random: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
    case 0: return nil
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .number(JSONNumber(Int64.random(in: .min ... .max, using: &random)))
    case 3: return JSONNumber(Double.random(in: -1e6...1e6, using: &random)).map { .number($0) }!
    case 4:
      return .number(
        JSONNumber(Decimal(Int64.random(in: .min ... .max, using: &random)) / 1_000_000))
    case 5:
      return .string(["", "é", "a\"b\\", "\u{1F40E}", "\n\t\u{1}"].randomElement(using: &random)!)
    case 6: return .array((0..<3).map { _ in Self.random(depth: depth - 1, &random) })
    default:
      return .object(
        Dictionary(
          uniqueKeysWithValues: ["k", "", "ü"].map { ($0, Self.random(depth: depth - 1, &random)) })
      )
    }
  }
}

struct ScalarReadingTests {
  private struct Row: Decodable {
    let text: String?
    let whole: Int?
    let number: Double?
    let flag: Bool?
    let date: APIDate?

    enum CodingKeys: String, CodingKey { case a, b, whole, number, flag, date }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      text = try members.text(.a, .b)
      whole = try members.integer(.whole)
      number = try members.double(.number)
      flag = try members.flag(.flag)
      date = try members.date(.date)
    }
  }

  private func row(_ text: String) throws -> Row {
    try JSONDecoder().decode(Row.self, from: Data(text.utf8))
  }

  @Test func `numbers are read from texts, and texts from numbers`() throws {
    let row = try row(
      #"{"a": null, "b": 77, "whole": " 12 ", "number": "2.1", "flag": "1", "date": "2026-04-01"}"#)
    #expect(row.text == "77")
    #expect(row.whole == 12)
    #expect(row.number == 2.1)
    #expect(row.flag == true)
    #expect(row.date?.iso == "2026-04-01T00:00:00Z")
  }

  @Test(arguments: ["1", "true", #""1""#, #""true""#, #""Yes""#])
  func `a flag that is set`(text: String) throws {
    #expect(try row(#"{"flag": \#(text)}"#).flag == true)
  }

  @Test(arguments: ["0", "false", #""0""#, #""FALSE""#, #""no""#])
  func `a flag that is not set`(text: String) throws {
    #expect(try row(#"{"flag": \#(text)}"#).flag == false)
  }

  @Test(arguments: ["{}", #"{"whole": "", "number": " ", "flag": null, "date": ""}"#])
  func `an absent or empty value is none`(text: String) throws {
    let row = try row(text)
    #expect(row.whole == nil && row.number == nil && row.flag == nil && row.date == nil)
  }

  @Test(arguments: [
    #"{"whole": "x"}"#, #"{"whole": 1.5}"#, #"{"whole": []}"#, #"{"number": "nan"}"#,
    #"{"number": "1e999"}"#, #"{"flag": 2}"#, #"{"date": "2026-02-30"}"#, #"{"a": {}}"#,
    #"{"whole": "99999999999999999999"}"#,
  ])
  func `a value of another kind is an error`(text: String) {
    #expect(throws: DecodingError.self) { try row(text) }
  }
}
