import Testing
@testable import RowReading

struct KnownReadingsTests {
  @Test func `readings are found by their numbers, empty ones and none told apart`() {
    let all: [[UInt8]?] = [nil, Array("did not".utf8), [], nil, nil, Array("x".utf8), [], nil]
    let readings = KnownReadings()
    for (count, reading) in all.enumerated() {
      #expect(readings.count == count)
      readings.append(reading)
      for code in 0...count { #expect(readings[code].map(Array.init) == all[code]) }
    }
  }
}
