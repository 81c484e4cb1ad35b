/// The times of one side's runs in seconds.
struct Times: Codable, Equatable {
  /// Sorted.
  let seconds: [Double]

  init(_ seconds: [Double]) {
    precondition(!seconds.isEmpty, "at least one run")
    self.seconds = seconds.sorted()
  }

  /// The middle one; of two in the middle, the slower.
  var median: Double { seconds[seconds.count / 2] }
  var least: Double { seconds[0] }
}

/// One peer beside us: both sides took turns.
struct PeerResult: Codable {
  let engine: String
  let theirs: Times
  let ours: Times
  let theirPeakBytes: Int

  /// How many times faster our median is than theirs.
  var ratio: Double { theirs.median / ours.median }
}

/// One workload at one size.
struct WorkloadResult: Codable {
  let workload: WorkloadName
  let rows: Int
  let ours: Times
  /// What the workload says of its last run, such as how long a part of it took, in seconds.
  let parts: [String: Double]
  let memory: MemoryUse
  /// The bytes of the columns that are read, or of the text that is.
  let touchedBytes: Int
  /// A checksum of the answer, the same on every machine.
  let answer: String
  let peers: [PeerResult]

  /// Against the faster of the peers.
  var ratio: Double? { peers.map(\.ratio).min() }
  var nanosecondsPerRow: Double { ours.median / Double(rows) * 1e9 }
  var touchedPerSecond: Double { Double(touchedBytes) / ours.median }
}

/// The memory of one workload's process.
struct MemoryUse: Codable, Equatable {
  /// Its highest resident memory while it ran, mapped pages counted.
  let peakBytes: Int
  /// What it held before it opened its input: the program and its libraries.
  let baseBytes: Int
  /// What its answer takes.
  let outputBytes: Int
  /// The memory of the facts of runners in bytes; it is free again when the answer is there.
  let factBytes: Int

  /// What the work itself took over what it had to touch.
  func ratio(touched: Int) -> Double {
    Double(max(0, peakBytes - baseBytes - outputBytes)) / Double(max(1, touched))
  }
}
