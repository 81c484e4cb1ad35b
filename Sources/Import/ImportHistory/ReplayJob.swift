import ColumnStore
import Foundation
import Mappings
import Racing
import RowReading
import StoreImport
import SystemFiles
import TabularFiles
import StoreTables

/// Refills a store's tables from its raw archive alone, in one commit.
///
/// The archive's log records which files were imported, in which order and by which mapping;
/// nothing else of the store is needed. Imports keep number, time and name; undone ones stay
/// undone.
public struct ReplayJob {
  /// The store's folder.
  public var store: String
  /// The folder of a new store to fill instead; the old store then stays unchanged.
  public var target: String?
  /// The numbers of imports to leave out from now on, as if undone.
  var leftOut: Set<Int> = []
  /// Files to archive for imports without an archived file, by the imports' numbers.
  var originals: [Int: String] = [:]
  /// The time at which they are left out, µs since 1970 UTC.
  var now: Int64 = 0
  /// Whether to drop tables that no import fills, too: they may be damaged.
  var dropsAllTables = false
  /// Whether to accept a log that may lack its end.
  var trustsLog = false
  /// Number of worker threads.
  public var threads = 1
  /// Tables of other modules that are made from the same files.
  public var derived: [any DerivedTables] = []
  /// Called with each step.
  public var progress: (String) -> Void = { _ in }
  /// Receives the work of the current file: `ImportJob.workProgress`.
  public var workProgress: @Sendable (ImportWork) -> Void = { _ in }

  /// The result of a replay.
  public struct Outcome: Sendable {
    /// The imports that are not undone, with their earlier counts.
    public let before: [ImportedFile]
    /// The imports that are not undone, with their new counts.
    public let after: [ImportedFile]
    /// The size of the archived texts in bytes, unpacked.
    public let textBytes: Int
  }

  /// Describes a replay.
  ///
  /// - Parameter store: The store's folder.
  public init(store: String) { self.store = store }

  /// Fills the tables.
  ///
  /// - Returns: The imports before and after.
  /// - Throws: `ImportError` `.notArchived` when the archive lacks a file, `.store` when a file of
  ///   the archive is damaged, its log may lack its end or the new folder is not empty, or an
  ///   import's error; the store is then unchanged.
  public func run() throws(ImportError) -> Outcome {
    progress("reading the list of imports")
    try checkLog()
    // Under the lock, as another process could add an import that the new tables would lack.
    let own = target == nil ? try ownWriter() : nil
    var ledger = try history()
    let before = ledger.standing
    let writer = if let own { own } else { try newWriter(target!, ledger) }
    defer { writer.close() }
    for (id, original) in originals {
      let draft = try onStore { () throws(StoreError) in
        try ArchiveDraft(of: original, store: writer.store)
      }
      defer { draft.discard() }
      guard draft.sum.hex == before.first(where: { $0.id == id })?.xxh128 else {
        throw .file(SourceFile.changed(original))
      }
      try onStore { () throws(StoreError) in try writer.archive(draft) }
      ledger.set(sha256: draft.sha256, of: id)
    }
    var rebuild = StoreRebuild(writer: writer)
    rebuild.threads = threads
    rebuild.progress = progress
    rebuild.workProgress = workProgress
    rebuild.derived = derived.map { $0.filling() }
    try rebuild.run(&ledger, undoing: leftOut, at: now)
    progress("committing")
    try onStore { () throws(StoreError) in
      for filling in rebuild.derived { try filling.write(writer, threads) }
      try ledger.write(to: writer)
      try writer.commit(threads: threads)
    }
    return Outcome(before: before, after: ledger.standing, textBytes: rebuild.textBytes)
  }

  /// All tables that imports fill.
  static let rebuiltTables =
    RacingTables.rebuiltTables + SeasonTables.rebuiltTables + PromotionTables.rebuiltTables
    + BettingTables.rebuiltTables + SupportTables.rebuiltTables

  // MARK: - Implementation

  private var tableNames: [String] {
    Self.rebuiltTables
      + [RacingTables.imports, RacingTables.rejects] + derived.flatMap(\.tableNames)
  }

  /// Reads the imports from the archive's log; older stores have only the table.
  private func history() throws(ImportError) -> ImportLedger {
    let log = try onStore { () throws(StoreError) in try ArchiveLog(store: store) }
    guard log.notes.isEmpty else { return try ImportLedger(log, store: store) }
    return try onStore { () throws(StoreError) in
      try ImportLedger(Snapshot(store: store, tables: [RacingTables.imports]))
    }
  }

  /// Refuses a log that may lack its end, before a writer cuts off a seemingly unfinished part.
  private func checkLog() throws(ImportError) {
    guard !trustsLog else { return }
    let ledger = try history()
    try onStore { () throws(StoreError) in
      let signs = try ledger.signsOfLostEnd(in: store)
      guard signs.isEmpty else {
        throw .corrupt(
          file: store + "/MANIFEST", found: "none, and " + signs.joined(separator: "; "),
          expected: "both; `railbird repair --store \(store)` lists what can be done")
      }
    }
  }

  private func ownWriter() throws(ImportError) -> StoreWriter {
    try onStore { () throws(StoreError) in
      try StoreWriter(rebuilding: dropsAllTables ? nil : Set(tableNames), store: store)
    }
  }

  /// Makes a store that shares the archived files, and copies aliases and registered angles.
  private func newWriter(_ target: String, _ ledger: ImportLedger) throws(ImportError)
    -> StoreWriter
  {
    try ReplayTarget(target, of: store).check()
    // Check the aliases first: the new store copies them, and they match its races.
    _ = try onFile { () throws(FileError) in try NameAliases(store: store) }
    let archived = Set(try names(in: "archive"))
    let absent = ledger.standing.filter { !($0.sha256.map(archived.contains) ?? false) }
    guard absent.isEmpty else {
      throw .notArchived(store: store, imports: absent.map(\.label))
    }
    let writer = try onStore { () throws(StoreError) in try StoreWriter(store: target) }
    try onStore { () throws(StoreError) in try writer.copyAliases(from: store) }
    try copy("/" + StoreFolder.ledgerName, to: target)
    // Keeps the service of the answers: another service's must not pass for them.
    let fetch = "/" + OwnFile.fetchFolder
    try onStore { () throws(StoreError) in
      try OwnFile.checkFolders(of: [OwnFile.fetchFolder + "/x"], in: store)
    }
    for name in try names(in: OwnFile.fetchFolder) where name.hasSuffix(".url") {
      try onStore { () throws(StoreError) in try DurableFile.makeFolder(target + fetch) }
      try copy(fetch + "/" + name, to: target)
    }
    for name in try names(in: OwnFile.fetchFolder) where name.hasSuffix(".salt") {
      try copySalt(fetch + "/" + name, to: target)
    }
    for imported in ledger.imports {
      for sum in [imported.sha256, imported.mappingSHA256].compactMap({ $0 })
      where archived.contains(sum) {
        let path = store + "/archive/" + sum
        // Files of imports that are not undone are checked when they are read.
        if imported.isUndone { try ArchivedImport.verify(path, sum) }
        try onStore { () throws(StoreError) in
          try writer.archive(unchangingFileAt: path, sha256: sum)
        }
      }
    }
    return writer
  }

  private func names(in folder: String) throws(ImportError) -> [String] {
    try onDisk { () throws(SystemError) in try FileSystem.names(in: store + "/" + folder) } ?? []
  }

  /// Copies a salt, so that users keep their hashes in the new store; only its owner can read it.
  private func copySalt(_ file: String, to target: String) throws(ImportError) {
    let known = try onStore { () throws(StoreError) in try OwnFile.contents(of: store + file) }
    guard let salt = known else { return }
    try onDisk { () throws(SystemError) in
      try FileSystem.makeFolder(FileSystem.folder(of: target + file))
      let copy = try OpenFile(target + file, for: .updating, isPrivate: true)
      try copy.write(salt, at: 0)
      try copy.sync()
    }
  }

  /// Copies a file of the store, if there is one.
  private func copy(_ file: String, to target: String) throws(ImportError) {
    try onStore { () throws(StoreError) in
      guard let data = try OwnFile.contents(of: store + file) else { return }
      try DurableFile.replace(target + file, with: data)
    }
  }
}
