import Foundation

/// One workload at one size: we alone, or we and each peer taking turns.
struct Bout {
  let workload: WorkloadName
  let source: DataSet.Source
  let size: Int
  let seed: UInt64
  let data: String
  let threads: Int
  let runs: Int
  let hasPeers: Bool

  private var input: DataSet { DataSet(source: source, runners: size, seed: seed, data: data) }

  func result() throws -> WorkloadResult {
    guard hasPeers, !PeerEngine.all(for: workload).isEmpty else { return try alone() }
    var result: WorkloadResult?
    var peers: [PeerResult] = []
    for engine in PeerEngine.all(for: workload) {
      let (own, peer) = try beside(engine)
      // The memory and parts of the first session; times are those of each.
      if result == nil { result = own }
      peers.append(peer)
    }
    return result!.with(peers: peers)
  }

  // MARK: - Implementation

  private func ourSide() throws -> Contestant {
    try Contestant(
      workload.rawValue, PackageFolder.executable,
      [
        "serve", workload.rawValue, source.rawValue, "\(size)", "\(seed)", data, "\(threads)",
      ])
  }

  private func alone() throws -> WorkloadResult {
    let ours = try ourSide()
    defer { ours.end() }
    // The first run warms up.
    _ = try ours.run()
    let times = try (0..<runs).map { _ in try ours.run() }
    return try finished(ours, times)
  }

  private func beside(_ engine: PeerEngine) throws -> (WorkloadResult, PeerResult) {
    let ours = try ourSide()
    defer { ours.end() }
    let theirs = try engine.contestant(workload, input)
    defer { theirs.end() }
    func turn(of side: Contestant) throws -> (seconds: Double, reply: Reply) {
      Contestant.settle([ours, theirs])
      return try side.run()
    }
    (_, _) = (try turn(of: ours), try turn(of: theirs))
    var own: [(seconds: Double, reply: Reply)] = []
    var other: [Double] = []
    for run in 0..<runs {
      if run % 2 == 0 { own.append(try turn(of: ours)) }
      other.append(try turn(of: theirs).seconds)
      if run % 2 == 1 { own.append(try turn(of: ours)) }
    }
    let peak = try theirs.ask("memory").peakBytes ?? 0
    let result = try finished(ours, own)
    try compare(ours, theirs, engine)
    let peer = PeerResult(
      engine: theirs.engine, theirs: Times(other), ours: result.ours, theirPeakBytes: peak)
    return (result, peer)
  }

  private func finished(
    _ ours: Contestant, _ times: [(seconds: Double, reply: Reply)]
  ) throws -> WorkloadResult {
    let memory = try ours.ask("memory")
    let verified = try ours.ask("verify")
    return WorkloadResult(
      workload: workload, rows: ours.rows, ours: Times(times.map(\.seconds)),
      parts: times.last!.reply.parts ?? [:],
      memory: MemoryUse(
        peakBytes: memory.peakBytes ?? 0, baseBytes: memory.baseBytes ?? 0,
        outputBytes: memory.outputBytes ?? 0, factBytes: memory.factBytes ?? 0),
      touchedBytes: memory.touchedBytes ?? 0, answer: verified.answer ?? "", peers: [])
  }

  /// Our answer against theirs, cell by cell, by their own comparison.
  private func compare(_ ours: Contestant, _ theirs: Contestant, _ engine: PeerEngine) throws {
    let isFolder = [.jockeyReport, .threeReports, .coldReport, .search].contains(workload)
    let path = data + "/answer-\(workload.rawValue)" + (isFolder ? "" : ".parquet")
    try? FileManager.default.removeItem(atPath: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = try ours.ask("write " + path)
    let differences = try theirs.ask("compare " + path).differences ?? ["found no comparison"]
    guard differences.isEmpty else {
      throw WrongAnswer(
        description: "\(workload.rawValue): \(engine.rawValue) answers otherwise: "
          + differences.joined(separator: "; "))
    }
  }
}

extension WorkloadResult {
  func with(peers: [PeerResult]) -> WorkloadResult {
    WorkloadResult(
      workload: workload, rows: rows, ours: ours, parts: parts, memory: memory,
      touchedBytes: touchedBytes, answer: answer, peers: peers)
  }
}
