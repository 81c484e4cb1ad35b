import TestSupport
import Testing
@testable import Mappings

struct CellPatternTests {
  @Test(arguments: [
    (#"^(?:[A-Za-z]+ / )?(.*?)(?: \([A-Z]+\))?$"#, "Ascot / Red Rum (IRE)", "Red Rum"),
    (#"^(?:\d+m)?(?:\d+f)?"#, "2m4f Hcap", "2m4f"), (#"^(?:\d+m)?(?:\d+f)?"#, "Hcap", ""),
    (#"^(\d+)\. *"#, "12.  Arkle", "12"), (#"(a|ab)(c|bcd)"#, "abcd", "a"),
    (#"a{2,3}?"#, "aaaa", "aa"),
    (#"a{2,3}"#, "aaaa", "aaa"), (#"[^\W\d_]+"#, "1_Éva2", "Éva"),
    (#"(?i)r(?:UM)\b"#, "Red rum!", "rum"),
    (#"\bRum$"#, "Red Rum", "Rum"), (#"[\]a-c-]+"#, "x]b-d", "]b-"),
    (#"\x41\u0042\u{43}"#, "ABC", "ABC"),
    (#"(?<day>\d\d)/(\d\d)"#, "07/08", "07"), (#"a|"#, "b", ""), (#"(?i:É)v"#, "év", "év"),
    ("(?i)b|c", "C", "C"), ("(?:a(?i)b)c", "aBc", "aBc"), ("(a|(?i)b|c)d", "Cd", "C"),
    ("(?:)a(?:){3}", "a", "a"), ("(?:b{0}){2}a", "ba", "a"), ("(?:a{0})*b|c", "b", "b"),
  ])
  func `a pattern takes its first group, or all that it matches`(
    pattern: String, text: String, taken: String
  ) throws {
    #expect(try CellPattern(pattern).firstMatch(in: text).map(String.init) == taken)
  }

  /// The flag counts for the alternatives behind it, and separates none: as in PCRE.
  @Test func `a flag in the middle leaves the alternatives as they are`() throws {
    for (text, taken) in [("ac", "c"), ("xC", "C"), ("aB", "aB"), ("Ab", nil), ("a", nil)] {
      #expect(try CellPattern("a(?i)b|c").firstMatch(in: text).map(String.init) == taken)
    }
    #expect(try CellPattern("(?:a(?i)b)c").firstMatch(in: "abC") == nil)
  }

  /// Each would be written out some 10^12 times: the time of a test run is the proof.
  @Test(arguments: ["(?:)", "", "(?:a{0})", "(?:(?:)|){0}", "(?i)"])
  func `repeats of nothing cost nothing`(part: String) throws {
    let pattern = (0..<90).reduce("(?:\(part))") { text, _ in "(?:\(text){1000})" }
    #expect(try CellPattern(pattern + "b").firstMatch(in: "ab") == "b")
  }

  @Test func `the input that hung is read`() throws {
    let path = RailbirdProcess.packageFolder + "/Tests/Fuzz/Corpus/yaml/found-empty-repeats"
    let input = try String(contentsOfFile: path, encoding: .utf8)
    #expect(try Mapping(yaml: String(input.dropFirst()), file: "found").tables["results"] != nil)
  }

  @Test func `a group that has no part in the match takes nothing`() throws {
    #expect(try CellPattern("(a)|b").firstMatch(in: "b") == nil)
    #expect(try CellPattern("x").firstMatch(in: "y") == nil)
  }

  @Test(arguments: [
    "(", ")", "[a", "a**", "*a", "a{3,2}", "{", "\\", #"\q"#, "[b-a]", "a{,}", "a{1001,7}", "(?x)a",
    "(?i)*a",
  ])
  func `what is no pattern is refused`(text: String) {
    #expect(throws: PatternError.malformed) { try CellPattern(text) }
  }

  @Test(arguments: [
    (#"(a)\1"#, "a back reference"), ("(?=a)b", "a look ahead"), ("(?<!a)b", "a look behind"),
    ("(?>a)", "an atomic group"), ("a++", "a possessive quantifier"),
    ("a{1001}", "a repeat of more than 1000"),
    ("a{2,99999999999999999999}", "a repeat of more than 1000"),
    ("((a{100}){100}){100}", "more than 2000 steps, its repeats written out"),
  ])
  func `a pattern without a bound is refused by name`(text: String, part: String) {
    #expect(throws: PatternError.unbounded(part)) { try CellPattern(text) }
  }

  /// Each took years by backtracking: the time of a test run is the proof.
  @Test(arguments: [
    #"^(a+)+$"#, #"^(a|a)*$"#, #"^(a|aa)+$"#, #"(a*)*b"#, #"(.*)(.*)(.*)(.*)(.*)x"#,
    #"^(([a-z])+.)+[A-Z]([a-z])+$"#,
  ])
  func `no pattern takes longer than its text`(pattern: String) throws {
    let text = String(repeating: "a", count: 2_000) + "!"
    #expect(try CellPattern(pattern).firstMatch(in: text) == nil)
  }

  @Test func `a text beyond the limit matches nothing`() throws {
    let text = String(repeating: "a", count: Limits.matchedBytes)
    #expect(try CellPattern("^a").firstMatch(in: text) == "a")
    #expect(try CellPattern("^a").firstMatch(in: text + "a") == nil)
  }

  @Test func `deep groups are refused, not followed to the end of the stack`() {
    let deep = String(repeating: "(", count: 100_000) + String(repeating: ")", count: 100_000)
    #expect(throws: PatternError.malformed) { try CellPattern(deep) }
  }

  /// Swift's own engine, which backtracks, is the reference for what both understand.
  @Test func `any pattern takes what Swift's engine takes`() throws {
    var random = SeededGenerator(33)
    for _ in 0..<3_000 {
      let pattern = Self.pattern(&random, depth: 3)
      let text = String(
        (0..<Int.random(in: 0...8, using: &random)).map { _ in
          "abc1 ".randomElement(using: &random)!
        })
      let own = try CellPattern(pattern).firstMatch(in: text)
      let match = try Regex(pattern).firstMatch(in: text)
      let expected = match.flatMap {
        $0.output.count > 1 ? $0.output[1].substring : $0.output[0].substring
      }
      #expect(own == expected, "\(pattern) in “\(text)”")
    }
  }

  /// Makes a pattern in which every repeated group takes something: of repeats of nothing the
  /// engines read the last part differently, as they do the edges of words.
  private static func pattern(_ random: inout SeededGenerator, depth: Int) -> String {
    let inner = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      part(&random, depth: depth, mayTake: true)
    }.joined()
    let start = Int.random(in: 0..<8, using: &random) == 0 ? "^" : ""
    return start + inner + (Int.random(in: 0..<8, using: &random) == 0 ? "$" : "")
  }

  private static func part(
    _ random: inout SeededGenerator, depth: Int, mayTake: Bool
  ) -> String {
    let atom =
      ["a", "b", "c", ".", #"\d"#, #"\w"#, #"\s"#, "[ab]", "[^a]", "[a-c1]"]
      .randomElement(using: &random) ?? "a"
    let quantifiers = ["", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?"]
    let quantifier = quantifiers.randomElement(using: &random) ?? ""
    guard depth > 0 else { return atom + quantifier }
    func more(mayTake: Bool) -> String { part(&random, depth: depth - 1, mayTake: mayTake) }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return "(?:" + atom + more(mayTake: false) + ")" + quantifier
    case 1 where mayTake: return "(" + more(mayTake: false) + more(mayTake: false) + ")"
    case 2: return "(?:" + more(mayTake: mayTake) + "|" + more(mayTake: mayTake) + ")"
    default: return atom + quantifier
    }
  }
}
