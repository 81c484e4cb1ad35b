import Testing

@testable import bench

struct ResultTests {
  @Test func `the median is the middle run, the slower of two`() {
    #expect(Times([3, 1, 2]).median == 2 && Times([3, 1, 2]).least == 1)
    #expect(Times([4, 1, 3, 2]).median == 3)
    #expect(Times([5]).median == 5)
  }

  private func result(_ peers: [(theirs: Double, ours: Double)]) -> WorkloadResult {
    WorkloadResult(
      workload: .roi, rows: 1_000_000, ours: Times([0.002]), parts: ["append": 0.5],
      memory: MemoryUse(
        peakBytes: 90_000_000, baseBytes: 40_000_000, outputBytes: 6_000_000,
        factBytes: 3_000_000),
      touchedBytes: 22_000_000, answer: "a",
      peers: peers.enumerated().map { index, times in
        PeerResult(
          engine: ["duckdb 2", "polars 2"][index], theirs: Times([times.theirs]),
          ours: Times([times.ours]), theirPeakBytes: 0)
      })
  }

  @Test func `the ratio is that of the faster peer, each against our runs beside it`() {
    let result = result([(theirs: 0.4, ours: 0.02), (theirs: 0.03, ours: 0.01)])
    #expect(result.peers[0].ratio == 20)
    #expect(result.ratio == result.peers[1].ratio)
    #expect(self.result([]).ratio == nil)
  }

  @Test func `memory over touched bytes leaves out the program and the answer`() {
    let memory = result([]).memory
    #expect(memory.ratio(touched: 22_000_000) == 2)
    let none = MemoryUse(peakBytes: 1, baseBytes: 9, outputBytes: 0, factBytes: 0)
    #expect(none.ratio(touched: 0) == 0)
  }

  @Test func `the table says whether the target was met`() {
    let table = ResultTable(
      results: [result([(0.4, 0.02), (0.03, 0.01)])],
      bandwidth: [
        ReadBandwidth(threads: 1, bytesPerSecond: 10e9),
        ReadBandwidth(threads: 2, bytesPerSecond: 22e9),
      ])
    let lines = table.text.split(separator: "\n").map(String.init)
    #expect(lines[1].hasPrefix("W1  grouped ROI by jockey       1M    0.0020   0.0020    2.00"))
    #expect(lines[1].hasSuffix("append 0.500"))
    #expect(lines[4].hasSuffix("3.0x   >= 5x  missed"))
    let memory = lines.map { $0.split(separator: " ").map(String.init) }
    #expect(memory.contains(["W1", "1M", "22", "11.0", "50", "%", "90", "40", "6", "3", "2.00"]))
    #expect(lines.last == "all answers verified")
  }

  @Test func `a curve is printed for several sizes`() {
    let small = result([])
    let large = WorkloadResult(
      workload: .roi, rows: 10_000_000, ours: Times([0.03]), parts: [:], memory: small.memory,
      touchedBytes: 1, answer: "", peers: [])
    #expect(!ResultTable(results: [small], bandwidth: []).text.contains("linear"))
    let text = ResultTable(results: [small, large], bandwidth: []).text
    #expect(text.contains("      1M   10M\nW1  2.00  3.00"))
  }

  @Test func `workloads are named alone or with their kin`() throws {
    #expect(try WorkloadName.list("w5,W1") == [.roi, .importCSV, .importParquet])
    #expect(try WorkloadName.list("w2") == [.jockeyReport, .everyBet, .facts])
    #expect(try WorkloadName.list("W8-json") == [.replayJSON])
    #expect(throws: (any Error).self) { try WorkloadName.list("W10") }
  }
}
