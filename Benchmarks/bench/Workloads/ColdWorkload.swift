import ColumnStore
import Foundation

/// W6 and W6-unchecked: a new process that opens the store, computes the jockey report and writes
/// its file.
struct ColdWorkload: Workload {
  let input: DataSet
  let threads: Int
  /// Whether the process checks the columns that it reads, as it does by itself.
  let checks: Bool
  private let railbird: String
  private let out: String
  private(set) var parts: [String: Double] = [:]

  init(_ input: DataSet, checks: Bool = true, scratch: String, threads: Int) throws {
    self.input = input
    self.threads = threads
    self.checks = checks
    guard let railbird = PackageFolder.railbird else {
      throw WrongAnswer(
        description: "W6: found no railbird beside \(PackageFolder.executable); expected it built")
    }
    self.railbird = railbird
    out = scratch + "/cold"
  }

  var rows: Int { input.runners }

  var touchedBytes: Int {
    guard let report = try? ReportWorkload(input, ReportWorkload.oneReport, threads: threads)
    else { return 0 }
    return report.touchedBytes
  }

  var otherPeakBytes: Int? { ProcessMemory.childrensPeakBytes }

  mutating func prepare() { try? FileManager.default.removeItem(atPath: out) }

  mutating func run() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: railbird)
    process.arguments = [
      "report", "--store", input.store, "--by", "jockey", "--out", out, "--threads", "\(threads)",
      "--quiet",
    ]
    if !checks {
      let own = ProcessInfo.processInfo.environment
      process.environment = own.merging(["RAILBIRD_NO_CHECKSUMS": "1"]) { $1 }
    }
    process.standardOutput = FileHandle.nullDevice
    let status = try timed {
      try process.run()
      process.waitUntilExit()
    }
    guard process.terminationStatus == 0 else {
      throw WrongAnswer(
        description: "railbird: found exit status \(process.terminationStatus); expected 0")
    }
    parts["process"] = status.seconds
  }

  func digest() throws -> String { try Checksum.ofFile(out + "/jockey.csv").hex }
  func answer() throws -> String { try digest() }

  func write(to path: String) throws {
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: out, toPath: path)
  }
}
