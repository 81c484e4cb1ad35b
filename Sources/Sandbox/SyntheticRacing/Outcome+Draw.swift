import Racing

extension Outcome {
  /// The weights of the ten kinds of not finishing, from `pulledUp` to `didNotFinish`.
  private static let nonFinishWeights = [40, 15, 14, 3, 4, 2, 1, 1, 4, 16]

  static func drawNonFinish(using random: inout RandomSource) -> UInt8 {
    Outcome.pulledUp.rawValue + UInt8(random.index(weights: nonFinishWeights))
  }
}
