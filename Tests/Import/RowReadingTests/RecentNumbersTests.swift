import Columns
import Testing
@testable import RowReading

struct RecentNumbersTests {
  @Test func `each text comes to its own reading, however many share a slot`() {
    // More texts than are kept, of every length around eight bytes, zero bytes among them.
    let texts = (0..<3_000).map { Array("\($0 * 7_919)".utf8) } + [[], [0], [0, 0], [49, 0]]
    let recent = RecentNumbers()
    for _ in 0..<2 {
      for text in texts {
        let reading = text.withUnsafeBufferPointer { cell in
          recent.reading(of: cell) { Self.plain(cell) }
        }
        #expect(
          Self.number(reading) == text.withUnsafeBufferPointer { Self.number(Self.plain($0)) })
      }
    }
  }

  @Test func `a text that was just read is not read again`() {
    let recent = RecentNumbers()
    var times = 0
    for _ in 0..<5 {
      Array("8-13".utf8).withUnsafeBufferPointer { cell in
        _ = recent.reading(of: cell) {
          times += 1
          return .unreadable
        }
      }
    }
    #expect(times == 1)
  }

  /// A number that differs for all texts of the test.
  private static func plain(_ cell: UnsafeBufferPointer<UInt8>) -> CellReading<Int64> {
    cell.isEmpty ? .none : .value(cell.reduce(Int64(cell.count)) { $0 &* 257 &+ Int64($1) })
  }

  private static func number(_ reading: CellReading<Int64>) -> Int64? {
    if case .value(let value) = reading { value } else { nil }
  }
}
