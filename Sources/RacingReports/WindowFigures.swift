import Kernels

/// One entity of one window, before it is ranked and named.
struct RankedRow {
  let code: Int
  let figures: EntityFigures
}

/// Every window's figures from the sums per age band.
struct WindowFigures {
  private let entities: Range<Int32>
  private let windowCount: Int
  private let stride: Int
  /// `[window × (entity · stride)]`.
  private let sums: [Int64]
  /// `[window × entity]`.
  private let sequences: [[RunSequence]]
  private let form: FormSums
  private let population: [(runs: Int64, wins: Int64)]

  init(
    _ entitySums: borrowing EntitySums, _ population: Population, _ cohort: Cohort
  ) {
    let windows = cohort.windows
    entities = entitySums.entities
    windowCount = windows.count
    stride = entitySums.block.measureStride
    let bands = cohort.bands
    let columns = entitySums.block.columnCount
    let product = WindowProduct(
      windows: bands.bandsOfWindow.map { Array(0..<$0) }, bandCount: bands.count)
    var sums = [Int64](repeating: 0, count: windows.count * columns)
    entitySums.block.withSums { bandSums in
      var span = sums.mutableSpan
      product.fill(&span, bandSums: bandSums, columns: columns)
    }
    self.sums = sums
    sequences = Self.sequences(entitySums, bands)
    let decayed = DecayedForm(
      weights: DecayedForm.halfLifeWeights(), windowDays: windows.map { min($0.days ?? 365, 365) })
    form = decayed.sums(
      codes: entitySums.formCodes.span, ages: entitySums.formAges.span,
      prb: entitySums.formPRB.span, entityCount: entitySums.entities.count)
    self.population = bands.bandsOfWindow.map { count in
      (population.runs.prefix(count).reduce(0, +), population.wins.prefix(count).reduce(0, +))
    }
  }

  /// The entities with runs in a window, in order of their codes.
  func rows(_ window: Int, atLeast minRuns: Int) -> [RankedRow] {
    (0..<entities.count).compactMap { entity in
      let first = (window * entities.count + entity) * stride
      let runs = sums[first + Measure.runs]
      guard runs > 0, runs >= minRuns else { return nil }
      let cell = entity * windowCount + window
      return RankedRow(
        code: Int(entities.lowerBound) + entity,
        figures: EntityFigures(
          sums: sums[first..<(first + Measure.count)], sequence: sequences[window][entity],
          form: (form.numerators[cell], form.denominators[cell]), population: population[window]))
    }
  }

  /// A window's sequence is its bands', the oldest first.
  private static func sequences(_ sums: borrowing EntitySums, _ bands: AgeBands) -> [[RunSequence]]
  {
    let count = sums.entities.count
    var upTo: [[RunSequence]] = []
    for band in 0..<bands.count {
      upTo.append(
        (0..<count).map { entity in
          let own = sums.sequences[band * count + entity]
          return band == 0 ? own : RunSequence.combined(own, upTo[band - 1][entity])
        })
    }
    return bands.bandsOfWindow.map { upTo[$0 - 1] }
  }
}
