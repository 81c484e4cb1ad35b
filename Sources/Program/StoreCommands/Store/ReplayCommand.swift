import ArgumentParser
import ColumnStore
import CommandTools
import DomainFeeds
import Foundation
import ImportHistory
import Racing
import StoreImport

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Rebuilds the store's tables from its raw archive.",
    discussion: """
      All imports run again in order, with the archive's files and mappings, and are stored in \
      one commit; until then the store is unchanged. This also restores a store whose manifest, \
      segments or dictionaries are lost.

      Examples:
        railbird replay --store S
        railbird replay --store S --into NEW

      Exit codes: 0 done, 1 failed, 64 bad usage, 74 the change is stored, but \
      the disk or standard output failed afterwards.
      """)

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions

  @Option(
    name: .long,
    help: ArgumentHelp("Fill a new store, and leave this one as it is.", valueName: "dir"),
    completion: .directory)
  var into: String?

  func validate() throws {
    if into == "" { throw ValidationError("--into: found an empty name; expected a folder") }
  }

  func run() throws {
    let console = Console(work)
    FreedMemory.keep()
    try reportingErrors {
      var job = ReplayJob(store: storeOptions.store)
      job.target = into
      job.threads = work.threadCount
      job.derived = [FetchTables()]
      let progress = ImportProgress(console)
      job.progress = progress.step
      job.workProgress = progress.count
      let start = Date()
      let outcome = try job.run()
      Console.recordChange("the replay is stored")
      let seconds = Date().timeIntervalSince(start)
      console.progress("computing statistics")
      let hasStatistics = try refreshStatistics(
        of: into ?? storeOptions.store, threads: work.threadCount)
      let all = Date().timeIntervalSince(start)
      console.clear()
      guard !work.quiet else { return }
      for line in ImportChanges.lines(from: outcome.before, to: outcome.after) {
        Console.print(line)
      }
      let count = outcome.after.count
      Console.print(
        "\(grouped(count)) import\(count == 1 ? "" : "s"), "
          + "\(grouped(outcome.after.reduce(0) { $0 + $1.rowsRead })) rows, "
          + "\(grouped(outcome.textBytes)) bytes in "
          + String(format: "%.2f s, %.0f MB/s", seconds, Double(outcome.textBytes) / 1e6 / seconds)
          + (hasStatistics ? String(format: "; statistics in %.2f s", all - seconds) : ""))
    }
  }
}

/// Recomputes the figures of people: the archive lacks them, because they are derived from the
/// runners.
///
/// - Parameters:
///   - store: The store's folder.
///   - threads: The maximum number of threads.
/// - Returns: Whether there was something to compute.
/// - Throws: A `StoreError`, or the error of the computation.
func refreshStatistics(of store: String, threads: Int) throws -> Bool {
  let writer = try StoreWriter(existing: store)
  guard writer.before.rowCount(of: RacingTables.responses) > 0 else { return false }
  return try ConnectionStatistics.refresh(writer, threads: threads) != nil
}
