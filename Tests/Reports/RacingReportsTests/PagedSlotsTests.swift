import Columns
import Testing

@testable import EntityReports

struct PagedSlotsTests {
  @Test func `values stay what they are over several pages`() {
    var slots = PagedSlots<SIMD16<Int64>>()
    let count = 2 * Pages<SIMD16<Int64>>.length + 3
    for value in 0..<count {
      slots.append(SIMD16(repeating: Int64(value)))
      // The first page moves while it grows; all others stay.
      let earlier = slots[value / 2]
      earlier.pointee[0] = -1
    }
    #expect(slots.count == count)
    for value in 0..<count {
      #expect(slots.values[value].pointee[0] == (value <= (count - 1) / 2 ? -1 : Int64(value)))
      #expect(slots.values[value].pointee[1] == Int64(value))
    }
  }

  @Test func `values that lie one behind the other have pages too`() {
    let count = 2 * Pages<Int64>.length + 3
    for values in [Buffer([]), Buffer([7]), Buffer((0..<Int64(count)).map { $0 })] {
      let starts = Pages<Int64>.starts(of: values)
      let pages = Pages<Int64>(starts: starts.start)
      let slots = PagedSlots(reading: values)
      #expect(slots.count == values.count)
      for index in stride(from: 0, to: values.count, by: 1_001) {
        #expect(pages[index].pointee == values[index])
        #expect(slots[index].pointee == values[index])
      }
      withExtendedLifetime(starts) {}
    }
  }

  @Test func `a page is up to two megabytes, whatever it holds`() {
    for (length, stride) in [
      (Pages<EntityCell>.length, 64), (Pages<WinSums>.length, 128),
      (Pages<SharedRaceSums>.length, 56),
      (Pages<RecentCell>.length, 32),
    ] {
      #expect((1 << 20..<(2 << 20) + 1).contains(length * stride))
      #expect(length.nonzeroBitCount == 1)
    }
  }
}
