import Columns
import Foundation
import Testing

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("Ann", 3), ("Zoë", 3), ("Zoe\u{308}", 3), ("潘頓", 4), ("蘋果 A", 6), ("ｱ", 1), ("Ａ", 2),
    ("한국", 4), ("🐎", 2), ("ひら", 4), ("–…", 2),
  ])
  func `wide characters take two cells and marks none`(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test(arguments: [
    ("Ann", 3, "Ann"), ("Anne", 3, "An…"), ("潘頓蘋", 4, "潘…"), ("潘頓", 4, "潘頓"), ("abc", 0, "…"),
    ("Zoe\u{308}x", 3, "Zo…"), ("a\u{1B}[2Jb", 9, "a\u{FFFD}[2Jb"), ("👩\u{200D}🚀", 9, "👩\u{200D}🚀"),
    ("a\nb\u{202E}c", 9, "a b\u{FFFD}c"), ("نامه\u{200C}ها", 9, "نامه\u{200C}ها"),
  ])
  func `a text is cut to its cells, and commands nothing`(text: String, limit: Int, shown: String) {
    #expect(DisplayWidth.printable(text, limit: limit) == shown)
  }

  @Test(arguments: [
    ("a\u{1B}[2Jb", #"a\u001B[2Jb"#), ("a\u{9B}31m", #"a\u009B31m"#), ("x\u{202E}y", #"x\u202Ey"#),
    ("a\r\nb\tc", "a\\u000D\nb\tc"), ("👩\u{200D}🚀 Zoë", "👩\u{200D}🚀 Zoë"),
    ("\u{E0041}", #"\uDB40\uDC41"#), ("\u{2028}\u{FEFF}\u{7F}", #"\u2028\uFEFF\u007F"#),
  ])
  func `what would command a terminal is written as an escape`(text: String, shown: String) throws {
    #expect(DisplayWidth.escaped(text) == shown)
    guard !text.contains("\r"), !text.contains("\u{1B}"), !text.contains("\t") else { return }
    let json = Data("[\"\(shown)\"]".utf8)
    #expect(try JSONDecoder().decode([String].self, from: json) == [text])
  }

  @Test func `a megabyte is cut as fast as it is read`() {
    let long = String(repeating: "潘e\u{301} ", count: 200_000)
    #expect(DisplayWidth.printable(long, limit: 7) == "潘e\u{301} 潘…")
    #expect(DisplayWidth.printable(long).unicodeScalars.count == 800_000)
  }

  @Test func `a text is padded to its cells and never cut`() {
    #expect(DisplayWidth.padded("潘頓", to: 6) == "潘頓  ")
    #expect(DisplayWidth.paddedLeft("潘頓", to: 6) == "  潘頓")
    #expect(DisplayWidth.padded("潘頓", to: 3) == "潘頓")
  }
}
