import ColumnStore
import Mappings
import RowReading
import StoreImport

/// Repairs a damaged store from its raw archive, and never makes it worse.
///
/// Rebuilds tables in one commit, like a replay; a crash leaves the old state or the new one. Keeps
/// the damaged files beside them.
public struct RepairJob {
  /// The store's folder.
  public var store: String
  /// Files to search for the originals of lost archived files, by checksum.
  public var originals: [String] = []
  /// Whether tables may be rebuilt without imports whose archived files are lost.
  public var leavesOutLost = false
  /// Whether to give up lost archived files, which the archive's log records, and to rebuild tables
  /// from a log that may lack its end.
  public var acceptsLoss = false
  /// The maximum number of threads.
  public var threads = 1
  /// Tables of other modules that are made from the same files.
  public var derived: [any DerivedTables] = []
  /// The time of the repair, µs since 1970 UTC.
  public var now: Int64
  /// Called with each step.
  public var progress: (String) -> Void = { _ in }
  /// Receives the work of the current file: `ImportJob.workProgress`.
  public var workProgress: @Sendable (ImportWork) -> Void = { _ in }

  /// Describes a repair.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - now: The time of the repair, µs since 1970 UTC.
  public init(store: String, now: Int64) {
    self.store = store
    self.now = now
  }

  /// Carries out a plan.
  ///
  /// - Parameter plan: The plan, just made.
  /// - Returns: The folder of the damaged files, relative to the store, nil if none was kept; and
  ///   the imports before and after, nil if no tables were rebuilt.
  /// - Throws: `ImportError`; the tables are then unchanged.
  public func run(_ plan: RepairPlan) throws(ImportError) -> (
    folder: String?, rebuilt: ReplayJob.Outcome?
  ) {
    var rebuilt: ReplayJob.Outcome?
    let folder = try onStore { () throws(StoreError) in try salvage(plan) }
    if plan.rewritesLog {
      progress("writing the archive's log")
      try onStore { () throws(StoreError) in
        let writer = try StoreWriter(existing: store, replacesDamagedLog: true)
        defer { writer.close() }
        var ledger = try ImportLedger(writer)
        try ledger.write(to: writer)
        try writer.commit(threads: threads)
      }
    }
    if plan.rebuildsTables {
      var replay = ReplayJob(store: store)
      replay.dropsAllTables = true
      replay.trustsLog = true
      replay.leftOut = plan.leftOut
      for (imported, original) in plan.taken { replay.originals[imported.id] = original }
      replay.now = now
      replay.threads = threads
      replay.derived = derived
      replay.progress = progress
      replay.workProgress = workProgress
      rebuilt = try replay.run()
    }
    if !plan.givenUp.isEmpty { try onStore { () throws(StoreError) in try giveUp(plan.givenUp) } }
    return (folder, rebuilt)
  }

  // MARK: - Implementation

  /// Removes lost files from the archive's list: their imports then count as never archived.
  private func giveUp(_ sums: Set<String>) throws(StoreError) {
    progress("giving up lost files")
    let writer = try StoreWriter(existing: store)
    defer { writer.close() }
    var ledger = try ImportLedger(writer)
    for sum in sums.sorted() {
      // An import may have restored it since the plan was made.
      if let path = writer.archivedPath(sha256: sum), (try? OwnFile.isThere(path)) == true,
        (try? Checksum.ofFile(path).hex) == sum
      {
        progress("restored archive/\(sum)")
        continue
      }
      let imports = ledger.imports.filter { RepairPlan.sums(of: $0).contains(sum) }.map(\.id)
      writer.forget(archived: sum, noting: #"{"accepted_at":\#(now),"imports":\#(imports)}"#)
      for imported in ledger.imports where imported.sha256 == sum {
        ledger.set(sha256: nil, of: imported.id)
      }
    }
    try ledger.write(to: writer)
    try writer.commit(threads: threads)
  }

  /// Keeps damaged files, restores archived ones and drops kept sums; holds the store's lock.
  private func salvage(_ plan: RepairPlan) throws(StoreError) -> String? {
    let salvage = try StoreSalvage(store: store, now: Int(now / 1_000_000))
    let files = plan.damages.map(\.file)
    for (sha256, original) in plan.restored { try salvage.restore(sha256, from: original) }
    for sum in plan.givenUp.sorted() { try salvage.keep("archive/" + sum) }
    if plan.rewritesLog { try salvage.keep("archive/LOG") }
    if plan.rebuildsTables {
      if files.contains("MANIFEST") { try salvage.keepTables() }
      for file in files
      where file == "MANIFEST" || file.hasPrefix("segments/") || file.hasPrefix("dictionaries/") {
        try salvage.keep(file)
      }
    }
    try salvage.drop(keptSums: plan.keptSums)
    return salvage.usedFolder
  }
}
