import TestSupport
import Testing

@testable import bench

struct BaselinesTests {
  private func result(_ answer: String, touched: Int = 22) -> WorkloadResult {
    WorkloadResult(
      workload: .roi, rows: 1, ours: Times([1]), parts: [:],
      memory: MemoryUse(peakBytes: 0, baseBytes: 0, outputBytes: 0, factBytes: 0),
      touchedBytes: touched, answer: answer, peers: [])
  }

  @Test func `another answer, or other bytes, than the recorded ones is refused`() throws {
    let folder = try TemporaryFolder()
    let recording = Baselines(folder: folder.file("new"), records: true)
    try recording.check(result("a"), input: "own-1-1")
    let checking = Baselines(folder: folder.file("new"), records: false)
    try checking.check(result("a"), input: "own-1-1")
    #expect {
      try checking.check(result("b"), input: "own-1-1")
    } throws: { error in
      "\(error)"
        == "own-1-1 W1: found the answer b out of 22 bytes; expected a out of 22"
    }
    #expect(throws: WrongAnswer.self) {
      try checking.check(result("a", touched: 23), input: "own-1-1")
    }
    // An unrecorded answer is not a wrong one.
    try checking.check(result("b"), input: "own-2-1")
  }

  @Test func `answers belong to the rows they were recorded with`() throws {
    let folder = try TemporaryFolder()
    let recording = Baselines(folder: folder.file("new"), records: true)
    let checking = Baselines(folder: folder.file("new"), records: false)
    let rows = Baselines.Entry(answer: "r", touchedBytes: 7)
    let others = Baselines.Entry(answer: "s", touchedBytes: 7)
    #expect(try checking.know(others, of: "own-1-1"))
    try recording.record(rows, of: "own-1-1")
    try recording.check(result("a"), input: "own-1-1")
    #expect(try checking.know(rows, of: "own-1-1"))
    #expect(try !checking.know(others, of: "own-1-1"))
    #expect(try !checking.know(nil, of: "own-1-1"))
    // The same rows keep their answers, others begin without any.
    try recording.record(rows, of: "own-1-1")
    #expect(throws: WrongAnswer.self) { try checking.check(result("b"), input: "own-1-1") }
    try recording.record(others, of: "own-1-1")
    try checking.check(result("b"), input: "own-1-1")
  }

  @Test func `a baseline that was damaged is an error`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("{", to: "own-1-1.json")
    #expect(throws: (any Error).self) {
      try Baselines(folder: folder.file(""), records: false).check(result("a"), input: "own-1-1")
    }
  }
}
