import Racing
import TestSupport
import Testing

/// Random bytes, and known texts with bytes changed, dropped or doubled, through every reader.
struct ParserFuzzTests {
  @Test func `no text crashes a reader, and what is read lies in its bounds`() {
    var generator = SeededGenerator(91)
    let texts =
      TrickyValue.all.map { Array($0.raw.utf8) }
      + ["1 mile 70 yards", "9st 4lb", "57.5 kg", "2¾l", "1,234.50", "short head"].map {
        Array($0.utf8)
      }
    let alphabet = Array("0123456789.,-/+= ½平mfykdhstlbDHEvs\u{0}".utf8)
    var readCount = 0
    for _ in 0..<10_000 {
      var bytes: [UInt8]
      if Int.random(in: 0..<4, using: &generator) == 0 {
        let length = Int.random(in: 0...24, using: &generator)
        bytes = (0..<length).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
      } else {
        bytes = texts.randomElement(using: &generator) ?? []
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
          Self.mutate(&bytes, alphabet, using: &generator)
        }
      }
      readCount += check(bytes)
    }
    #expect(readCount > 10_000, "seed \(SeededGenerator.seed)")
  }

  @Test func `a very long text is refused or read like any other`() {
    for byte in Array("0123456789. -=½mst".utf8) {
      let bytes = [UInt8](repeating: byte, count: 3000)
      _ = check(bytes)
      _ = check(Array("1".utf8) + bytes)
      _ = check(bytes + Array("1".utf8))
    }
  }

  private static func mutate(
    _ bytes: inout [UInt8], _ alphabet: [UInt8], using generator: inout SeededGenerator
  ) {
    let index = Int.random(in: 0...bytes.count, using: &generator)
    let byte =
      Bool.random(using: &generator)
      ? alphabet.randomElement(using: &generator) ?? 0 : .random(in: 0...255, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: bytes.insert(byte, at: index)
    case 1: if index < bytes.count { bytes[index] = byte }
    case 2: if index < bytes.count { bytes.remove(at: index) }
    default: bytes += bytes[index...]
    }
  }

  /// Reads a text in every way and returns how many ways there were.
  private func check(_ bytes: [UInt8]) -> Int {
    var readCount = 0
    func expect(_ isInBounds: Bool, _ reader: String) {
      readCount += 1
      guard !isInBounds else { return }
      Issue.record("\(reader): \(bytes), seed \(SeededGenerator.seed)")
    }
    for notation in OddsNotation.allCases {
      if let odds = try? Odds.parse(bytes.span, notation, stake: 10) {
        expect(odds.micros > Decimal6.one && odds.micros <= Odds.maximumMicros, notation.rawValue)
      }
    }
    for unit in DistanceUnit.allCases as [DistanceUnit?] + [nil] {
      if let distance = Distance.parse(bytes.span, unit: unit) {
        expect((1...Distance.maximumUnits).contains(distance.units), "distance")
        // Below half a metre the nearest whole metre is 0.
        expect((0...100_000).contains(distance.metres), "metres")
      }
    }
    for unit in WeightUnit.allCases {
      if let micros = CarriedWeight.pounds(bytes.span, unit: unit) {
        expect((1...1_000_000_000).contains(micros), "weight")
      }
    }
    for reading in [BeatenLengths.parse(bytes.span), BeatenLengths.excelDate(bytes.span)] {
      if case .micros(let micros)? = reading {
        expect((0...1_000_000_000).contains(micros), "lengths")
      }
    }
    if let finish = Finish.parse(bytes.span) {
      expect((finish.position != nil) == (finish.outcome == .finished), "finish")
      expect((1...999).contains(finish.position ?? 1), "position")
    }
    if let line = FormLine.parse(bytes.span) {
      expect((1...bytes.count).contains(line.runCount), "form")
    }
    return readCount
  }
}
