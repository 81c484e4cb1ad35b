import ColumnStore
import Columns
import Foundation
import Mappings
import RaceMerging
import Racing
import RowReading
import SystemFiles
import TabularFiles

/// Imports files into a store: all of them in one commit, or none.
public struct ImportJob {
  /// The store's folder; made if there is none.
  public var store: String
  /// The meaning of the files' columns and words.
  public var mapping: Mapping
  /// The mapping as text, kept in the raw archive.
  public var mappingText: String
  /// Number of worker threads.
  public var threads = 1
  /// Whether the files' bytes are kept in the raw archive.
  public var keepsArchive = true
  /// Spellings that stand for one name, where sources differ; nil for those in the store's folder.
  public var aliases: NameAliases?
  /// The time of the import, µs since 1970 UTC.
  public var now: Int64
  /// Rows of a file in order that are stored together: a few months, which mostly fit the caches.
  var partRows = 1 << 18
  /// Bytes of a file's refused rows in memory; beyond that they go to disk.
  package var refusedBound = RefusedDraft.bound
  /// Rows of a JSON file that are looked at to find its table.
  var rowsLookedAt = Looking().rows
  /// Called with each step.
  public var progress: (String) -> Void = { _ in }
  /// Told the work that the current step has done, also by threads that it waits for.
  public var workProgress: @Sendable (ImportWork) -> Void = { _ in }
  /// Told of each file that was found in a folder or an archive, or by a pattern, and is left out:
  /// one that is empty, or none of the mapping's.
  public var leftOut: (ImportFile, ImportError) -> Void = { _, _ in }
  /// Writes tables of its own into the commit that stores the files; not called where nothing is
  /// stored because all files are known.
  public var alongside: (StoreWriter, [ImportedFile]) throws(StoreError) -> Void = { _, _ in }

  /// Describes an import.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - mapping: The meaning of the files' columns and words.
  ///   - mappingText: The mapping's YAML text.
  ///   - now: The time of the import, µs since 1970 UTC.
  public init(store: String, mapping: Mapping, mappingText: String, now: Int64) {
    self.store = store
    self.mapping = mapping
    self.mappingText = mappingText
    self.now = now
  }

  /// Imports files in the order given, each told by its columns.
  ///
  /// - Parameter files: Paths of the files.
  /// - Returns: Each file's import, in the same order.
  /// - Throws: `ImportError`; the store then is as before.
  public func run(_ files: [String]) throws(ImportError) -> [ImportedFile] {
    try run(files.map { ImportFile($0) })
  }

  /// Imports files in the order given.
  ///
  /// - Parameter files: The files, each with its table or told by its columns.
  /// - Returns: The import of each file that is not left out, in the same order.
  /// - Throws: `ImportError`; the store then is as before.
  public func run(_ files: [ImportFile]) throws(ImportError) -> [ImportedFile] {
    let inputs = try opened(files)
    for input in inputs {
      let path = input.file.path
      let isHeld = try onStore { () throws(StoreError) in try StoreFolder.holds(path, in: store) }
      guard isHeld else { continue }
      throw .file(
        .malformed(
          file: path, found: "a file among those that the store itself writes",
          expected: "one elsewhere: an import removes what it has not written there"))
    }
    if let side = inputs.first(where: \.isSide), inputs.allSatisfy(\.isSide) {
      throw .joinedFiles(
        table: side.tableName, found: "no file whose rows take its columns",
        expected: "one in the same call")
    }
    // Files that don't fit together stop a call before a store is made.
    _ = try SideTables(inputs)
    let writer = try onStore { () throws(StoreError) in try StoreWriter(store: store) }
    defer { writer.close() }
    var ledger = try onStore { () throws(StoreError) in try ImportLedger(writer) }
    ledger.refusedBound = refusedBound
    // Older imports have only a SHA-256.
    let hasSHA256 = ledger.imports.contains { $0.xxh128 == nil }
    var steps: [ImportStep] = []
    for input in inputs {
      let isIdentifiedLater = inputs.count == 1 && isIdentifiedWhileRead(input, ledger)
      if !isIdentifiedLater { progress("identifying " + input.file.sized(input.file.fileSize)) }
      let known =
        isIdentifiedLater
        ? nil : try FileIdentity(of: input.file.path, hasSHA256: hasSHA256)
      let pending = PendingIdentity(
        of: input.file, keptIn: keepsArchive ? store : nil, known: known)
      steps.append(
        ImportStep(
          input, known ?? FileIdentity(bytes: input.file.fileSize), by: self, pending: pending))
    }
    var plan = ImportPlan(steps, ledger)
    defer { for step in plan.steps { step.pending?.end() } }
    if keepsArchive {
      try onStore { () throws(StoreError) in try plan.restoreCopies(mappingText, writer) }
    }
    guard !plan.steps.isEmpty else { return plan.results([]) }
    let twins = TwinRaces(writer)
    let results = try plan.steps.map(\.input.file).unchanged { () throws(ImportError) in
      try importTogether(plan.steps, twins: twins, &ledger, writer)
    }
    progress("committing")
    try onStore { () throws(StoreError) in
      try ledger.write(to: writer)
      try alongside(writer, results)
      try writer.commit(threads: threads, isLast: true)
    }
    return plan.results(results)
  }

  // MARK: - Implementation

  /// Opens the files of a call, without those that were found but are none of the mapping's.
  private func opened(_ files: [ImportFile]) throws(ImportError) -> [ImportInput] {
    var inputs: [ImportInput] = []
    var failure: ImportError?
    for file in files {
      let bytes = (try? FileSystem.status(of: file.path))?.size
      workProgress(.uncounted)
      progress("reading \(file.name ?? file.path)" + (bytes.map { SourceFile.size($0) } ?? ""))
      let looking = Looking(
        threads: threads, rows: rowsLookedAt,
        told: { [workProgress] in workProgress(ImportWork(bytes: $0, of: $1)) })
      do throws(ImportError) {
        let input = try ImportInput(opening: file, mapping, looking: looking)
        if file.isFound { try input.requireColumns() }
        inputs.append(input)
      } catch {
        guard file.isFound, error.isOfOtherFile else { throw error }
        failure = failure ?? error
        leftOut(file, error)
      }
    }
    if inputs.isEmpty, let failure { throw failure }
    return inputs
  }

  /// Whether a file is identified while its rows are read: no file of as many bytes was imported
  /// before, so they are read in any case.
  private func isIdentifiedWhileRead(_ input: ImportInput, _ ledger: ImportLedger) -> Bool {
    (threads > 1 || !keepsArchive && input.file.isReadInPlace)
      && !ledger.imports.contains { $0.bytes == input.file.fileSize }
  }
}

extension SourceFile {
  /// Names it with its size, as steps do.
  func sized(_ bytes: Int) -> String { name + Self.size(bytes) }

  /// The size that steps show behind a file's name.
  package static func size(_ bytes: Int) -> String {
    String(format: " (%.1f MB)", Double(bytes) / 1e6)
  }
}
