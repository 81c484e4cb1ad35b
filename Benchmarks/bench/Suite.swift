import Foundation

/// The workloads at all sizes, one after the other, each verified.
struct Suite {
  let sizes: [Int]
  let workloads: [WorkloadName]
  let ledgerRows: Int
  let seed: UInt64
  let runs: Int
  let threads: Int
  let hasPeers: Bool
  let data: String
  let baselines: Baselines

  func run() throws -> [WorkloadResult] {
    let python = hasPeers ? try PeerEngine.python() : nil
    var results: [WorkloadResult] = []
    for size in sizes {
      let input = DataSet(source: hasPeers ? .peers : .own, runners: size, seed: seed, data: data)
      let own = workloads.filter { !$0.isOfLedger && Self.canRun($0, input) }
      guard !own.isEmpty else { continue }
      try input.make(python: python)
      if own.contains(where: \.needsStore) { try input.makeStore(threads: threads) }
      for workload in own {
        results.append(try result(workload, source: input.source, size, input.name))
      }
    }
    if workloads.contains(.seasonTotals) {
      let ledger = Ledger(rows: ledgerRows, seed: seed, data: data)
      try ledger.make()
      results.append(
        try result(.seasonTotals, source: .own, ledgerRows, "ledger-\(ledgerRows)-\(seed)"))
    }
    return results
  }

  // MARK: - Implementation

  private func result(
    _ workload: WorkloadName, source: DataSet.Source, _ size: Int, _ input: String
  ) throws -> WorkloadResult {
    Progress.note("\(workload.rawValue) \(workload.title), \(Count(size).text)")
    let bout = Bout(
      workload: workload, source: source, size: size, seed: seed, data: data, threads: threads,
      runs: runs, hasPeers: hasPeers)
    let result = try bout.result()
    try baselines.check(result, input: input)
    return result
  }

  /// Large inputs have no text files, the peers' none in JSON; W6 needs the command.
  private static func canRun(_ workload: WorkloadName, _ input: DataSet) -> Bool {
    if workload.needsCSV && !input.hasCSV { return false }
    if workload == .importParquet && !input.hasCSV { return false }
    if workload == .replayJSON && input.source != .own { return false }
    guard !workload.runsCommand || PackageFolder.railbird != nil else {
      Progress.note(
        "\(workload.rawValue) left out: found no railbird beside bench (--command builds it)")
      return false
    }
    return true
  }
}
