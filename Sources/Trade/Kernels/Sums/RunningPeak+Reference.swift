extension RunningPeak {
  /// The specification: every running total from the whole array, by its definition.
  package struct Reference {
    package let totals: [Int64]

    package init(_ values: [Int64]) {
      totals = values.indices.map { values[...$0].reduce(0, &+) }
    }

    package var sum: Int64 { totals.last ?? 0 }
    package var peak: Int64? { totals.max() }

    package func firstReaching(_ threshold: Int64, from start: Int64) -> Int? {
      totals.firstIndex { start &+ $0 >= threshold }
    }
  }
}
