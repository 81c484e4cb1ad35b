import ArgumentParser
import Foundation

/// Loads what one workload needs, then does what standard input asks: `run`, `memory`, `verify`,
/// `write PATH`.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "One workload in a process of its own.", shouldDisplay: false)

  // Not options: those of the same names are the suite's own.
  @Argument var workload: String
  @Argument var source: String
  @Argument var size: Int
  @Argument var seed: UInt64
  @Argument var data: String
  @Argument var threads: Int

  func run() throws {
    let scratch = data + "/scratch-\(ProcessInfo.processInfo.processIdentifier)"
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    do {
      try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
      let base = ProcessMemory.residentBytes
      var served = ServedWorkload(try made(scratch), base: base)
      say(Reply(ready: true, rows: served.workload.rows))
      while let line = readLine() {
        say(try served.reply(to: line))
      }
    } catch {
      say(Reply(error: "\(error)"))
      throw ExitCode(1)
    }
  }

  private func say(_ reply: Reply) {
    // The asking process may have ended, and needs no reply then.
    try? FileHandle.standardOutput.write(contentsOf: Data((reply.line + "\n").utf8))
  }

  private func made(_ scratch: String) throws -> any Workload {
    guard let name = WorkloadName(rawValue: workload), let source = DataSet.Source(rawValue: source)
    else { throw ValidationError("found \(workload) of \(source); expected a workload") }
    let input = DataSet(source: source, runners: size, seed: seed, data: data)
    switch name {
    case .roi: return try ROIWorkload(input, threads: threads)
    case .jockeyReport:
      return try ReportWorkload(input, ReportWorkload.oneReport, threads: threads)
    case .everyBet:
      return try ReportWorkload(
        input, ReportWorkload.oneReport, figures: .everyBet, threads: threads)
    case .facts:
      return try ReportWorkload(
        input, ReportWorkload.oneReport, filter: ReportWorkload.fiveFacts, threads: threads)
    case .threeReports:
      return try ReportWorkload(input, ReportWorkload.threeReports, threads: threads)
    case .features: return try FeaturesWorkload(input, threads: threads)
    case .importCSV:
      return ImportWorkload(input, file: input.csv, scratch: scratch, threads: threads)
    case .importParquet:
      return ImportWorkload(input, file: input.part(0), scratch: scratch, threads: threads)
    case .coldReport, .uncheckedReport:
      return try ColdWorkload(
        input, checks: name == .coldReport, scratch: scratch, threads: threads)
    case .appendedDay: return try AppendWorkload(input, scratch: scratch, threads: threads)
    case .seasonTotals:
      return try SeasonWorkload(Ledger(rows: size, seed: seed, data: data), threads: threads)
    case .replayJSON: return try ReplayWorkload(input, scratch: scratch, threads: threads)
    case .search: return try SearchWorkload(input, permutations: 1, threads: threads)
    case .permutedSearch: return try SearchWorkload(input, permutations: 100, threads: threads)
    }
  }
}

/// A workload, and what it was asked for so far.
struct ServedWorkload {
  private(set) var workload: any Workload
  private let base: Int
  /// After the first run: what later ones find free of the one before counts as resident, too.
  private var peak: Int?
  private var digest: String?

  init(_ workload: any Workload, base: Int) {
    self.workload = workload
    self.base = base
  }

  /// Does what a line asks.
  mutating func reply(to line: String) throws -> Reply {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    switch words.first {
    case "run": return try run()
    case "memory":
      return Reply(
        peakBytes: workload.otherPeakBytes ?? peak ?? ProcessMemory.peakBytes,
        baseBytes: workload.otherPeakBytes == nil ? base : 0, outputBytes: workload.outputBytes,
        factBytes: workload.factBytes, touchedBytes: workload.touchedBytes)
    case "verify":
      try workload.verify()
      return Reply(answer: try workload.answer())
    case "write" where words.count == 2:
      try workload.write(to: words[1])
      return Reply()
    default:
      throw WrongAnswer(description: "found \(line); expected run, memory, verify or write PATH")
    }
  }

  /// A timed run; all runs must give the same answer.
  private mutating func run() throws -> Reply {
    try workload.prepare()
    let seconds = try timed { try workload.run() }.seconds
    if peak == nil { peak = ProcessMemory.peakBytes }
    let found = try workload.digest()
    guard digest == nil || digest == found else {
      throw WrongAnswer(
        description: "found the answer \(found) in one run; expected \(digest!), as in another")
    }
    digest = found
    return Reply(seconds: seconds, parts: workload.parts, digest: found)
  }
}
