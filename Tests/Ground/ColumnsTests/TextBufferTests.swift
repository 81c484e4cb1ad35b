import Columns
import Testing

struct TextBufferTests {
  @Test func `strings come back, empty ones and non-ASCII ones too`() {
    let strings = ["", "Ballydoyle", "", "Ödön", "🐎", ""]
    let text = TextBuffer(strings)
    #expect(text.count == 6)
    #expect((0..<6).map { text[$0] } == strings)
    #expect(Array(text.utf8(3)) == Array("Ödön".utf8))
    #expect(text.utf8(5).isEmpty)
  }

  @Test func `no strings at all`() {
    let text = TextBuffer([])
    #expect(text.count == 0)
    #expect(Array(text.offsets.pointer) == [0])
  }

  @Test func `offsets need not start with the first byte`() {
    let text = TextBuffer(offsets: Buffer([2, 3, 5]), bytes: Buffer(Array("xxabc".utf8)))
    #expect((0..<2).map { text[$0] } == ["a", "bc"])
  }

  @Test func `invalid UTF-8 is repaired when read as a string`() {
    let text = TextBuffer(offsets: Buffer([0, 2]), bytes: Buffer([0x41, 0xFF]))
    #expect(text[0] == "A\u{FFFD}")
    #expect(Array(text.utf8(0)) == [0x41, 0xFF])
  }
}
