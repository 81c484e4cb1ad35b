import Columns
import Testing

struct HexTextTests {
  @Test(arguments: [
    (0, "0000000000000000"), (0xA, "000000000000000a"), (0x0123_4567_89AB_CDEF, "0123456789abcdef"),
    (UInt64.max, "ffffffffffffffff"),
  ])
  func `a number has sixteen digits`(number: UInt64, digits: String) {
    #expect(HexText.of(number) == digits)
  }

  @Test func `bytes have two digits each`() {
    #expect(HexText.of([UInt8](arrayLiteral: 0, 9, 0x7F, 0xFF)) == "00097fff")
    #expect(HexText.of([UInt8]()) == "")
  }
}
