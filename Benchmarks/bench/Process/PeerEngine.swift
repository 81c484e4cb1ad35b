import Foundation

/// One of the engines whose scripts lie in `Benchmarks/peers`.
enum PeerEngine: String, CaseIterable {
  case duckdb
  case polars

  /// The Python that has them: `RAILBIRD_PEERS_PYTHON`, else the package's `.peers`.
  static func python() throws -> String {
    let named = ProcessInfo.processInfo.environment["RAILBIRD_PEERS_PYTHON"]
    let path = named ?? PackageFolder.path + "/.peers/bin/python"
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw WrongAnswer(
        description: "--peers: found no Python at \(path); expected one with "
          + "Benchmarks/peers/requirements.txt, as `make peers` installs it, or another named by "
          + "RAILBIRD_PEERS_PYTHON")
    }
    return path
  }

  /// The engines that do a workload.
  static func all(for workload: WorkloadName) -> [PeerEngine] {
    if workload == .search { return [.polars] }
    return workload.target == nil ? [] : allCases
  }

  /// Starts this engine's side of a workload.
  func contestant(_ workload: WorkloadName, _ input: DataSet) throws -> Contestant {
    try Contestant(
      "\(rawValue) \(workload.rawValue)", try Self.python(),
      [
        PackageFolder.path + "/Benchmarks/peers/\(rawValue)_peer.py", "--serve", workload.rawValue,
        "--data", input.pattern, "--csv", input.csv,
      ])
  }
}
