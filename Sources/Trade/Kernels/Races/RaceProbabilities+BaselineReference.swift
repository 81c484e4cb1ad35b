import Columns

extension RaceProbabilities {
  /// The specification of ``fill(_:odds:raceStarts:baseline:)``: the methods' own formulas, and
  /// their parameters by bisection.
  ///
  /// The fast version may differ by one unit of 10⁻⁹, if a probability lies within 10⁻¹⁴ of a
  /// half unit.
  package static func referenceFill(
    _ probabilities: inout MutableSpan<Int64>, odds: Span<Int64>, raceStarts: Span<Int32>,
    baseline: Baseline
  ) {
    referenceFill(&probabilities, odds: odds, raceStarts: raceStarts)
    guard baseline != .multiplicative else { return }
    for race in 0..<max(0, raceStarts.count - 1) {
      let rows = (Int(raceStarts[race])..<Int(raceStarts[race + 1])).filter { odds[$0] > 0 }
      if baseline == .raw {
        for row in Int(raceStarts[race])..<Int(raceStarts[race + 1]) {
          probabilities[row] = rawShare(odds[row])
        }
        continue
      }
      let sum = rows.reduce(0.0) { $0 + 1e6 / Double(odds[$1]) }
      guard rows.count > 1, rows.allSatisfy({ odds[$0] > 1_000_000 }), baseline != .shin || sum > 1
      else { continue }
      let parameter = referenceParameter(baseline) { parameter in
        rows.reduce(0) { $0 + referenceShare(Double(odds[$1]) / 1e6, sum, baseline, parameter) }
      }
      for row in rows {
        let share = referenceShare(Double(odds[row]) / 1e6, sum, baseline, parameter)
        probabilities[row] = Rounding.halfEven(share, scaledBy: 1_000_000_000)
      }
    }
  }

  /// A runner's share by a method's formula.
  private static func referenceShare(
    _ odds: Double, _ sum: Double, _ baseline: Baseline, _ parameter: Double
  ) -> Double {
    let inverse = 1 / odds
    switch baseline {
    case .multiplicative: return inverse / sum
    case .raw: return inverse
    case .power: return PortableMath.exp(-parameter * PortableMath.log(odds, over: 1))
    case .shin:
      let rest = 1 - parameter
      let root = (parameter * parameter + 4 * rest * inverse * inverse / sum).squareRoot()
      return rest > 0 ? (root - parameter) / (2 * rest) : inverse * inverse / sum
    case .oddsRatio: return inverse / (parameter + inverse - parameter * inverse)
    }
  }

  /// The parameter at which a falling sum passes 1.
  private static func referenceParameter(
    _ baseline: Baseline, _ sum: (Double) -> Double
  ) -> Double {
    var (low, high) = (0.0, 1.0)
    while baseline != .shin, sum(high) > 1 { high *= 2 }
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if sum(middle) > 1 { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
