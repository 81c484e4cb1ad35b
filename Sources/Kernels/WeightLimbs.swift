/// The weights of all windows as a factor of a product, split into limbs.
///
/// weight = Σ limb·2^(i·limbBits), with every limb below 2^limbBits.
struct WeightLimbs {
  /// Two such limbs hold a weight of 10⁹.
  static let usualBits = 15
  private static let weightBits = 30

  let limbBits: Int
  let limbCount: Int
  let windowCount: Int
  /// `[day × (limb · window)]`, day 0 being age 1; 0 for days that a window doesn't reach.
  let matrix: [Double]

  init(_ form: DecayedForm, limbBits: Int) {
    self.limbBits = limbBits
    limbCount = (Self.weightBits + limbBits - 1) / limbBits
    windowCount = form.windowDays.count
    let mask = (Int64(1) << limbBits) - 1
    var matrix: [Double] = []
    matrix.reserveCapacity(form.dayCount * limbCount * windowCount)
    for age in 1...form.dayCount {
      for limb in 0..<limbCount {
        let value = Double((form.weights[age] >> (limb * limbBits)) & mask)
        for days in form.windowDays { matrix.append(age <= days ? value : 0) }
      }
    }
    self.matrix = matrix
  }

  /// The widest limb, up to the usual one, that keeps Σ|products| of a row below 2⁵³.
  static func exactBits(rowTotal: Int64) -> Int {
    let bits = 53 - (Int64.bitWidth - rowTotal.leadingZeroBitCount)
    precondition(bits > 0, "a row's sum is too large for an exact product")
    return min(usualBits, bits)
  }

  /// Puts the limbs of one sum together.
  func combined(_ product: [Double], row: Int, window: Int) -> Int128 {
    var sum: Int128 = 0
    for limb in 0..<limbCount {
      let value = product[(row * limbCount + limb) * windowCount + window]
      sum += Int128(Int64(value)) << (limb * limbBits)
    }
    return sum
  }
}
