import Columns
import Testing

@testable import TabularFiles

struct FixedWidthTextTests {
  private func cells(_ text: String, _ widths: [Int]) -> String {
    let bytes = FixedWidthText(bytes: Buffer(Array(text.utf8)), widths: widths)
      .cells(between: UInt8(ascii: ","))
    return String(decoding: bytes.pointer, as: UTF8.self)
  }

  @Test func `cells lose the blanks at their ends, and a line its rest`() {
    #expect(cells("01Marl  12rest\r\n02Old Gem3\n", [2, 6, 2]) == "01,Marl,12\n02,Old Ge,m3\n")
    #expect(cells("\u{FEFF}1a\n", [1, 1]) == "1,a\n")
  }

  @Test func `characters of East Asia are two wide, halves of kana and others one`() {
    #expect(cells("アオ　　1\nｱｵ      2\nÉté     3\n", [8, 1]) == "アオ,1\nｱｵ,2\nÉté,3\n")
  }

  @Test func `a short line has fewer cells, a blank one none`() {
    #expect(cells("1234\n12\n\n56", [2, 2]) == "12,34\n12\n\n56\n")
  }

  @Test func `marks inside a cell are quoted`() {
    #expect(cells("a,b\"c1\n", [5, 1]) == "\"a,b\"\"c\",1\n")
  }
}
