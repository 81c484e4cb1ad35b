import Columns
import Foundation
import TabularFiles
import TestSupport
import Testing

@Suite struct JSONMalformedTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let cases: [(text: String, path: String, found: String, expected: String)] = [
    ("  \n", "*", "nothing but white space", "a JSON document"),
    ("\u{1B}[2J", "*", "\u{FFFD} in line 1 (byte 1)", "an array or an object as the document"),
    ("hello", "*", "hello in line 1 (byte 1)", "an array or an object as the document"),
    ("a,b\n1,2", "", "a in line 1 (byte 1)", "an object as the document"),
    ("42", "*", "42 in line 1 (byte 1)", "an array or an object as the document"),
    ("[{}]", "", "[ in line 1 (byte 1)", "an object as the document"),
    ("[{}]", "a/*", "[ in line 1 (byte 1)", "an object as the document, as the row path says"),
    ("[{\"a\":1}", "*", "the end of the text in line 1 (byte 9)", "a comma or ]"),
    ("{\"a\":1}\n{\"a\":", "", "the end of the text in line 2 (byte 14)", "a value"),
    (
      "{\"a\":1}\n{\"a\":1\n{\"a\":2}", "",
      "{ in line 3 (byte 16), of the document that begins in line 2", "a comma or }"
    ),
    (
      "{\"a\":1}\n{\"a\":\n{\"a\":2}\n{\"a\":3}\n", "",
      "{ in line 4 (byte 23), of the document that begins in line 2", "a comma or }"
    ),
    ("[{\"a\":\"x}]", "*", "a string without an end in line 1 (byte 7)", "a quote that closes it"),
    (
      "[{\"a\":\"x\ny\"}]", "*", "a line break inside a string in line 1 (byte 9)",
      "a quote, or the character as an escape"
    ),
    (
      "{\"a\":1}\n{\n\"a\":\"x\ny\"}\n{\"a\":2}\n", "",
      "a line break inside a string in line 3 (byte 17), of the document that begins in line 2",
      "a quote, or the character as an escape"
    ),
    (
      "{\"a\":\"}{\"}\n{\"a\":[1\n{\"a\":\"x\r\n", "",
      "a line break inside a string in line 3 (byte 27), of the document that begins in line 2",
      "a quote, or the character as an escape"
    ),
    (
      "{\"a\":1}\n\n{\"b\":\n2,\"a\":\"x", "",
      "a string without an end in line 4 (byte 22), of the document that begins in line 3",
      "a quote that closes it"
    ),
    (
      "[{\"a\":\"\u{1}\"}]", "*", "a control character inside a string in line 1 (byte 8)",
      "a quote, or the character as an escape"
    ),
    ("[{\"a\":\"\\q\"}]", "*", "the escape \\q in line 1 (byte 8)", "an escape of JSON"),
    ("[{\"b\":\"\\u12g4\"}]", "*", "the escape \\u in line 1 (byte 8)", "an escape of JSON"),
    ("[{\"a\":1,}]", "*", "} in line 1 (byte 9)", "a member's name in quotes"),
    ("[{\"a\":1},]", "*", "] in line 1 (byte 10)", "a value"),
    ("[{\"a\" 1}]", "*", "1 in line 1 (byte 7)", "a colon behind the member's name"),
    ("[{a:1}]", "*", "a in line 1 (byte 3)", "a member's name in quotes"),
    ("[{\"b\":tru}]", "*", "tru in line 1 (byte 7)", "a value"),
    ("[{\"b\":01}]", "*", "01 in line 1 (byte 7)", "a value"),
    ("[{\"b\":1.}]", "*", "1. in line 1 (byte 7)", "a value"),
    ("[{\"b\":-}]", "*", "- in line 1 (byte 7)", "a value"),
    ("[{\"b\":NaN}]", "*", "NaN in line 1 (byte 7)", "a value"),
    ("[{\"b\":1 2}]", "*", "2 in line 1 (byte 9)", "a comma or }"),
    ("[{\"b\":\"x\"y}]", "*", "y in line 1 (byte 10)", "a comma or }"),
    ("[{\"b\":1\"x\"}]", "*", "1\"x\" in line 1 (byte 7)", "a value"),
    ("[{\"b\":1]}", "*", "] in line 1 (byte 8)", "a comma or }"),
    ("[{}]]", "*", "] in line 1 (byte 5)", "an array or an object as the document"),
    ("{\"a\":1},", "", ", in line 1 (byte 8)", "an object as the document"),
    (
      "[{\"b\":'a very long token that nobody wants to see'}]", "*",
      "'a in line 1 (byte 7)", "a value"
    ),
    (
      String(repeating: "[", count: 100_000), "*", "[ in line 1 (byte 1025)",
      "less than 1,024 levels of arrays and objects"
    ),
    (
      "[{\"a\":" + String(repeating: "{\"a\":", count: 100_000), "*", "{ in line 1 (byte 5117)",
      "less than 1,024 levels of arrays and objects"
    ),
  ]

  @Test(arguments: Self.cases)
  func `what is no JSON is refused`(
    text: String, path: String, found: String, expected: String
  ) throws {
    let file = try folder.write(text, to: "a.ndjson")
    let source = try SourceFile(path: file)
    let error = FileError.malformed(file: file, found: found, expected: expected)
    let rows = try #require(RowPath(path))
    #expect(throws: error) { try source.read(columns: ["a"], rows: rows, threads: 2) }
    #expect(throws: error) { try source.columnNames(rows: rows) }
    #expect(throws: error) {
      try source.forEachRowText(of: Buffer([99]), at: rows) { _ in }
    }
  }

  @Test func `bytes that are no UTF-8 are refused, with their place`() throws {
    let cases: [[UInt8]] = [
      [0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC0, 0xAF],
    ]
    for bytes in cases {
      let file = folder.file("a.json")
      try Data(Array("[{\"é\":1},\n{\"b\":\"".utf8) + bytes + Array("\"}]".utf8))
        .write(to: URL(fileURLWithPath: file))
      let source = try SourceFile(path: file)
      #expect(
        throws: FileError.malformed(
          file: file, found: "a byte that is no UTF-8 in line 2 (byte 18)", expected: "UTF-8 text")
      ) { try source.rowPaths() }
    }
  }

  @Test func `a column path that means nothing is refused`() throws {
    let file = try folder.write("{}", to: "a.ndjson")
    for path in ["", "a//b", "a/..", "../", "a/@key", "@key/a", "a/*", "~", ".."] {
      #expect(
        throws: FileError.malformed(
          file: file, found: "the column path \(path)", expected: "a path such as ../course")
      ) { try SourceFile(path: file).read(columns: [path], threads: 1) }
    }
  }

  @Test func `a file cut anywhere, or with any byte changed, never crashes`() throws {
    let text = #"{"races":[{"id":1.5e3,"runners":[{"n":"\u00e9\u6158\"/🐎","x":[true,null]}]}]}"#
    let path = try #require(RowPath("races/*/runners/*"))
    var random = SeededGenerator(41)
    // No change of one byte makes half a surrogate pair, on which Foundation is stricter.
    for count in 1..<text.utf8.count {
      var bytes = Array(text.utf8.prefix(count))
      let file = folder.file("cut.json")
      try Data(bytes).write(to: URL(fileURLWithPath: file))
      #expect(throws: FileError.self) { try SourceFile(path: file).rowPaths() }
      bytes = Array(text.utf8)
      bytes[count] = UInt8.random(in: 0...255, using: &random)
      try Data(bytes).write(to: URL(fileURLWithPath: file))
      let source = try SourceFile(path: file)
      let rows = try? source.read(columns: ["n", "../id", "x"], rows: path, threads: 1)
      let isJSON = (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil
      #expect((rows != nil) == isJSON, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }
}
