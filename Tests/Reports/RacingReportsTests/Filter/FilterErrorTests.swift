import TestSupport
import Testing

@testable import RunnerKeys

struct FilterErrorTests {
  private func error(_ text: String) -> FilterError? {
    do {
      _ = try Filter(text)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    (
      "distence_m < 1200", "the field distence_m",
      "a field of runners or races (nearest: distance_m)", 0
    ),
    (
      "sp < 2 and jokcey = Ann", "the field jokcey",
      "a field of runners or races (nearest: jockey)", 11
    ),
    ("Jokey = Ann", "the field Jokey", "a field of runners or races (nearest: jockey)", 0),
    (
      "weather = wet", "the field weather",
      "a field of runners or races, such as course, distance_m or sp", 0
    ),
    (
      "import_id = 1", "the field import_id",
      "a field of runners or races, such as course, distance_m or sp", 0
    ),
    ("sp < cheap", "cheap", "a number for sp", 5),
    ("sp < \"3\"", "the text \"3\"", "a number for sp", 5),
    ("bsp < morning_wpa", "morning_wpa", "a number for bsp, or a field (nearest: morning_wap)", 6),
    ("sp < jockey", "the field jockey", "a number for sp", 5),
    ("sp / bspp > 1", "bspp", "a number for /, or a field (nearest: bsp)", 5),
    ("sp/bsp-3 >", "the end", "a number for sp / bsp - 3", 10),
    ("jockey - 1 > 2", "jockey", "a number for -", 0),
    ("sp < 2024-01-01", "2024-01-01", "a number for sp", 5),
    ("abs(sp", "no )", ") to end what begins here", 3),
    ("coalesce(going, 3) = Good", "the number 3", "a text for coalesce; in quotes it is one", 16),
    ("sp * (bsp > 2)", ">", "+, -, *, / or )", 10),
    (
      "sp + 1.0000001 > 2", "1.0000001",
      "a number below 9,223,372,036,854 with at most six decimals beside a sign", 5
    ),
    ("handicap < is_favourite", "<", "=, !=, in or is null for handicap", 9),
    ("date = off_time", "off_time", "a day as YYYY-MM-DD for date", 7),
    ("sp < 1e400", "1e400", "a number for sp", 5),
    ("sp < NaN", "NaN", "a number for sp", 5),
    ("sp = null", "null", "a number for sp; is null finds what is absent", 5),
    ("course = 3", "the number 3", "a text for course; in quotes it is one", 9),
    ("jockey = sp", "the field sp", "a text for jockey; in quotes it is one", 9),
    ("course = true", "true", "a text for course", 9),
    ("course = and", "and", "a text for course", 9),
    ("handicap = 1", "1", "true or false for handicap", 11),
    ("handicap < true", "<", "=, !=, in or is null for handicap", 9),
    ("outcome between fell and void", "between", "=, !=, in or is null for outcome", 8),
    (
      "outcome like 'f%'", "like",
      "a comparison with one of finished, pulled_up, fell, unseated, brought_down, refused, "
        + "ran_out, slipped_up, carried_out, disqualified, did_not_finish, non_runner, void, "
        + "unresolved, lost", 8
    ),
    (
      "outcome = finnished", "the outcome finnished",
      "one of finished, pulled_up, fell, unseated, brought_down, refused, ran_out, slipped_up, "
        + "carried_out, disqualified, did_not_finish, non_runner, void, unresolved, "
        + "lost (nearest: finished)", 10
    ),
    ("sp like '1%'", "like", "a comparison with a number for sp", 3),
    ("date = 2023-02-29", "2023-02-29", "a day as YYYY-MM-DD for date", 7),
    ("date = yesterday", "yesterday", "a day as YYYY-MM-DD for date", 7),
    ("date > 20240101", "20240101", "a day as YYYY-MM-DD for date", 7),
    (
      "off_time = 2024-01-01T24:00", "2024-01-01T24:00",
      "a day or a time as YYYY-MM-DDTHH:MM:SS for off_time", 11
    ),
    (
      "off_time = 2024-01-01T12:60", "2024-01-01T12:60",
      "a day or a time as YYYY-MM-DDTHH:MM:SS for off_time", 11
    ),
    ("sp", "the end", "a comparison after sp", 2),
    ("sp and handicap", "and", "a comparison after sp", 3),
    ("sp <", "the end", "a number for sp", 4),
    ("sp < )", ")", "a number for sp", 5),
    ("sp ! 3", "!", "a comparison after sp", 3),
    ("sp =< 3", "<", "a number for sp", 4),
    ("10 > 9", "10", "a field, not or (", 0),
    ("'sp' < 1", "the text 'sp'", "a field, not or (", 0),
    ("and", "and", "a field, not or (", 0),
    ("sp < 3 and", "the end", "a field, not or (", 10),
    ("sp < 3 sp > 1", "sp", "and, or, or the end", 7),
    ("jockey = Ryan Moore", "Moore", "and, or, or the end", 14),
    ("handicap)", ")", "and, or, or the end", 8),
    ("handicap && age = 3", "&&", "and, or, or the end", 9),
    ("(handicap age", "age", "and, or, or )", 10),
    ("age = 1 and (handicap", "no )", ") to end what begins here", 12),
    ("age in (1, 2", "no )", ") to end what begins here", 7),
    ("age in (1 2)", "2", ", or )", 10),
    ("age in ()", ")", "a number for age", 8),
    ("age in 1", "1", "( and values", 7),
    ("age between 1 or 2", "or", "and", 14),
    ("age is 3", "3", "null or not null", 7),
    ("age is not 3", "3", "null", 11),
    ("age not null", "null", "in, between or like after age not", 8),
    ("jockey = \"Ann", "a text that no \" ends", "\" at its end", 9),
    ("jockey = O'Brien", "a text that no ' ends", "' at its end", 10),
    ("jockey = 'it''s", "a text that no ' ends", "' at its end", 9),
  ])
  func `a refused filter says what and where`(
    text: String, found: String, expected: String, position: Int
  ) {
    let error = error(text)
    #expect(error?.position == position)
    let caret = String(repeating: " ", count: position) + "^"
    #expect(
      error?.description
        == "--where: found \(found); expected \(expected)\n  \(text)\n  \(caret)")
  }

  @Test(arguments: ["", "  ", "\n\t"])
  func `an empty filter is refused`(text: String) {
    #expect(
      error(text)?.description == "--where: found no condition; expected one such as sp < 10")
  }

  @Test func `the caret is under its character, wide ones before it included`() {
    #expect(
      error("course in (\"沙田\", 跑馬地) and sp < cheap")?.description.hasSuffix(
        """

          course in ("沙田", 跑馬地) and sp < cheap
                                              ^
        """) == true)
    // A combining mark takes no cell, and the line is the one with the mistake in it.
    #expect(
      error("age = 3 and\njockey = \"Zoe\u{308}\" or agee = 3\nor age = 4")?.description
        == """
        --where: found the field agee; expected a field of runners or races (nearest: age)
          jockey = "Zoe\u{308}" or agee = 3
                            ^
        """)
  }

  @Test func `control characters are not sent to the terminal`() {
    let message = error("sp < \u{1B}[31m\u{7}\tx")?.description ?? ""
    #expect(message.hasPrefix("--where: found \u{FFFD}[31m\u{FFFD}; expected a number for sp\n"))
    #expect(!message.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  @Test func `of a long line the part around the mistake is shown`() {
    let text = Array(repeating: "handicap", count: 100).joined(separator: " or ") + " or agee = 3"
    let lines = error(text)?.description.split(separator: "\n") ?? []
    #expect(lines.count == 3)
    #expect(lines[1].hasPrefix("  …") && lines[1].hasSuffix("agee = 3"))
    #expect(lines[1].dropFirst(lines[2].count - 1).hasPrefix("agee"))
    #expect(lines[1].count <= 100)
  }

  @Test(arguments: ["(", "not ", "not(", "( not "])
  func `what is nested too deeply is refused, however deep`(part: String) {
    for count in [101, 10_000, 100_000] {
      let error = error(String(repeating: part, count: count) + "handicap")
      #expect(
        error?.kind
          == .tooLarge(
            found: "more than 100 nested parentheses and nots", expected: "at most 100"))
    }
    let closed =
      String(repeating: "(", count: 10_000) + "handicap"
      + String(repeating: ")", count: 10_000)
    #expect(error(closed)?.position == 100)
  }

  @Test func `too many signs are refused`() {
    let text = "sp" + String(repeating: " + sp", count: 101) + " > 1"
    #expect(
      error(text)?.kind
        == .tooLarge(found: "more than 100 signs and functions", expected: "at most 100"))
  }

  @Test func `too many characters and too many values are refused`() {
    #expect(
      error("sp<10" + String(repeating: " ", count: 9_996))?.kind
        == .tooLarge(found: "more than 10000 characters", expected: "at most 10000"))
    #expect(
      error("jockey = '" + String(repeating: "x", count: 20_000))?.kind
        == .tooLarge(found: "more than 10000 characters", expected: "at most 10000"))
    let values = Array(repeating: "1", count: 1_001).joined(separator: ",")
    let many = error("draw in (\(values))")
    #expect(many?.kind == .tooLarge(found: "more than 1000 values", expected: "at most 1000"))
    #expect(many?.position == 9 + 2_000)
  }

  /// Any text gives a filter, or an error inside the text.
  @Test func `no text brings the parser down`() {
    var random = SeededGenerator(11)
    var filters = RandomFilters(salt: 12)
    let alphabet = Array("()\"',=<>! \n%_aé潘🐎\u{301}\u{0}09-.+".unicodeScalars)
    for round in 0..<3_000 {
      var scalars: [Unicode.Scalar]
      if round % 3 == 0 {
        let bytes = (0..<Int.random(in: 0..<60, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
        scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
      } else {
        scalars = Array(filters.expression().description.unicodeScalars)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let place = Int.random(in: 0...scalars.count, using: &random)
          let end = min(scalars.count, place + Int.random(in: 0..<8, using: &random))
          let letter = alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
          scalars.replaceSubrange(place..<end, with: round % 2 == 0 ? [letter] : [])
        }
      }
      let text = String(String.UnicodeScalarView(scalars))
      guard let error = error(text) else { continue }
      #expect((0...text.unicodeScalars.count).contains(error.position))
      let start = "--where: found ".utf8
      #expect(error.description.utf8.starts(with: start), "seed \(SeededGenerator.seed)")
      #expect(error.kind == .empty || error.description.hasSuffix("^"))
    }
  }
}
