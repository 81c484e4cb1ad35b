import Kernels
import TestSupport
import Testing

@Suite struct RunSequenceTests {
  /// The canonical series, as profits at level stakes; a profit above zero is a win.
  @Test(
    arguments: [
      ("flat", [0, 0, 0], 0), ("all lost", [-1, -1, -1], 3), ("all won", [2, 3, 4], 0),
      ("alternating", [1, -1, 1, -1], 1), ("alternating, lost first", [-1, 1, -1, 1], 1),
      ("a peak before the fall", [5, -1, -1, 4, -1, -1, -1], 3), ("one bet", [-1], 1),
      ("empty", [], 0), ("the start is a peak", [-1, -1, 1, -1], 2),
    ] as [(String, [Int64], Int64)])
  func `drawdown is the largest fall from a peak`(name: String, profits: [Int64], fall: Int64) {
    let summary = sequence(profits.map { run(won: $0 > 0, profit: $0) })
    #expect(summary.maxDrawdown == fall)
    #expect(summary.totalProfit == profits.reduce(0, +))
  }

  @Test func `losing runs are counted at the start, at the end and at their longest`() {
    let summary = sequence("LLWLLLWL".map { run(won: $0 == "W", profit: nil) })
    #expect(summary.leadingLosingRun == 2)
    #expect(summary.longestLosingRun == 3)
    #expect(summary.currentLosingRun == 1)
    #expect(summary.runCount == 8)
    #expect(summary.pricedCount == 0)
  }

  @Test func `recent form holds the last six with the newest at the right`() {
    #expect(sequence(form("12P")).recentForm == "12P")
    #expect(sequence(form("9876543F")).recentForm == "76543F")
    #expect(sequence([]).recentForm == "")
    #expect(sequence([]).lastDay == nil)
  }

  @Test func `a run without a price leaves profit and drawdown alone`() {
    let summary = sequence([
      run(won: true, profit: 3), run(won: false, profit: nil), run(won: false, profit: -1),
    ])
    #expect(summary.pricedCount == 2)
    #expect(summary.maxDrawdown == 1)
    #expect(summary.currentLosingRun == 2)
  }

  @Test func `a summary fits a cache line`() {
    #expect(MemoryLayout<RunSequence>.stride == 64)
  }

  @Test func `any cut and combination gives the summary of the whole`() {
    var random = SeededGenerator()
    for length in 0...40 {
      let runs = (0..<length).map { index in randomRun(day: Int32(index / 3), &random) }
      let whole = sequence(runs)
      expectEqual(whole, .init(runs))
      for first in 0...length {
        let second = Int.random(in: first...length, using: &random)
        let (a, b, c) = (
          sequence(runs[..<first]), sequence(runs[first..<second]), sequence(runs[second...])
        )
        let left = RunSequence.combined(RunSequence.combined(a, b), c)
        let right = RunSequence.combined(a, RunSequence.combined(b, c))
        #expect(left == whole, "seed \(SeededGenerator.seed)")
        #expect(right == whole, "seed \(SeededGenerator.seed)")
      }
    }
  }

  private func expectEqual(_ summary: RunSequence, _ expected: RunSequence.Reference) {
    let seed: Comment = "seed \(SeededGenerator.seed)"
    #expect(summary.longestLosingRun == expected.longestLosingRun, seed)
    #expect(summary.currentLosingRun == expected.currentLosingRun, seed)
    #expect(summary.leadingLosingRun == expected.leadingLosingRun, seed)
    #expect(summary.totalProfit == expected.totalProfit, seed)
    #expect(summary.maxDrawdown == expected.maxDrawdown, seed)
    #expect(summary.pricedCount == expected.pricedCount, seed)
    #expect(summary.recentForm == expected.recentForm, seed)
    #expect(summary.lastDay == expected.lastDay, seed)
  }

  private func randomRun(day: Int32, _ random: inout SeededGenerator) -> RunSequence.Run {
    let won = Int.random(in: 0..<5, using: &random) == 0
    let odds = Int64.random(in: 0...20_000_000, using: &random)
    let hasPrice = Int.random(in: 0..<4, using: &random) > 0
    return .init(
      day: day, won: won, profit: hasPrice ? (won ? odds : -1_000_000) : nil,
      form: Array("123456789PFUBROSCD-".utf8).randomElement(using: &random)!)
  }

  private func run(won: Bool, profit: Int64?) -> RunSequence.Run {
    .init(day: 1, won: won, profit: profit, form: 49)
  }

  private func form(_ text: String) -> [RunSequence.Run] {
    text.utf8.map { .init(day: 1, won: false, profit: nil, form: $0) }
  }

  private func sequence(_ runs: some Sequence<RunSequence.Run>) -> RunSequence {
    var summary = RunSequence()
    for run in runs { summary.append(run) }
    return summary
  }
}
