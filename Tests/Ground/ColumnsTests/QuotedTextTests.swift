import Columns
import Testing

/// Texts quoted for CSV and JSON, breaks and marks of control included.
struct QuotedTextTests {
  @Test(arguments: [
    ("Ann", "\"Ann\""), ("a\"b\\c", #""a\"b\\c""#), ("a\tb\rc\nd", #""a\tb\rc\nd""#),
    ("\u{1}\u{1F}\u{7F}", "\"\\u0001\\u001f\u{7F}\""),
  ])
  func `JSON escapes what RFC 8259 asks for`(text: String, literal: String) {
    #expect(JSONText.string(text) == literal)
  }

  @Test(arguments: [
    ("a b", "a b"), ("a\rb", "\"a\rb\""), ("a\nb", "\"a\nb\""), ("a,b", "\"a,b\""),
    ("a\"b", "\"a\"\"b\""), ("a\tb", "a\tb"),
  ])
  func `CSV quotes what RFC 4180 asks for`(text: String, cell: String) {
    #expect(CSVCell.line([text, "x"]) == cell + ",x")
  }
}
