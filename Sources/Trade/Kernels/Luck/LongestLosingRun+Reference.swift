extension LongestLosingRun {
  /// The specification of ``probability(ofAtMost:)``: bet by bet.
  ///
  /// A first run of m losses ends at bet i when the m bets up to it are lost, the bet before them
  /// is won and there is no earlier run:
  /// ```
  /// f(i) = f(i − 1) − p·qᵐ·f(i − m − 1),  f(i) = 1 below m,  f(m) = 1 − qᵐ
  /// ```
  package static func referenceProbability(
    ofAtMost length: Int, bets: Int, winProbability: Double
  ) -> Double {
    let run = length + 1
    let loss = 1 - winProbability
    let allLost = (0..<run).reduce(1.0) { product, _ in product * loss }
    var none = [Double](repeating: 1, count: bets + 1)
    for bet in stride(from: run, through: bets, by: 1) {
      none[bet] =
        bet == run ? 1 - allLost : none[bet - 1] - winProbability * allLost * none[bet - run - 1]
    }
    return none[bets]
  }
}
