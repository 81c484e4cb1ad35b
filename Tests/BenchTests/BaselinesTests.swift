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

  @Test func `a baseline that was damaged is an error`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("{", to: "own-1-1.json")
    #expect(throws: (any Error).self) {
      try Baselines(folder: folder.file(""), records: false).check(result("a"), input: "own-1-1")
    }
  }
}
