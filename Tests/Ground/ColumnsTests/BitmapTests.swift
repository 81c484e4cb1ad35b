import Columns
import TestSupport
import Testing

struct BitmapTests {
  /// Lengths around a byte's and a word's end, so that remainders are hit.
  @Test(arguments: [0, 1, 7, 8, 9, 15, 16, 17, 63, 64, 65, 100])
  func `a bitmap gives back its flags`(count: Int) {
    var random = SeededGenerator(UInt64(count))
    let flags = (0..<count).map { _ in Bool.random(using: &random) }
    let bitmap = Bitmap(flags)
    #expect(bitmap.count == count)
    #expect(bitmap.bytes.count == (count + 7) / 8)
    #expect((0..<count).map { bitmap[$0] } == flags, "seed \(SeededGenerator.seed)")
    #expect(bitmap.trueCount == flags.count { $0 }, "seed \(SeededGenerator.seed)")
  }

  @Test(arguments: [0, 1, 8, 63, 64, 65, 127, 128, 200])
  func `a bitmap is full where no row lacks the flag`(count: Int) {
    #expect(Bitmap(repeating: true, count: count).isFull)
    for missing in 0..<count { #expect(!Bitmap(count: count) { $0 != missing }.isFull) }
    // Bits after the last row do not count.
    let past = Bitmap(bytes: Buffer([UInt8](repeating: 0xFF, count: count / 8 + 1)), count: count)
    #expect(past.isFull && past.trueCount == count)
  }

  @Test func `the least significant bit comes first, as in Arrow`() {
    let short = Bitmap([true, false, false, true])
    #expect(short.bytes[0] == 0b1001)
    let long = Bitmap([Bool](repeating: false, count: 8) + [true])
    #expect(long.bytes[0] == 0 && long.bytes[1] == 1)
  }

  @Test func `bits behind the last row do not count`() {
    let bitmap = Bitmap(bytes: Buffer([0xFF, 0xFF]), count: 11)
    #expect(bitmap.trueCount == 11)
  }

  @Test(arguments: [0, 1, 8, 13, 64, 100])
  func `bitmaps combine row by row`(count: Int) {
    var random = SeededGenerator(UInt64(count) + 500)
    let left = (0..<count).map { _ in Bool.random(using: &random) }
    let right = (0..<count).map { _ in Bool.random(using: &random) }
    func expect(_ found: Bitmap, _ rule: (Bool, Bool) -> Bool) {
      #expect(found.count == count)
      #expect(
        (0..<count).map { found[$0] } == zip(left, right).map(rule),
        "seed \(SeededGenerator.seed)")
    }
    expect(Bitmap(left).intersection(Bitmap(right))) { $0 && $1 }
    expect(Bitmap(left).union(Bitmap(right))) { $0 || $1 }
    expect(Bitmap(left).subtracting(Bitmap(right))) { $0 && !$1 }
    expect(Bitmap(repeating: true, count: count)) { _, _ in true }
    expect(Bitmap(repeating: false, count: count)) { _, _ in false }
  }

  @Test func `a validity without a null keeps no bits`() {
    #expect(Validity([true, true]).bits == nil)
    #expect(Validity([Bool]()).bits == nil)
    #expect(Validity.allValid.nullCount == 0)
    #expect(Validity.allValid.isValid(1_000_000))
  }

  @Test func `a validity counts its nulls`() {
    let validity = Validity([true, false, true, false, false])
    #expect(validity.nullCount == 3)
    #expect((0..<5).map(validity.isValid) == [true, false, true, false, false])
  }

  @Test func `bitmaps joined are their flags joined`() {
    var random = SeededGenerator(900)
    for _ in 0..<60 {
      let parts = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        (0..<Int.random(in: 0...30, using: &random)).map { _ in Bool.random(using: &random) }
      }
      // Unspecified bits after a part's last row must not get into the next part.
      let bitmaps = parts.map { flags in
        let packed = Array(Bitmap(flags).bytes)
        let last = flags.count & 7 == 0 ? 0 : UInt8.max << (flags.count & 7)
        return Bitmap(
          bytes: Buffer(packed.dropLast() + packed.suffix(1).map { $0 | last }), count: flags.count)
      }
      let joined = Bitmap.concatenated(bitmaps)
      #expect(
        (0..<joined.count).map { joined[$0] } == parts.flatMap { $0 },
        "seed \(SeededGenerator.seed)")
    }
  }
}
