import Testing
import YAMLText

struct YAMLScalarTests {
  /// A text as a scalar, and in double and in single quotes, by YAML 1.2, §7.3.
  @Test(arguments: [
    ("Kölner Dom", "Kölner Dom", #""Kölner Dom""#, "'Kölner Dom'"),
    ("12", #""12""#, #""12""#, "'12'"), ("No", #""No""#, #""No""#, "'No'"),
    ("", #""""#, #""""#, "''"), ("it's", #""it's""#, #""it's""#, "'it''s'"),
    (#"a "b" \c"#, #""a \"b\" \\c""#, #""a \"b\" \\c""#, #"'a "b" \c'"#),
    ("1½–2", #""1\u00bd\u20132""#, #""1½–2""#, "'1½–2'"),
  ])
  func `a text has one form of each kind`(
    text: String, scalar: String, double: String, single: String
  ) {
    #expect(text.yamlScalar == scalar)
    #expect(text.yamlWord == (scalar.hasPrefix("\"") ? scalar : "\"\(scalar)\""))
    #expect(text.yamlDoubleQuoted == double)
    #expect(text.yamlSingleQuoted == single)
  }

  @Test func `hidden characters are escaped`() {
    let text = "a\t\u{85}\u{200F}\u{1F40E}"
    #expect(text.yamlScalar == #""a\x09\x85\u200f\U0001f40e""#)
    #expect(text.yamlDoubleQuoted == #""a\U00000009\U00000085\U0000200F"# + "\u{1F40E}\"")
  }

  @Test(arguments: ["Kölner Dom", "12", "No", "", "it's", #"a "b" \c"#, "- x", "a: b # c", "1½–2"])
  func `every form is read as the text`(text: String) throws {
    for form in [text.yamlScalar, text.yamlWord, text.yamlDoubleQuoted, text.yamlSingleQuoted] {
      let list = try YAMLValue(text: "[\(form), x]", file: "f.yaml")
      #expect(try list.texts() == [text, "x"])
    }
  }
}
