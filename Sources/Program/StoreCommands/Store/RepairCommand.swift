import ArgumentParser
import ColumnStore
import CommandTools
import DomainFeeds
import Foundation
import ImportHistory
import ReportSpecs
import StoreImport

struct RepairCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Repairs a damaged store from its raw archive.",
    discussion: """
      Without --yes nothing is changed: the damages are listed, and the remedy of each. Damaged \
      tables are rebuilt from the archive, as by `railbird replay`, in one commit; damaged kept \
      sums are removed, and the next report computes them. The damaged files stay in a folder \
      damaged-TIME of the store until you remove it. A lost archived file needs its original.

      Examples:
        railbird repair --store S
        railbird repair --store S --yes
        railbird repair --store S --original results.csv --yes
        railbird repair --store S --leave-out --yes
        railbird repair --store S --accept-loss --yes

      Exit codes: 0 intact or repaired, 1 damaged or failed, 64 bad usage, 74 the repair is stored, \
      but the disk or standard output failed afterwards.
      """)

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The original of a file or mapping that the archive lacks, known by its bytes; repeatable.",
      valueName: "file"),
    completion: .file())
  var original: [String] = []

  @Flag(name: .long, help: "Rebuild the tables without imports whose archived file is lost.")
  var leaveOut = false

  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Give archived files up that are lost, noted in the archive's log: tables stay. Without a "
        + "MANIFEST, rebuild them although the log may lack its end."))
  var acceptLoss = false

  @Flag(name: .long, help: "Carry it out.") var yes = false

  func run() throws {
    let console = Console(work)
    try reportingErrors {
      let store = storeOptions.store
      var job = RepairJob(store: store, now: Int64(Date().timeIntervalSince1970 * 1e6))
      job.originals = original
      job.leavesOutLost = leaveOut
      job.acceptsLoss = acceptLoss
      job.threads = work.threadCount
      job.derived = [FetchTables()]
      let progress = ImportProgress(console)
      job.progress = progress.step
      job.workProgress = progress.count
      console.progress("verifying")
      var plan = try job.plan()
      console.clear()
      let ledger = Self.flawOfAngles(store)
      for damage in plan.damages { Console.print(damage.description) }
      for name in plan.keptSums { Console.print("sums/\(name): found damage; expected kept sums") }
      if let ledger { Console.print(ledger) }
      guard !plan.isEmpty || ledger != nil else {
        if !work.quiet { Console.print("nothing to repair") }
        return
      }
      for obstacle in plan.obstacles { console.note("cannot repair: \(obstacle)") }
      if let ledger { console.note("cannot repair: \(ledger); put a copy of the file back") }
      if plan.rebuildsTables && plan.damages.contains(where: { $0.file == "MANIFEST" }) {
        console.note(
          "MANIFEST had the checksums of aliases.csv and angles.ndjson too: check that the files "
            + "are unchanged; the rebuild uses the aliases. Afterwards `railbird aliases "
            + "--store \(store) --accept` notes them")
      }
      for step in Self.steps(plan) { console.note((yes ? "" : "would ") + step) }
      guard yes, plan.changesStore else {
        console.note("nothing was changed" + (plan.changesStore ? "; --yes carries it out" : ""))
        throw ExitCode(1)
      }
      FreedMemory.keep()
      let (folder, rebuilt) = try job.run(plan)
      Console.recordChange("the repair is stored")
      if plan.rebuildsTables { _ = try refreshStatistics(of: store, threads: work.threadCount) }
      console.clear()
      if let rebuilt {
        for line in ImportChanges.lines(from: rebuilt.before, to: rebuilt.after) {
          Console.print(line)
        }
      }
      if let folder { console.note("the damaged files are in \(store)/\(folder)") }
      job.originals = []
      plan = try job.plan()
      for damage in plan.damages { Console.print("still damaged: \(damage)") }
      guard plan.isEmpty, ledger == nil else { throw ExitCode(1) }
      if !work.quiet { Console.print("repaired") }
    }
  }

  // MARK: - Implementation

  private static func steps(_ plan: RepairPlan) -> [String] {
    var steps = plan.restored.map { "restore archive/\($0.sha256) from \($0.original)" }
    steps += plan.taken.map { "use \($0.original) as the file of \($0.imported.label)" }
    if plan.rewritesLog { steps.append("write archive/LOG anew from the table of imports") }
    if plan.rebuildsTables {
      let without = plan.leftOut.sorted().map(String.init).joined(separator: ", ")
      steps.append(
        "rebuild all tables from the archive"
          + (without.isEmpty ? "" : ", without imports \(without)"))
    }
    steps += plan.givenUp.sorted().map { "give up archive/\($0), and note it in archive/LOG" }
    if !plan.keptSums.isEmpty {
      steps.append("remove \(grouped(plan.keptSums.count)) files of kept sums")
    }
    return steps
  }

  /// Returns the error in the ledger of angles; no other file has its lines.
  private static func flawOfAngles(_ store: String) -> String? {
    do {
      _ = try AngleLedger(store: store)
      return nil
    } catch {
      return "\(error)"
    }
  }
}
