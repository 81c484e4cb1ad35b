import Columns
import Testing

struct UnicodeBlankTests {
  @Test(arguments: [
    ("\u{A0}x\u{3000}", [2, 3]), ("\u{FEFF}x\u{200B}", [3, 3]), ("\u{AD}x\u{85}", [2, 2]),
    ("\u{61C}x\u{2003}", [2, 3]), ("\u{200E}x\u{2060}", [3, 3]), ("\u{1680}x\u{2028}", [3, 3]),
    // Letters that share bytes with blanks, and ASCII.
    ("à€", [0, 0]), ("佐藤", [0, 0]), ("ｘÂ", [0, 0]), (" x ", [0, 0]), ("", [0, 0]),
  ])
  func `a blank beyond ASCII is found at either end`(text: String, counts: [Int]) {
    let found = Array(text.utf8).withUnsafeBufferPointer {
      [UnicodeBlank.count(atStartOf: $0), UnicodeBlank.count(atEndOf: $0)]
    }
    #expect(found == counts)
  }

  @Test(
    arguments: [[0xC2], [0xA0], [0xE3, 0x80], [0x80, 0x80], [0xEF, 0xBB, 0x41]] as [[UInt8]])
  func `bytes that are no UTF-8 are no blank`(bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer {
      #expect(UnicodeBlank.count(atStartOf: $0) == 0 && UnicodeBlank.count(atEndOf: $0) == 0)
    }
  }
}
