import Foundation
import Kernels
import Synchronization

/// How fast this machine reads memory right now: a sum over a gibibyte.
struct ReadBandwidth: Codable {
  let threads: Int
  let bytesPerSecond: Double

  /// Measures with one thread and with several, the best of some runs each.
  static func measured(bytes: Int, threads: Int) -> [ReadBandwidth] {
    let count = bytes / 8
    let memory = UnsafeMutablePointer<Int64>.allocate(capacity: count)
    defer { memory.deallocate() }
    for index in 0..<count { memory[index] = Int64(index) }
    // Safety: the memory is only read from here on, and lives until all threads are done.
    nonisolated(unsafe) let values = UnsafePointer(memory)
    return Set([1, threads]).sorted().map { threads in
      let best = (0..<5).map { _ in
        timed {
          let total = Atomic(Int64(0))
          Parallel.concurrentRanges(count: count, threads: threads) { range in
            var sum: Int64 = 0
            for index in range { sum &+= values[index] }
            total.wrappingAdd(sum, ordering: .relaxed)
          }
          precondition(total.load(ordering: .relaxed) == expectedSum(count), "a wrong sum")
        }.seconds
      }.min()!
      return ReadBandwidth(threads: threads, bytesPerSecond: Double(count * 8) / best)
    }
  }

  /// 0 + 1 + … below `count`.
  private static func expectedSum(_ count: Int) -> Int64 {
    Int64(count) * Int64(count - 1) / 2
  }
}
