/// Sums of performances in which every run counts less the longer it is ago.
///
/// For each entity and window, over the entity's runs of the window's days:
/// ```
/// numerator = Σ weight[age] · prb        denominator = Σ weight[age]
/// ```
/// Both are exact. Runs are partitioned by entity, each partition becomes a dense matrix
/// `[entity × day]` of sums and counts, and one product with the weights `[day × window]` gives all
/// its windows. The weights are split into limbs so that Σ|products| stays below 2⁵³.
public struct DecayedForm: Sendable {
  /// One weight per age in 10⁻⁹, from age 0 on.
  public let weights: [Int64]
  /// Days of each window: it takes the ages `1...days`, as far as there are weights.
  public let windowDays: [Int]
  /// Entities whose matrices are in memory at the same time.
  let partitionSize: Int

  /// Creates the kernel for weights and windows.
  ///
  /// - Parameters:
  ///   - weights: One weight per age from age 0 on, `0...10⁹` each, such as
  ///     ``halfLifeWeights(days:halfLife:)``.
  ///   - windowDays: Days of each window, not negative.
  public init(weights: [Int64], windowDays: [Int]) {
    self.init(weights: weights, windowDays: windowDays, partitionSize: 512)
  }

  /// The same with partitions of another size, for the tests' remainders.
  package init(weights: [Int64], windowDays: [Int], partitionSize: Int) {
    precondition(weights.allSatisfy { (0...1_000_000_000).contains($0) }, "weights are 0...10⁹")
    precondition(weights.count <= 1 << 15, "ages are Int16")
    precondition(windowDays.allSatisfy { $0 >= 0 }, "a window has no negative number of days")
    precondition((1...1 << 16).contains(partitionSize), "a partition holds 1 to 65,536 entities")
    self.weights = weights
    self.windowDays = windowDays
    self.partitionSize = partitionSize
  }

  /// The greatest age that has a weight.
  public var dayCount: Int { max(0, weights.count - 1) }

  /// Sums the runs of every entity over every window.
  ///
  /// - Units: prb in 10⁻⁶, so the numerators are in 10⁻¹⁵.
  /// - Edge cases: a run counts nowhere if its code is outside `0..<entityCount`, its age outside
  ///   `1...dayCount` or its prb negative (undefined).
  ///
  /// - Parameters:
  ///   - codes: One entity code per run.
  ///   - ages: One age in days per run.
  ///   - prb: One performance per run, at most 10⁶.
  ///   - entityCount: Number of entities.
  /// - Returns: Numerators and denominators, `[entity × window]` each.
  public func sums(
    codes: Span<Int32>, ages: Span<Int16>, prb: Span<Int32>, entityCount: Int
  ) -> FormSums {
    precondition(ages.count == codes.count && prb.count == codes.count, "one of each per run")
    precondition(codes.count <= Int(UInt32.max), "at most 2³² runs keep the sums below 2⁵²")
    precondition((0...Int(Int32.max)).contains(entityCount), "entity codes are Int32")
    var sums = FormSums(entityCount: entityCount, windowCount: windowDays.count)
    guard dayCount > 0, sums.windowCount > 0 else { return sums }
    let runs = PartitionedRuns(
      codes: codes, ages: ages, prb: prb,
      limits: .init(entityCount: entityCount, partitionSize: partitionSize, dayCount: dayCount))
    var matrix = DayMatrix(entityCount: min(partitionSize, entityCount), dayCount: dayCount)
    var factor = WeightLimbs(self, limbBits: WeightLimbs.usualBits)
    for partition in 0..<runs.partitionCount {
      let first = partition * partitionSize
      matrix.load(runs[partition], entityCount: min(partitionSize, entityCount - first))
      let bits = WeightLimbs.exactBits(rowTotal: matrix.largestTotal)
      if bits != factor.limbBits { factor = WeightLimbs(self, limbBits: bits) }
      matrix.store(into: &sums, firstEntity: first, factor: factor)
    }
    return sums
  }
}
