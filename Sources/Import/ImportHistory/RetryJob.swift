import ColumnStore
import Mappings
import RowReading
import StoreImport
import TabularFiles

/// Reads an import's refused rows again, as a separate import.
///
/// Rows that are accepted now leave the table of rejects and replace stored rows like those of a
/// new file, except that facts of races in newer imports stay (`RetriedRaces`). The other rows stay
/// refused, with their new reason.
public struct RetryJob {
  /// The store's folder.
  public var store: String
  /// The number of the import whose refused rows are read again.
  public var importID: Int
  /// The YAML text of the mapping to read them by; nil for the import's own mapping.
  public var mappingText: String?
  /// The mapping's name in messages.
  public var mappingName = "mapping"
  /// Number of worker threads.
  public var threads = 1
  /// Bytes of refused rows in memory; beyond that they go to disk.
  var refusedBound = RefusedDraft.bound
  /// The time of the change, µs since 1970 UTC.
  public var now: Int64
  /// Called with each step.
  public var progress: (String) -> Void = { _ in }
  /// Receives the work of the current file: `ImportJob.workProgress`.
  public var workProgress: @Sendable (ImportWork) -> Void = { _ in }

  /// Describes a retry.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - importID: The number of the import; for a retry's number, reads the rows that the retried
  ///     import still refuses.
  ///   - now: The time of the change, µs since 1970 UTC.
  public init(store: String, importID: Int, now: Int64) {
    self.store = store
    self.importID = importID
    self.now = now
  }

  /// Reads the refused rows.
  ///
  /// - Returns: The retry's import; nil where no row is left and nothing was done.
  /// - Throws: `ImportError`; the store is then unchanged.
  public func run() throws(ImportError) -> ImportedFile? {
    let writer = try onStore { () throws(StoreError) in try StoreWriter(existing: store) }
    defer { writer.close() }
    var ledger = try onStore { () throws(StoreError) in try ImportLedger(writer) }
    ledger.refusedBound = refusedBound
    let named = try ledger.standing(importID, store: store)
    // Rows that a retry refuses again stay with the import that refused them first.
    let first =
      try named.retryOf.map { id throws(ImportError) in
        try ledger.standing(id, store: store)
      } ?? named
    let lines = try onStore { () throws(StoreError) in
      try ledger.refusedLines(of: first.id, writer)
    }
    guard !lines.isEmpty else { return nil }
    let archived = try ArchivedImport(named, in: writer)
    let text = mappingText ?? archived.mappingText
    let file = mappingText == nil ? "mapping of \(named.label)" : mappingName
    var job = ImportJob(
      store: store, mapping: try Mapping(yaml: text, file: file), mappingText: text, now: now)
    job.threads = threads
    job.refusedBound = refusedBound
    job.progress = progress
    job.workProgress = workProgress
    var opened = archived.file
    if mappingText == nil { opened.table = named.table }
    let input = try ImportInput(opening: opened, job.mapping, limits: ProbeLimits(threads: threads))
    try check(input, of: archived, table: named.table)
    var step = FileImport(input, first.identity, by: job)
    step.imported.id = ledger.nextID
    step.imported.retryOf = first.id
    let served = try job.sidesServed(with: first, among: ledger.standing, writer)
    let retried = try job.importTogether(
      [step], sides: SideTables([input] + served), &ledger, writer)[0]
    progress("committing")
    try onStore { () throws(StoreError) in
      try ledger.write(to: writer)
      try writer.commit(threads: threads)
    }
    return retried
  }

  // MARK: - Implementation

  /// Checks that rows are at the same place in the file, where a retry finds them, and that they
  /// are rows to store.
  private func check(_ input: ImportInput, of archived: ArchivedImport, table: String)
    throws(ImportError)
  {
    guard !input.isSide else {
      throw .joinedFiles(
        table: input.tableName, found: "rows that only complete other files' rows",
        expected: "an import whose rows are stored")
    }
    guard input.file.kind.isJSON, mappingText != nil else { return }
    let before = try Mapping(yaml: archived.mappingText, file: "mapping").tables[table]?.rowPath
    guard input.table.rowPath == before else {
      throw .badMapping(
        file: mappingName, found: "\(input.tableName): rows at \(Self.place(input.table.rowPath))",
        expected: "rows at \(Self.place(before ?? .document)), where the import read them")
    }
  }

  private static func place(_ path: RowPath) -> String {
    path == .document ? "the top" : path.text
  }
}
