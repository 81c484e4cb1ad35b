import TestSupport
import Testing

@testable import RunnerKeys

struct FilterParserTests {
  @Test(arguments: [
    ("sp < 10", "sp < 10"),
    ("SP<10 AND Draw==+03.50", "sp < 10 and draw = 3.5"),
    ("sp <> -0.0", "sp != 0"),
    ("sp >= .5 or sp<=5.", "sp >= 0.5 or sp <= 5"),
    ("handicap", "handicap"),
    ("NOT tote_paid", "not tote_paid"),
    ("handicap = TRUE or handicap != true", "handicap or handicap != true"),
    ("tote_paid in (true,false)", "tote_paid in (true, false)"),
    ("course = Ascot", "course = \"Ascot\""),
    ("course = 'O''Brien''s \"x\"'", "course = \"O'Brien's \"\"x\"\"\""),
    ("course in (\"沙田\", 跑馬地)", "course in (\"沙田\", \"跑馬地\")"),
    ("jockey = \"Zoe\u{308}\"", "jockey = \"Zo\u{EB}\""),
    ("jockey not in ('and')", "jockey not in (\"and\")"),
    ("not jockey in (a,b)", "jockey not in (\"a\", \"b\")"),
    ("not not jockey in (a)", "not jockey not in (\"a\")"),
    ("horse like 'A%_'", "horse like \"A%_\""),
    ("horse not like '%'", "horse not like \"%\""),
    ("sp is null or bsp is not null", "sp is null or bsp is not null"),
    ("date between 2024-01-01 and '2024-12-31'", "date between 2024-01-01 and 2024-12-31"),
    ("sp not between 1 and 2 and draw=1", "sp not between 1 and 2 and draw = 1"),
    ("off_time >= 2024-01-01", "off_time >= 2024-01-01T00:00:00Z"),
    ("off_time < '2024-01-01T13:05'", "off_time < 2024-01-01T13:05:00Z"),
    ("off_time = 1969-12-31T23:59:59Z", "off_time = 1969-12-31T23:59:59Z"),
    ("outcome in (finished, \"pulled_up\")", "outcome in (\"finished\", \"pulled_up\")"),
    ("month = 2024-01", "month = \"2024-01\""),
    ("days_since_last_run >= 60", "days_since_last_run >= 60"),
    ("age = 3 or age = 4 and draw = 1", "age = 3 or age = 4 and draw = 1"),
    ("(age = 3 or age = 4) and draw = 1", "(age = 3 or age = 4) and draw = 1"),
    ("((age = 3) and ((draw = 1)))", "age = 3 and draw = 1"),
    ("age = 3 and (draw = 1 and number = 2)", "age = 3 and (draw = 1 and number = 2)"),
    ("not (age = 3 and draw = 1) and handicap", "not (age = 3 and draw = 1) and handicap"),
    ("not age = 3 and handicap", "not age = 3 and handicap"),
    ("10 > sp", "sp < 10"),
    ("2 <= sp/bsp", "sp / bsp >= 2"),
    ("weight_lb-last_weight_lb >= -3", "weight_lb - last_weight_lb >= -3"),
    ("(sp + bsp) * 2 - (tote) > 1", "(sp + bsp) * 2 - tote > 1"),
    ("((sp - (bsp - 1)) / 2) < 1", "(sp - (bsp - 1)) / 2 < 1"),
    ("sp*-bsp < -(tote) or (- 3*sp) > 1", "sp * -bsp < -tote or -3 * sp > 1"),
    ("ABS(sp -bsp) not in (1,2)", "abs(sp - bsp) not in (1, 2)"),
    ("coalesce(last_going, 'none') = Going", "coalesce(last_going, \"none\") = going"),
    ("Jockey != last_jockey", "jockey != last_jockey"),
    ("coalesce(handicap, tote_paid)", "coalesce(handicap, tote_paid)"),
    ("sp between bsp and 9", "sp >= bsp and sp <= 9"),
    ("draw in (1, number)", "draw = 1 or draw = number"),
    ("draw not in (number, race_no)", "not (draw = number or draw = race_no)"),
    ("(sp - bsp) is not null and (handicap)", "sp - bsp is not null and handicap"),
    ("course = A-B and date = 2024-01-01", "course = \"A-B\" and date = 2024-01-01"),
    ("\n\tsp\u{A0}<\r\n10\n", "sp < 10"),
    (
      "sp = 123456789012345678901234567890123456789.1234567890",
      "sp = 123456789012345678901234567890123456789.123456789"
    ),
  ])
  func `a filter has one canonical form`(text: String, canonical: String) throws {
    let filter = try Filter(text)
    #expect(filter.text == text)
    #expect(filter.description.utf8.elementsEqual(canonical.utf8), "\(filter)")
    #expect(try Filter(canonical).expression == filter.expression)
  }

  @Test func `what is printed reads back as the same condition`() throws {
    var filters = RandomFilters(salt: 7)
    for _ in 0..<2_000 {
      let expression = filters.expression(depth: 4)
      let text = expression.description
      #expect(
        try Filter(text).expression == expression, "\(text) with seed \(SeededGenerator.seed)")
    }
  }

  @Test func `a hundred levels are read and the limit of values is reached`() throws {
    let open = String(repeating: "(", count: 100)
    let close = String(repeating: ")", count: 100)
    #expect(try Filter(open + "handicap" + close).description == "handicap")
    let texts = [
      String(repeating: "not ", count: 100) + "handicap",
      "draw in (" + Array(repeating: "1", count: 1_000).joined(separator: ",") + ")",
      "sp<10" + String(repeating: " ", count: 9_995),
      // Not nested, however many there are.
      Array(repeating: "(not handicap)", count: 500).joined(separator: " or "),
    ]
    for text in texts { #expect(try Filter(text).text == text) }
  }
}
