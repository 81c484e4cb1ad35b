import Kernels
import Testing

@Suite struct LongestLosingRunTests {
  @Test func `five hundred bets at forty per cent are those of the worked example`() {
    // METRICS 2.10 (E093), by a Markov chain: to four decimals; the mean to one.
    let run = LongestLosingRun(bets: 500, winProbability: 0.4)
    for (length, expected) in [(10, 0.7055), (12, 0.3506), (14, 0.1426)] as [(Int64, Double)] {
      #expect(abs(1 - run.probability(ofAtMost: length - 1) - expected) <= 5e-5)
    }
    let mean = (1...500).reduce(0.0) { $0 + 1 - run.probability(ofAtMost: $1 - 1) }
    #expect(abs(mean - 11.0) <= 0.05)
    #expect(run.median == 11 && run.percentile95 == 16)
  }

  @Test func `coin tosses are those of Feller`() {
    // An Introduction to Probability Theory, XIII.7: no run of two heads in n tosses of a coin is
    // a Fibonacci number over 2ⁿ.
    for (tosses, fibonacci) in [(2, 3.0), (3, 5), (4, 8), (5, 13), (10, 144), (14, 987)] {
      let run = LongestLosingRun(bets: Int64(tosses), winProbability: 0.5)
      let found =
        run.probability(ofAtMost: 1) * Double(sign: .plus, exponent: tosses, significand: 1)
      #expect(abs(found - fibonacci) < 1e-9)
    }
  }

  @Test func `probabilities and quantiles equal those of the bet by bet version`() {
    for bets in [0, 1, 2, 3, 5, 17, 64, 400, 3_000] {
      for win in [0.002, 0.05, 0.15, 0.4, 0.5, 0.9, 0.999] {
        let run = LongestLosingRun(bets: Int64(bets), winProbability: win)
        let plain = (0...bets).prefix(400).map {
          LongestLosingRun.referenceProbability(ofAtMost: $0, bets: bets, winProbability: win)
        }
        for (length, expected) in plain.enumerated() {
          // Below e⁻¹⁴ the sum is not formed; above it 10⁶ terms cancel to one.
          #expect(abs(run.probability(ofAtMost: Int64(length)) - expected) < 3e-6)
        }
        for level in [0.5, 0.95] {
          guard let expected = plain.firstIndex(where: { $0 >= level }) else { continue }
          let found = run.quantile(level)
          // Equal but for a probability that is the level to the last digits.
          #expect(
            found == Int64(expected) || abs(plain[expected] - level) < 1e-9,
            "\(bets) bets at \(win), level \(level): found \(found); expected \(expected)")
        }
      }
    }
  }

  @Test func `certain bets have the runs that are certain`() {
    #expect(LongestLosingRun(bets: 40, winProbability: 0).median == 40)
    #expect(LongestLosingRun(bets: 40, winProbability: 1).percentile95 == 0)
    #expect(LongestLosingRun(bets: 0, winProbability: 0.3).median == 0)
    #expect(LongestLosingRun(bets: 1, winProbability: 0.5).median == 0)
    #expect(LongestLosingRun(bets: 1, winProbability: 0.4).median == 1)
  }

  @Test func `ten million bets follow the extreme value law`() {
    // Gordon, Schilling and Waterman (1986): P(longest < m) is near exp(−n·p·qᵐ).
    for win in [0.01, 0.1, 0.5] {
      let run = LongestLosingRun(bets: 10_000_000, winProbability: win)
      for level in [0.5, 0.95] {
        let length = run.quantile(level)
        #expect(run.probability(ofAtMost: length) >= level)
        #expect(run.probability(ofAtMost: length - 1) < level)
        var expected = 1e7 * win
        for _ in 0...length { expected *= 1 - win }
        let series = (0..<30).reversed().reduce(1.0) { 1 - $0 * expected / Double($1 + 1) }
        #expect(abs(run.probability(ofAtMost: length) - series) < 1e-4)
      }
    }
  }
}
