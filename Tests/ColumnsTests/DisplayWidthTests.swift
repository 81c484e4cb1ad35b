import Columns
import Testing

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("Ann", 3), ("Zoë", 3), ("Zoe\u{308}", 3), ("潘頓", 4), ("蘋果 A", 6), ("ｱ", 1), ("Ａ", 2),
    ("한국", 4), ("🐎", 2), ("ひら", 4), ("–…", 2),
  ])
  func `wide characters take two cells and marks none`(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test func `a text is padded to its cells and never cut`() {
    #expect(DisplayWidth.padded("潘頓", to: 6) == "潘頓  ")
    #expect(DisplayWidth.paddedLeft("潘頓", to: 6) == "  潘頓")
    #expect(DisplayWidth.padded("潘頓", to: 3) == "潘頓")
  }
}
