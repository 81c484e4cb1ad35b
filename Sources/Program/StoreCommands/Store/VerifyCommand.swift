import ArgumentParser
import ColumnStore
import CommandTools
import DomainFeeds
import Foundation
import ReportSpecs

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Recomputes every checksum of the store.",
    discussion: """
      Kept sums and the journals of fetches are checked too. They belong to no state: damage there \
      is reported, and the next report or fetch does without.

      Example:
        railbird verify --store S

      Exit codes: 0 intact, 1 damaged or not readable, 64 bad usage.
      """)

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions

  func run() throws {
    let console = Console(work)
    try reportingErrors {
      let result = try Verification(store: storeOptions.store) { done, total in
        console.progress(done, of: total, "files", stage: "verifying")
      }
      console.clear()
      let beside =
        KeptFile.damaged(in: storeOptions.store, threads: work.threadCount).map {
          "\(KeptFile.folder)/\($0): found damage; expected kept sums; the next report computes them"
        } + WaitingDamage.found(in: storeOptions.store)
      for line in result.damages.map(\.description) + beside { Console.print(line) }
      if result.hasUnnotedAliases {
        console.note(
          "aliases.csv: found no checksum of it in the manifest; expected one, which "
            + "`railbird aliases --store \(storeOptions.store) --accept` notes")
      }
      do {
        _ = try AngleLedger(store: storeOptions.store)
      } catch {
        Console.print("\(error)")
        throw ExitCode(1)
      }
      guard result.damages.isEmpty else {
        console.note(
          "\(grouped(result.damages.count)) damaged of \(grouped(result.fileCount)) files")
        throw ExitCode(1)
      }
      guard !work.quiet else { return }
      Console.print(
        "\(grouped(result.fileCount)) files, \(grouped(result.byteCount)) bytes: intact"
          + (beside.isEmpty ? "" : ", but for \(grouped(beside.count)) beside the tables"))
    }
  }
}
