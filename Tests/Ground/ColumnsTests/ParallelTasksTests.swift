import Columns
import Testing

struct ParallelTasksTests {
  @Test(arguments: [1, 2, 3, 16])
  func `outcomes come in the order of the tasks`(threads: Int) {
    for count in [0, 1, 2, 100] {
      let outcomes = ParallelTasks.map(count: count, threads: threads) { $0 * $0 }
      #expect(outcomes == (0..<count).map { $0 * $0 })
    }
  }

  @Test func `a task beside others is waited for, and may be asked twice`() {
    let task = BackgroundTask { ParallelTasks.map(count: 9, threads: 2) { $0 }.reduce(0, +) }
    #expect(ParallelTasks.map(count: 9, threads: 2) { $0 + 1 }.reduce(0, +) == 45)
    #expect(task.value() == 36)
    #expect(task.value() == 36)
  }

  @Test func `values are sorted the same by any number of threads`() {
    for count in [0, 1, 2, 7, 64, 1000] {
      // Many are equal, and differ in their place, which makes the order total.
      let values = (0..<count).map { ($0 * 7919 % 11, $0) }
      let expected = values.sorted(by: <).map { $0.1 }
      for threads in 1...5 {
        let sorted = ParallelTasks.sorted(values, threads: threads, by: <)
        #expect(sorted.map { $0.1 } == expected, "\(threads) threads")
      }
    }
  }
}
