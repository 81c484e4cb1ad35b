import Racing
import Testing

struct FormLineTests {
  @Test(arguments: [
    ("4/0-F02U1", "40F02U1"), ("1", "1"), ("-13P6P", "13P6P"), ("pu-3", "PU3"), ("9-5", "95"),
    ("FUPRBSCLODV", "FUPRBSCLODV"),
  ])
  func `runs are read without the marks between seasons`(text: String, runs: String) throws {
    let line = try #require(FormLine.parse(text))
    #expect(String(decoding: line.runs, as: UTF8.self) == runs)
    #expect(line.runCount == runs.utf8.count)
    #expect(FormLine.parse(line.description) == line)
  }

  @Test(arguments: [
    ("4/0-F02U1", "F02U1"), ("12", "12"), ("12-", ""), ("1/-3", "3"), ("P6/", ""),
    ("-13P6P", "13P6P"),
  ])
  func `a dash or a slash is a break`(text: String, runs: String) throws {
    let line = try #require(FormLine.parse(text))
    #expect(String(decoding: line.runsSinceBreak, as: UTF8.self) == runs)
  }

  @Test(arguments: ["", "-", "/-", "1 2", "12.5", "9–5", "X1", "NaN", "+250", "1\u{0}"])
  func `other text is no form line`(text: String) {
    #expect(FormLine.parse(text) == nil)
  }
}
