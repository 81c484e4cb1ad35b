import Testing

@testable import ColumnStore

struct NameFormTests {
  private func code(_ name: String, in names: DictionaryEncoder) -> Int32? {
    Array(name.utf8).withUnsafeBufferPointer { names.nameCode($0) }
  }

  @Test(arguments: [
    ("Tom  Oak", "Tom Oak"), ("Tom\u{A0}Oak", "Tom Oak"), ("Tom \u{3000} Oak", "Tom Oak"),
    ("Tom\tOak", "Tom Oak"), ("Tom\n  Oak", "Tom Oak"), ("T\u{200B}om\u{FEFF} Oak", "Tom Oak"),
    ("To\u{AD}m Oak", "Tom Oak"), ("Ze\u{301}", "Z\u{E9}"), ("Cat\nII", "Cat\nII"),
    ("ع\u{200C}ب", "ع\u{200C}ب"), ("a\u{200D}b", "ab"), ("Ｃ．ルメール", "Ｃ．ルメール"),
  ])
  func `a name is tidied`(name: String, tidy: String) {
    let names = DictionaryEncoder.ofNames()
    #expect(code(name, in: names) == 0)
    #expect(Array(names.utf8(0)) == Array(tidy.utf8))
    #expect(code(tidy, in: names) == 0 && code(name, in: names) == 0 && names.count == 1)
  }

  @Test(arguments: [
    ["Ｃ．ルメール", "C.ルメール"], ["ﾙﾒｰﾙ", "ルメール"], ["Ａnn　Ash", "Ann Ash", "Ann\u{A0}Ash"],
    ["ﬁr", "fir"], ["\u{212B}ke", "Åke"],
  ])
  func `names in compatibility forms are one, in either order`(spellings: [String]) {
    for order in [spellings, spellings.reversed()] {
      let names = DictionaryEncoder.ofNames()
      for name in order + order { #expect(code(name, in: names) == 0, "\(name)") }
      #expect(code("Bea", in: names) == 1)
    }
  }

  @Test func `names of other letters are others`() {
    let names = DictionaryEncoder.ofNames()
    let all = ["Ann Ash", "ANN ASH", "Ann-Ash", "Zoë", "Zoe", "佐藤", "ガ", "カ", "강"]
    #expect(all.map { code($0, in: names) } == all.indices.map { Int32($0) })
    #expect([0xFF, 0x41].withUnsafeBufferPointer { names.nameCode($0) } == nil)
  }

  /// A name that is settled at a glance is its own form, whatever letters are beside each other.
  @Test func `the glance agrees with the normal forms`() {
    func isSettled(_ name: String) -> Bool {
      Array(name.utf8).withUnsafeBufferPointer { NameForm.isSettled($0) }
    }
    var settledCount = 0
    for block in 0..<256 as Range<UInt32> {
      let settled = (0..<256).compactMap { Unicode.Scalar(block << 8 + $0) }
        .filter { isSettled("A\($0)B") }
      let name = "A" + settled.map { String($0) }.joined() + "B"
      #expect(isSettled(name))
      let tidy = NameForm.tidied(name)
      #expect(Array(tidy.utf8) == Array(name.utf8), "block \(block)")
      #expect(Array(NameForm.key(tidy).utf8) == Array(name.utf8), "block \(block)")
      settledCount += settled.count
    }
    #expect(settledCount > 38_000)
  }
}
