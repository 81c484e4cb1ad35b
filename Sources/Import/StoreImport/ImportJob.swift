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
  /// The store's folder; created if it does not exist.
  public var store: String
  /// The meaning of the files' columns and words.
  public var mapping: Mapping
  /// The mapping as text, kept in the raw archive.
  public var mappingText: String
  /// Number of worker threads.
  public var threads = 1
  /// Whether the files' bytes are kept in the raw archive.
  public var keepsArchive = true
  /// The largest share of a file's races that may have the signs of several races in one; a file
  /// with more is refused.
  public var maxMerged = 1.0
  /// The largest share of a call's runners whose result may be a word without a known meaning.
  public var maxUnresolved = 1.0
  /// Spellings of one name, where sources differ; nil for those in the store's folder.
  public var aliases: NameAliases?
  /// The time of the import, µs since 1970 UTC.
  public var now: Int64
  /// Number of rows that are stored together where a file is in order: a few months, which mostly
  /// fit the caches.
  var partRows = 1 << 18
  /// Bytes of a file's refused rows in memory; beyond that they go to disk.
  package var refusedBound = RefusedDraft.bound
  /// Number of rows of a JSON file that are examined to find its table.
  var rowsExamined = ProbeLimits().rows
  /// Called with each step.
  public var progress: (String) -> Void = { _ in }
  /// Receives the work that the current step has done, also from threads that it waits for.
  public var workProgress: @Sendable (ImportWork) -> Void = { _ in }
  /// Receives each file of a folder, an archive or a pattern that is left out because it is empty,
  /// damaged or matches no table of the mapping.
  public var leftOut: (ImportFile, ImportError) -> Void = { _, _ in }
  /// Writes further tables in the commit that stores the files; not called if all files are known,
  /// so that nothing is stored.
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

  /// Imports files in the order given; the columns of each identify its table.
  ///
  /// - Parameter files: Paths of the files.
  /// - Returns: Each file's import, in the same order.
  /// - Throws: `ImportError`; the store is then unchanged.
  public func run(_ files: [String]) throws(ImportError) -> [ImportedFile] {
    try run(files.map { ImportFile($0) })
  }

  /// Imports files in the order given.
  ///
  /// - Parameter files: The files, each with its table, or identified by its columns.
  /// - Returns: The import of each file that is not left out, in the same order.
  /// - Throws: `ImportError`; the store is then unchanged.
  public func run(_ files: [ImportFile]) throws(ImportError) -> [ImportedFile] {
    var inputs = try opened(files)
    if let log = inputs.first(where: { $0.table.feeds == .placedBets }) {
      throw .badMapping(
        file: mapping.name, found: "the table \(log.tableName), a log of bets",
        expected: "railbird settle --mapping for it")
    }
    try refuseOwn(inputs)
    while true {
      do throws(ImportError) {
        return try run(opened: inputs)
      } catch {
        // The store is unchanged, so the others can be read again without the damaged one.
        guard inputs.count > 1,
          let index = inputs.firstIndex(where: { error.isDamage(of: $0.file.path) }),
          let file = files.first(where: { $0.path == inputs[index].file.path }), file.isFound
        else { throw error }
        leftOut(file, error)
        inputs.remove(at: index)
      }
    }
  }

  // MARK: - Implementation

  /// Rejects files that the store itself writes.
  private func refuseOwn(_ inputs: [ImportInput]) throws(ImportError) {
    for input in inputs {
      let path = input.file.path
      let isHeld = try onStore { () throws(StoreError) in try StoreFolder.holds(path, in: store) }
      guard isHeld else { continue }
      throw .file(
        .malformed(
          file: path, found: "a file among those that the store itself writes",
          expected: "one elsewhere: an import removes what it has not written there"))
    }
  }

  private func run(opened inputs: [ImportInput]) throws(ImportError) -> [ImportedFile] {
    if let side = inputs.first(where: \.isSide), inputs.allSatisfy(\.isSide) {
      throw .joinedFiles(
        table: side.tableName, found: "no file whose rows take its columns",
        expected: "one in the same call")
    }
    // Files that do not fit together stop a call before a store is created.
    let sides = try SideTables(inputs)
    let writer = try onStore { () throws(StoreError) in try StoreWriter(store: store) }
    defer { writer.close() }
    var ledger = try onStore { () throws(StoreError) in try ImportLedger(writer) }
    ledger.refusedBound = refusedBound
    // Older imports have only a SHA-256.
    let hasSHA256 = ledger.imports.contains { $0.xxh128 == nil }
    var imports: [FileImport] = []
    for input in inputs {
      let isIdentifiedLater = inputs.count == 1 && isIdentifiedWhileRead(input, ledger)
      if !isIdentifiedLater { progress("identifying " + input.file.sized(input.file.fileSize)) }
      let known =
        isIdentifiedLater
        ? nil : try FileIdentity(of: input.file.path, hasSHA256: hasSHA256)
      let pending = PendingIdentity(
        of: input.file, keptIn: keepsArchive ? store : nil, known: known)
      imports.append(
        FileImport(
          input, known ?? FileIdentity(bytes: input.file.fileSize), by: self, pending: pending))
    }
    imports.decide(ledger)
    let steps = imports.filter(\.isRead)
    defer { for step in steps { step.pending?.end() } }
    if keepsArchive {
      try onStore { () throws(StoreError) in try imports.restoreCopies(mappingText, writer) }
    }
    guard !steps.isEmpty else { return imports.results([]) }
    let twins = TwinRaces(writer)
    let results = try steps.map(\.input.file).unchanged { () throws(ImportError) in
      try importTogether(steps, sides: sides, twins: twins, &ledger, writer)
    }
    try checkUnresolved(zip(steps, results).filter { $0.0.input.table.feeds == .runners }.map(\.1))
    progress("committing")
    try onStore { () throws(StoreError) in
      try ledger.write(to: writer)
      try alongside(writer, results)
      try writer.commit(threads: threads, isLast: true)
    }
    return imports.results(results)
  }

  /// Refuses files of runners too many of whom have a result without a known meaning.
  private func checkUnresolved(_ files: [ImportedFile]) throws(ImportError) {
    let unknown = files.reduce(into: UnknownFinishes()) { $0 += $1.unknownFinishes }
    // A row may be refused for its race after its result was counted.
    let runners = max(unknown.total, files.reduce(0) { $0 + $1.rowsRead - $1.rejected })
    guard Double(unknown.total) > maxUnresolved * Double(runners) else { return }
    let names = files.filter { $0.unknownFinishes.total > 0 }.map(\.name)
    throw .unknownFinishes(
      files: FileError.listed(names), unknown.total, of: runners, words: unknown.listed,
      remedy: unknown.remedy, allowed: maxUnresolved)
  }

  /// Opens the files of a call, without the found ones that are damaged or match no table of the
  /// mapping.
  private func opened(_ files: [ImportFile]) throws(ImportError) -> [ImportInput] {
    var inputs: [ImportInput] = []
    var failure: ImportError?
    for file in files {
      let bytes = (try? FileSystem.status(of: file.path))?.size
      workProgress(.uncounted)
      progress("reading \(file.name ?? file.path)" + (bytes.map { SourceFile.size($0) } ?? ""))
      let limits = ProbeLimits(
        threads: threads, rows: rowsExamined,
        progress: { [workProgress] in workProgress(ImportWork(bytes: $0, of: $1)) })
      do throws(ImportError) {
        let input = try ImportInput(opening: file, mapping, limits: limits)
        if file.isFound { try input.requireColumns() }
        inputs.append(input)
      } catch {
        guard file.isFound, error.isOfOtherFile || error.isOfDamage else { throw error }
        failure = failure ?? error
        leftOut(file, error)
      }
    }
    if inputs.isEmpty, let failure { throw failure }
    return inputs
  }

  /// Whether a file is identified while its rows are read: no imported file has the same size, so
  /// the rows must be read in any case.
  private func isIdentifiedWhileRead(_ input: ImportInput, _ ledger: ImportLedger) -> Bool {
    (threads > 1 || !keepsArchive && input.file.isReadInPlace)
      && !ledger.imports.contains { $0.bytes == input.file.fileSize }
  }
}

extension SourceFile {
  /// Returns the name and size, as progress steps show them.
  func sized(_ bytes: Int) -> String { name + Self.size(bytes) }

  /// Returns the size that progress steps show behind a file's name.
  package static func size(_ bytes: Int) -> String {
    String(format: " (%.1f MB)", Double(bytes) / 1e6)
  }
}
