import Columns
import Foundation
import TabularFiles
import TestSupport
import Testing

/// Texts that no exported file could hold, in files of each kind.
struct TextRuleTests {
  enum Kind: CaseIterable { case csv, json, ndjson, parquet }

  private static let yaml = mapping(
    "number: number", "horse: horse", "course: {column: course, case: upper}",
    "country: {column: country}", "comment: comment")

  /// Imports two runners, of which the first has some text in a field; returns the rejects.
  private func rejects(_ field: String, _ text: String, _ kind: Kind) throws -> [TestStore.Rejected]
  {
    let store = TestStore()
    let names = ["race_id", "date", "number", "horse", "course", "country", "comment"]
    let rows = ["1", "2"].map { number in
      names.map { name in
        if name == field, number == "1" { return text }
        return ["race_id": "R1", "date": "2024-05-01", "number": number][name] ?? "A \(name)"
      }
    }
    func quoted(_ text: String) throws -> String {
      String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }
    let objects = try rows.map { row in
      "{" + (try zip(names, row).map { try "\"\($0)\":\(quoted($1))" }.joined(separator: ",")) + "}"
    }
    let file: String
    switch kind {
    case .csv:
      // A NUL among the first bytes refuses the whole file.
      let padding = String(repeating: "x,2024-05-01,3,Padding,x,GB,x\n", count: 3_000)
      let lines = rows.map { row in
        row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\n"
      }
      file = try store.file(names.joined(separator: ",") + "\n" + padding + lines.joined())
    case .json: file = try store.file("[" + objects.joined(separator: ",") + "]", ending: "json")
    case .ndjson:
      file = try store.file(objects.joined(separator: "\n") + "\n", ending: "ndjson")
    case .parquet:
      let columns = names.enumerated().map { index, name in
        ParquetBytes.Column.texts(name, rows.map { $0[index] })
      }
      file = try store.file(ParquetBytes(columns, rowCount: 2).bytes, ending: "parquet")
    }
    let counts = try store.add([file], yaml: Self.yaml)[0].counts
    #expect(counts[3] == (try store.rejects().count))
    return try store.rejects()
  }

  @Test(
    arguments: [
      ("A\0B", "found a NUL character; expected a text without it"),
      ("\0AB", "found a NUL character; expected a text without it"),
      ("AB\0", "found a NUL character; expected a text without it"),
      (
        "A" + String(repeating: "\n", count: 101) + "B",
        "found a text with 101 line breaks; expected at most 100"
      ),
    ], Kind.allCases)
  func `a text that an exported file cannot hold refuses its row`(
    text: (String, String), kind: Kind
  ) throws {
    // A cell of so many lines refuses a CSV file as a whole.
    if kind == .csv, text.0.contains("\n") { return }
    for field in ["horse", "course", "country", "comment", "race_id"] {
      let rejects = try rejects(field, text.0, kind)
      #expect(rejects.map(\.reason) == [field])
      #expect(rejects.map(\.detail) == ["\(field): \(text.1)"] || rejects.map(\.detail) == [text.1])
    }
  }

  @Test(arguments: Kind.allCases)
  func `a byte order mark in front of a text is no part of it`(kind: Kind) throws {
    for field in ["horse", "course", "country", "comment", "race_id"] {
      // A second course or country of the race is refused as a conflict.
      #expect(try rejects(field, "\u{FEFF}AB", kind).allSatisfy { $0.reason == "conflict" })
    }
  }

  @Test(arguments: [#"\ud83d"#, #"A\udc0eB"#, #"\ud83dA"#], ["json", "ndjson"])
  func `half a pair of surrogates refuses its row`(text: String, ending: String) throws {
    for field in ["horse", "course", "country", "comment"] {
      let store = TestStore()
      let cells = ["horse", "course", "country", "comment"].map {
        #""\#($0)":"\#($0 == field ? text : "A")""#
      }
      let object =
        #"{"race_id":"R1","date":"2024-05-01","number":1,"#
        + cells.joined(separator: ",") + "}"
      let file = try store.file(ending == "json" ? "[\(object)]" : object + "\n", ending: ending)
      #expect(try store.add([file], yaml: Self.yaml)[0].counts == [1, 0, 0, 1])
      #expect(try store.rejects().map(\.reason) == [field])
      #expect(try store.rejects()[0].detail.contains("expected valid UTF-8"))
    }
  }

  /// 2⁵³ + 1 is no double and becomes 2⁵³: two keys would be one.
  @Test func `a key that is a double from 2^53 on refuses its row`() throws {
    let store = TestStore()
    let keys: [Double] = [7, 9_007_199_254_740_991, -9_007_199_254_740_992, 1e16, .infinity]
    let columns = [
      ParquetBytes.Column.doubles("race_id", keys),
      .texts("date", Array(repeating: "2024-05-01", count: keys.count)),
      .numbers("number", Array(1...5)), .texts("horse", ["A", "B", "C", "D", "E"]),
    ]
    let file = try store.file(
      ParquetBytes(columns, rowCount: keys.count).bytes, ending: "parquet")
    let yaml = mapping("number: number", "horse: horse")
    #expect(try store.add([file], yaml: yaml)[0].counts == [5, 2, 0, 3])
    #expect(try store.values("horse") == ["A", "B"])
    let rejects = try store.rejects()
    #expect(rejects.map(\.reason) == Array(repeating: "race_id", count: 3))
    #expect(
      rejects.map(\.detail)
        == ["-9007199254740992.0", "1e+16", "inf"].map {
          "found \($0); expected texts or whole numbers: from 2^53 on a double may be rounded"
        })
  }

  @Test func `bytes that are no UTF-8 are not replaced where a mapping cuts texts`() throws {
    let store = TestStore()
    let yaml = mapping("number: number", "horse: {column: horse, match: 'A(.*)'}")
    // Among letters of UTF-8 the byte is a damaged one, and no other encoding.
    let row = Array("race_id,date,number,horse\nR1,2024-05-01,1,Aéé".utf8) + [0xE9, 0x0A]
    #expect(try store.add([store.file(row)], yaml: yaml)[0].counts == [1, 0, 0, 1])
  }

  /// Every character up to 0x2FF, and some that have a meaning elsewhere, at the begin, in the midst
  /// and at the end of a text.
  @Test func `what is imported comes back from an exported file`() throws {
    let (first, second) = (TestStore(), TestStore())
    let scalars =
      (0...0x2FF).compactMap { Unicode.Scalar($0) }
      + [
        "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{1F40E}",
        "\u{202E}",
      ]
    var objects: [String] = []
    for (index, scalar) in scalars.enumerated() {
      let texts = ["\(scalar)A", "A\(scalar)B", "B\(scalar)", "\n\(scalar)\"", "A\n\(scalar)"]
      for (place, text) in texts.enumerated() {
        let name = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        objects.append(
          #"{"race_id":\#(name),"date":"2024-05-01","number":\#(place + 1),"horse":\#(name),"#
            + #""comment":\#(name),"course":"C\#(index)","position":1}"#)
      }
    }
    let json = try first.file(objects.joined(separator: "\n") + "\n", ending: "ndjson")
    let counts = try first.add([json], format: "railbird")[0].counts
    #expect(counts[1] > scalars.count * 4 && counts[0] == scalars.count * 5)
    let csv = try first.exported()
    let again = try second.add([second.file(csv)], format: "railbird")[0].counts
    #expect(again == [counts[1], counts[1], 0, 0])
    #expect(try second.exported() == csv)
  }
}
