import Kernels
import TestSupport
import Testing

struct RunningPeakTests {
  @Test(arguments: [0, 1, 2, 7, 100])
  func `any cut of a row gives the figures of the whole`(count: Int) {
    var random = SeededGenerator(UInt64(count) + 77)
    let values = (0..<count).map { _ in Int64.random(in: -9...9, using: &random) }
    let reference = RunningPeak.Reference(values)
    values.withUnsafeBufferPointer { all in
      for cut in 0...count {
        let first = RunningPeak(UnsafeBufferPointer(rebasing: all[..<cut]))
        let both = first.combined(with: RunningPeak(UnsafeBufferPointer(rebasing: all[cut...])))
        #expect(both.sum == reference.sum && both.peak == reference.peak)
      }
      for threshold in Int64(-20)...20 {
        #expect(
          RunningPeak.firstReaching(threshold, from: 3, all)
            == reference.firstReaching(threshold, from: 3))
      }
    }
  }
}
