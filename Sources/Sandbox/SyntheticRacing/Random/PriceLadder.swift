/// The usual starting prices of bookmakers, as decimal odds with two decimals.
enum PriceLadder {
  /// Fractional odds as printed: numerator and denominator.
  static let fractions: [(Int64, Int64)] = [
    (1, 20), (1, 16), (1, 12), (1, 10), (1, 8), (1, 7), (1, 6), (1, 5), (2, 9), (1, 4), (2, 7),
    (3, 10), (1, 3), (4, 11), (2, 5), (4, 9), (1, 2), (8, 15), (4, 7), (8, 13), (4, 6), (8, 11),
    (4, 5), (5, 6), (10, 11), (1, 1), (11, 10), (6, 5), (5, 4), (11, 8), (6, 4), (13, 8), (7, 4),
    (15, 8), (2, 1), (9, 4), (5, 2), (11, 4), (3, 1), (10, 3), (7, 2), (4, 1), (9, 2), (5, 1),
    (11, 2), (6, 1), (13, 2), (7, 1), (15, 2), (8, 1), (17, 2), (9, 1), (10, 1), (11, 1), (12, 1),
    (14, 1), (16, 1), (18, 1), (20, 1), (22, 1), (25, 1), (28, 1), (33, 1), (40, 1), (50, 1),
    (66, 1), (80, 1), (100, 1), (125, 1), (150, 1), (200, 1), (250, 1), (300, 1), (500, 1),
  ]

  /// Decimal odds of the rungs in millionths, rounded to hundredths (8/13 is 1.62), rising.
  static let rungs: [Int64] = fractions.map { numerator, denominator in
    (200 * numerator + denominator) / (2 * denominator) * 10_000 + 1_000_000
  }

  /// Squares of the geometric means of neighbouring rungs, in decimal odds.
  private static let squaredEdges: [Double] = zip(rungs, rungs.dropFirst()).map { lower, upper in
    Double(lower) * Double(upper) / 1e12
  }

  /// Finds the rung nearest to some odds by ratio.
  static func micros(nearest odds: Double) -> Int64 {
    var low = 0
    var high = squaredEdges.count
    while low < high {
      let middle = (low + high) / 2
      if squaredEdges[middle] < odds * odds { low = middle + 1 } else { high = middle }
    }
    return rungs[low]
  }
}
