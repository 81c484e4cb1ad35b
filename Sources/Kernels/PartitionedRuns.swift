/// The runs that count, ordered by the partition of their entity (a counting sort).
struct PartitionedRuns {
  /// One run, with the number of its entity inside its partition.
  struct Run {
    var entity: UInt16
    var day: UInt16
    var prb: Int32
  }

  /// What decides whether and where a run counts.
  struct Limits {
    var entityCount: Int
    var partitionSize: Int
    var dayCount: Int
  }

  private let runs: [Run]
  /// First run of every partition, and the end of the last one.
  private let starts: [Int]

  var partitionCount: Int { starts.count - 1 }

  /// The runs of one partition.
  subscript(partition: Int) -> ArraySlice<Run> { runs[starts[partition]..<starts[partition + 1]] }

  init(codes: Span<Int32>, ages: Span<Int16>, prb: Span<Int32>, limits: Limits) {
    let partitions = (limits.entityCount + limits.partitionSize - 1) / limits.partitionSize
    let size = UInt32(limits.partitionSize)
    func counts(_ row: Int) -> Bool {
      codes[row] >= 0 && Int(codes[row]) < limits.entityCount && prb[row] >= 0
        && ages[row] > 0 && Int(ages[row]) <= limits.dayCount
    }

    var starts = [Int](repeating: 0, count: partitions + 1)
    for row in codes.indices where counts(row) {
      precondition(prb[row] <= 1_000_000, "prb must not exceed 10⁶")
      starts[Int(UInt32(codes[row]) / size) + 1] += 1
    }
    for partition in 0..<partitions { starts[partition + 1] += starts[partition] }

    var next = starts
    // Safety: the second pass writes every slot that the first pass has counted, once.
    runs = Array(unsafeUninitializedCapacity: starts[partitions]) { runs, count in
      for row in codes.indices where counts(row) {
        let (partition, entity) = UInt32(codes[row]).quotientAndRemainder(dividingBy: size)
        runs.initializeElement(
          at: next[Int(partition)],
          to: Run(entity: UInt16(entity), day: UInt16(ages[row]) - 1, prb: prb[row]))
        next[Int(partition)] += 1
      }
      count = starts[partitions]
    }
    self.starts = starts
  }
}
