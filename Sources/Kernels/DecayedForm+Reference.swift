extension DecayedForm {
  /// The specification of ``sums(codes:ages:prb:entityCount:)``: one integer loop over the runs.
  package func referenceSums(
    codes: [Int32], ages: [Int16], prb: [Int32], entityCount: Int
  ) -> FormSums {
    var sums = FormSums(entityCount: entityCount, windowCount: windowDays.count)
    for row in codes.indices {
      let (entity, age) = (Int(codes[row]), Int(ages[row]))
      guard (0..<entityCount).contains(entity), prb[row] >= 0 else { continue }
      for (window, days) in windowDays.enumerated()
      where age >= 1 && age <= min(days, dayCount) {
        let index = entity * windowDays.count + window
        sums.numerators[index] += Int128(weights[age]) * Int128(prb[row])
        sums.denominators[index] += weights[age]
      }
    }
    return sums
  }
}
