import Kernels
import TestSupport
import Testing

@Suite struct RaceRanksTests {
  /// Worked examples E030 to E033: place, starters, share of rivals beaten.
  @Test(arguments: [(3, 5, 500_000), (3, 11, 800_000), (4, 7, 500_000), (4, 16, 800_000)])
  func `published examples are reproduced`(place: Int, starters: Int, expected: Int32) {
    let positions = (1...starters).map { Int16($0) }
    #expect(fast(positions, [starters]).prb[place - 1] == expected)
    #expect(plain(positions, [starters]).prb[place - 1] == expected)
  }

  @Test func `a dead heat shares the middle of its ranks`() {
    let result = fast([1, 1, 3], [3])
    #expect(result.prb == [750_000, 750_000, 0])
    #expect(result.tied == [2, 2, 1])
  }

  @Test func `runners that did not finish share the mean of the last ranks`() {
    let result = fast([1, 0, 2, 0], [4])
    #expect(result.prb == [1_000_000, 166_667, 666_667, 166_667])
    #expect(result.tied == [1, 0, 1, 0])
    #expect(fast([0, 0, 0], [3]).prb == [500_000, 500_000, 500_000])
  }

  @Test func `ranks count the finishers ahead and not the printed number`() {
    let result = fast([2, 9, 9, 40], [4])
    #expect(result.tied == [1, 2, 2, 1])
    #expect(result.prb == [1_000_000, 500_000, 500_000, 0])
  }

  @Test func `a race's mean is one half, ties and non-finishers included`() {
    var generator = SeededGenerator()
    for _ in 0..<300 {
      // Positions with ties and gaps, 0 for those that did not finish.
      let positions = (0..<Int.random(in: 2...24, using: &generator)).map { _ in
        Int16.random(in: 0...12, using: &generator)
      }
      let sum = fast(positions, [positions.count]).prb.reduce(0) { $0 + Int($1) }
      // Each is rounded once.
      #expect(
        abs(2 * sum - positions.count * 1_000_000) <= positions.count,
        "seed \(SeededGenerator.seed): \(positions)")
    }
  }

  @Test func `a single starter has no rivals to beat`() {
    let result = fast([1, 0, 7], [1, 1, 1])
    #expect(result.prb == [-1, -1, -1])
    #expect(result.tied == [1, 0, 1])
  }

  @Test func `rows outside all races are left alone`() {
    var (prb, tied): ([Int32], [Int16]) = ([-9, -9, -9], [-9, -9, -9])
    var prbSpan = prb.mutableSpan
    var tiedSpan = tied.mutableSpan
    let (positions, starts): ([Int16], [Int32]) = ([1, 2, 3], [1, 1, 3])
    RaceRanks.fill(
      prb: &prbSpan, tied: &tiedSpan, positions: positions.span, raceStarts: starts.span)
    #expect(prb == [-9, 1_000_000, 0])
    #expect(tied == [-9, 1, 1])
  }

  @Test(arguments: [
    [Int16.max, 1, Int16.max], [Int16.max], Array(repeating: 1, count: 300),
    Array(1...Int16.max), [0, 3, 2, 10, 10, 0, 101, 99],
  ])
  func `unusual positions agree with the plain version`(positions: [Int16]) {
    // The plain version is quadratic; for the longest race its answer is known.
    guard positions.count < 1_000 else {
      let result = fast(positions, [positions.count])
      #expect(result.prb.first == 1_000_000 && result.prb.last == 0)
      #expect(result.tied.allSatisfy { $0 == 1 })
      return
    }
    let sizes = [positions.count]
    #expect(fast(positions, sizes) == plain(positions, sizes))
  }

  @Test func `random races agree with the plain version`() {
    var random = SeededGenerator()
    for round in 0..<80 {
      let sizes = (0..<15).map { _ in Int.random(in: 0...45, using: &random) }
      let top: Int16 = [5, 45, 2_000, .max][round % 4]
      let positions = (0..<sizes.reduce(0, +)).map { _ in Int16.random(in: 0...top, using: &random)
      }
      #expect(fast(positions, sizes) == plain(positions, sizes), "seed \(SeededGenerator.seed)")
    }
  }

  @Test func `races without tie or gap agree with the plain version`() {
    var random = SeededGenerator()
    for starters in Array(0...70) + [200] {
      let finishers = Int.random(in: 0...starters, using: &random)
      let positions = (1...(starters + 1)).dropLast().map { $0 <= finishers ? Int16($0) : 0 }
        .shuffled(using: &random)
      #expect(
        fast(positions, [starters]) == plain(positions, [starters]), "seed \(SeededGenerator.seed)")
    }
  }

  private struct Result: Equatable {
    var prb: [Int32]
    var tied: [Int16]

    init(_ positions: [Int16], _ fill: (inout MutableSpan<Int32>, inout MutableSpan<Int16>) -> Void)
    {
      var prb = [Int32](repeating: -9, count: positions.count)
      var tied = [Int16](repeating: -9, count: positions.count)
      var prbSpan = prb.mutableSpan
      var tiedSpan = tied.mutableSpan
      fill(&prbSpan, &tiedSpan)
      (self.prb, self.tied) = (prb, tied)
    }
  }

  private func fast(_ positions: [Int16], _ sizes: [Int]) -> Result {
    let starts = raceStarts(sizes)
    return Result(positions) {
      RaceRanks.fill(prb: &$0, tied: &$1, positions: positions.span, raceStarts: starts.span)
    }
  }

  private func plain(_ positions: [Int16], _ sizes: [Int]) -> Result {
    let starts = raceStarts(sizes)
    return Result(positions) {
      RaceRanks.referenceFill(
        prb: &$0, tied: &$1, positions: positions.span, raceStarts: starts.span)
    }
  }
}
