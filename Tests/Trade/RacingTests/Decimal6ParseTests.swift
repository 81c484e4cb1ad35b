import TestSupport
import Testing

@testable import Racing

struct Decimal6ParseTests {
  @Test(
    arguments: [
      ("0", 0), ("1", 1_000_000), ("3.25", 3_250_000), ("10", 10_000_000), ("+2.5", 2_500_000),
      ("-0.5", -500_000), ("-0", 0), (".5", 500_000), ("5.", 5_000_000), ("007.10", 7_100_000),
      ("1.0000005", 1_000_000), ("1.0000015", 1_000_002), ("1.00000051", 1_000_001),
      ("1.000000500000000000000000000001", 1_000_001), ("1.0000004999999999999999", 1_000_000),
      ("-1.0000015", -1_000_002), ("0.9999995", 1_000_000), ("99999999", 99_999_999_000_000),
      ("9223372036854.775807", Int64.max), ("-9223372036854.775808", Int64.min),
      ("-9223372036854.7758085", Int64.min),
      ("9223372036854.7758074", Int64.max), ("9223372036854.77580650", Int64.max - 1),
      ("000000000000000000000000000001.5", 1_500_000),
    ] as [(String, Int64)])
  func `a decimal text is read exactly`(text: String, micros: Int64) {
    #expect(Decimal6.parseMicros(text.utf8.span) == micros)
    #expect(DecimalReference.micros(text) == micros)
  }

  @Test(arguments: [
    "", ".", "+", "-", "+.", "-.", "--1", "+-1", "1..2", "1.2.3", "1,234.50", "1 ", " 1", "1e3",
    "0x10", "n/a", "SP", "1/2", "١", "1\u{0}", "1.\u{0}", "\u{0}", "1.2\u{0}5", ":", "/", "1:0",
    "9223372036854.775808", "9223372036854.7758075", "-9223372036854.775809",
    "-9223372036854.77580851", "18446744073709.5516155", "99999999999999999999", "1-", "1.+5",
  ])
  func `anything else is refused`(text: String) {
    #expect(Decimal6.parseMicros(text.utf8.span) == nil)
    #expect(DecimalReference.micros(text) == nil)
  }

  @Test func `every short text over a small alphabet agrees with the reference`() {
    let alphabet: [UInt8] = Array("059.-x".utf8)
    for length in 1...6 {
      var indices = [Int](repeating: 0, count: length)
      repeat {
        check(indices.map { alphabet[$0] })
      } while advance(&indices, base: alphabet.count)
    }
  }

  @Test func `random texts of every length agree with the reference`() {
    var generator = SeededGenerator()
    let digits: [UInt8] = Array("0123456789".utf8)
    for length in 1...40 {
      for _ in 0..<150 {
        var bytes = (0..<length).map { _ in digits.randomElement(using: &generator) ?? 0 }
        if Bool.random(using: &generator) {
          bytes[Int.random(in: 0..<length, using: &generator)] = UInt8(ascii: ".")
        }
        if Int.random(in: 0..<4, using: &generator) == 0 { bytes[0] = UInt8(ascii: "-") }
        check(bytes)
        bytes[Int.random(in: 0..<length, using: &generator)] = .random(
          in: 0...127, using: &generator)
        check(bytes)
      }
    }
  }

  @Test func `texts near the limits agree with the reference`() {
    for last in 0...9 {
      for tail in ["", "0", "4", "5", "50", "51", "6"] {
        for sign in ["", "-"] { check(Array("\(sign)9223372036854.77580\(last)\(tail)".utf8)) }
      }
    }
  }

  @Test func `every byte value is refused in every place of a word, unless it is a digit or point`()
  {
    for length in 1...8 {
      for place in 0..<length {
        for byte in UInt8.min...UInt8.max {
          var bytes = [UInt8](repeating: UInt8(ascii: "7"), count: length)
          bytes[place] = byte
          let general = Decimal6.generalMicros(bytes.span)
          #expect(Decimal6.parseMicros(bytes.span) == general, "\(bytes)")
          let whole = Decimal6.wholeNumber(Decimal6.word(of: bytes.span), count: length)
          let isDigits = bytes.allSatisfy { (48...57).contains($0) }
          let number = isDigits ? Int64(String(decoding: bytes, as: UTF8.self)) : nil
          #expect(whole == number, "\(bytes)")
        }
      }
    }
  }

  @Test func `a text inside a longer buffer is read to its end only`() throws {
    let line: [UInt8] = Array("12.5,3.75,9".utf8)
    #expect(Decimal6.parseMicros(line.span.extracting(5..<9)) == 3_750_000)
    #expect(Decimal6.parseMicros(line.span.extracting(0..<4)) == 12_500_000)
    #expect(Decimal6.parseMicros(line.span.extracting(10..<11)) == 9_000_000)
    #expect(Decimal6.parseMicros(line.span.extracting(4..<4)) == nil)
  }

  // MARK: - Implementation

  private func check(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let expected = DecimalReference.micros(text)
    let fast = Decimal6.parseMicros(bytes.span)
    let general = Decimal6.generalMicros(bytes.span)
    // One comparison in the common case: an expectation per text would dominate the run.
    if fast != expected || general != expected {
      Issue.record("\(text): \(fast as Any), \(general as Any); seed \(SeededGenerator.seed)")
    }
  }

  private func advance(_ indices: inout [Int], base: Int) -> Bool {
    for place in indices.indices {
      indices[place] += 1
      if indices[place] < base { return true }
      indices[place] = 0
    }
    return false
  }
}
