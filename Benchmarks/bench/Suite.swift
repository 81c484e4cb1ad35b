import Foundation

/// The workloads at all sizes, one after the other, each verified.
struct Suite {
  /// What was measured, and the inputs whose rows are not those of their baselines.
  typealias Outcome = (results: [WorkloadResult], otherRows: [WrongAnswer])

  let sizes: [Int]
  let workloads: [WorkloadName]
  let ledgerRows: Int
  let seed: UInt64
  let runs: Int
  let threads: Int
  let hasPeers: Bool
  let data: String
  let baselines: Baselines

  func run() throws -> Outcome {
    let python = hasPeers ? try PeerEngine.python() : nil
    var (results, otherRows): Outcome = ([], [])
    for size in sizes {
      let input = DataSet(source: hasPeers ? .peers : .own, runners: size, seed: seed, data: data)
      let own = workloads.filter { !$0.isOfLedger && Self.canRun($0, input) }
      guard !own.isEmpty else { continue }
      let rows = try input.make(python: python) { kept in
        try !baselines.records && baselines.know(kept, of: input.name)
      }
      if let rows { try baselines.record(rows, of: input.name) }
      let isKnown = try baselines.know(rows, of: input.name)
      if !isKnown { otherRows.append(Self.otherRows(input, rows)) }
      if own.contains(where: \.needsStore) { try input.makeStore(threads: threads) }
      for workload in own {
        let result = try result(workload, source: input.source, size)
        if isKnown { try baselines.check(result, input: input.name) }
        Progress.note(ResultTable.line(result))
        results.append(result)
      }
    }
    if workloads.contains(.seasonTotals) {
      let ledger = Ledger(rows: ledgerRows, seed: seed, data: data)
      try ledger.make()
      let result = try result(.seasonTotals, source: .own, ledgerRows)
      try baselines.check(result, input: "ledger-\(ledgerRows)-\(seed)")
      Progress.note(ResultTable.line(result))
      results.append(result)
    }
    return (results, otherRows)
  }

  // MARK: - Implementation

  private func result(
    _ workload: WorkloadName, source: DataSet.Source, _ size: Int
  ) throws -> WorkloadResult {
    Progress.note("\(workload.rawValue) \(workload.title), \(Count(size).text)")
    let bout = Bout(
      workload: workload, source: source, size: size, seed: seed, data: data, threads: threads,
      runs: runs, hasPeers: hasPeers)
    return try bout.result()
  }

  /// Says that a generator did not draw the same bytes as elsewhere: the answers are verified
  /// without the baseline, and the run fails once everything is measured.
  private static func otherRows(_ input: DataSet, _ rows: Baselines.Entry?) -> WrongAnswer {
    let other = WrongAnswer(
      description: "\(input.name): found rows with the checksum \(rows?.answer ?? "none"); "
        + "expected those of the baseline, without which answers are verified")
    Progress.note(other.description)
    return other
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
