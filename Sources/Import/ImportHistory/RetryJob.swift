import ColumnStore
import Mappings
import RowReading
import StoreImport
import TabularFiles

/// Reads an import's refused rows again, as an import of their own.
///
/// Rows that are accepted now leave the table of rejects and go over the stored rows like those of
/// a new file, but for the facts of races that newer imports have told (`RetriedRaces`). The others
/// stay refused, with their new reason.
public struct RetryJob {
  /// The store's folder.
  public var store: String
  /// The number of the import whose refused rows are read again.
  public var importID: Int
  /// The YAML text of the mapping to read them by; nil for the one that the import used.
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
  /// Told the work of the current file: `ImportJob.workProgress`.
  public var workProgress: @Sendable (ImportWork) -> Void = { _ in }

  /// Describes a retry.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - importID: The number of the import; for that of a retry, the rows still refused of the
  ///     import it retried.
  ///   - now: The time of the change, µs since 1970 UTC.
  public init(store: String, importID: Int, now: Int64) {
    self.store = store
    self.importID = importID
    self.now = now
  }

  /// Reads the refused rows.
  ///
  /// - Returns: The retry's import; nil where no row is left, and nothing was done.
  /// - Throws: `ImportError`; the store then is as before.
  public func run() throws(ImportError) -> ImportedFile? {
    let writer = try onStore { () throws(StoreError) in try StoreWriter(existing: store) }
    defer { writer.close() }
    var ledger = try onStore { () throws(StoreError) in try ImportLedger(writer) }
    ledger.refusedBound = refusedBound
    let named = try ledger.standing(importID, store: store)
    // A retry leaves what it refuses again with the import that refused it first.
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
    let input = try ImportInput(opening: opened, job.mapping, looking: Looking(threads: threads))
    try check(input, of: archived, table: named.table)
    var step = ImportStep(input, first.identity, by: job)
    step.imported.id = ledger.nextID
    step.imported.retryOf = first.id
    let sides = try job.sidesServed(with: first, among: ledger.standing, writer)
    let retried = try job.importTogether([step], served: sides, &ledger, writer)[0]
    progress("committing")
    try onStore { () throws(StoreError) in
      try ledger.write(to: writer)
      try writer.commit(threads: threads)
    }
    return retried
  }

  // MARK: - Implementation

  /// Rows are found again by their place in the file, and only rows that are stored can be retried.
  private func check(_ input: ImportInput, of archived: ArchivedImport, table: String)
    throws(ImportError)
  {
    guard !input.isSide else {
      throw .joinedFiles(
        table: input.tableName, found: "rows that serve other files' rows only",
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
