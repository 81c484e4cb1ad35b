import Columns
import ColumnStore
import Foundation
import Mappings
import RowReading
import StoreImport
import TabularFiles

/// Refills a store's tables of imported rows by running imports again from the raw archive.
///
/// Files and mappings are those of the first run, kept under their checksums; numbers and times of
/// the imports stay, counts come from the new run. The caller commits.
struct StoreRebuild {
  let writer: StoreWriter
  var threads = 1
  /// Called with each step.
  var progress: (String) -> Void = { _ in }
  /// Receives the work of the current file: `ImportJob.workProgress`.
  var workProgress: @Sendable (ImportWork) -> Void = { _ in }
  /// Tables of other modules that are made from the same files.
  var derived: [DerivedFilling] = []
  /// The size of the texts read in bytes, unpacked.
  private(set) var textBytes = 0
  private var mappings: [String: ArchivedCall.ArchivedMapping] = [:]

  init(writer: StoreWriter) { self.writer = writer }

  /// Empties these tables and runs the imports in their order.
  ///
  /// - Parameters:
  ///   - ledger: The store's imports.
  ///   - undone: The numbers of the imports to leave out from now on.
  ///   - now: The time of the undoing, µs since 1970 UTC.
  /// - Throws: `ImportError` `.notArchived` when the archive lacks a file, or an import's error.
  mutating func run(_ ledger: inout ImportLedger, undoing undone: Set<Int>, at now: Int64)
    throws(ImportError)
  {
    let again = ledger.rewind(undoing: undone, at: now)
    let absent = again.filter { writer.archivedPath(sha256: $0.sha256) == nil }
    guard absent.isEmpty else {
      throw .notArchived(store: writer.store, imports: absent.map(\.label))
    }
    for table in ReplayJob.rebuiltTables {
      writer.removeRows(of: table)
    }
    var pace = RebuildPace(total: again.reduce(0) { $0 + $1.bytes })
    var done = 0
    let calls = Self.calls(again)
    var ahead: [ArchivedCall] = []
    let queue = DerivedQueue(threads: threads)
    let outcome = Result { () throws(ImportError) in
      for (index, call) in calls.enumerated() {
        // More calls than threads, as some may be read already.
        let last = min(index + (threads > 1 ? 2 * threads : 0), calls.count - 1)
        while index + ahead.count <= last {
          ahead.append(try archived(calls[index + ahead.count]))
        }
        let place = "import \(done + 1) of \(again.count)\(pace.text())"
        let files = try run(ahead[0], &ledger, all: again) { [progress] in
          progress("\(place): \($0)")
        }
        for file in files { queue.add(file.readings) }
        ahead.removeFirst()
        done += call.count
        pace.add(call.reduce(0) { $0 + $1.bytes })
      }
    }
    for call in ahead { call.finish() }
    let added = Result { () throws(FileError) in try queue.finish() }
    try outcome.get()
    try onFile { () throws(FileError) in try added.get() }
  }

  // MARK: - Implementation

  /// Groups imports by call: files that were read together complete each other.
  private static func calls(_ imports: [ImportedFile]) -> [[ImportedFile]] {
    var calls: [[ImportedFile]] = []
    for imported in imports {
      if let callID = imported.callID, calls.last?.last?.callID == callID {
        calls[calls.count - 1].append(imported)
      } else {
        calls.append([imported])
      }
    }
    return calls
  }

  private mutating func run(
    _ call: ArchivedCall, _ ledger: inout ImportLedger, all: [ImportedFile],
    progress: @escaping (String) -> Void
  ) throws(ImportError) -> [ArchivedCall.File] {
    var files: [ArchivedCall.File] = []
    let outcome = Result { () throws(ImportError) in
      try run(call, &ledger, all: all, &files, progress: progress)
    }
    do throws(ImportError) {
      // Report damage first: it explains any error of the reader.
      for verdict in files.map({ $0.check.value() }) { try verdict.get() }
      try outcome.get()
      return files
    } catch {
      for file in files { file.finish() }
      throw error
    }
  }

  private mutating func run(
    _ call: ArchivedCall, _ ledger: inout ImportLedger, all: [ImportedFile],
    _ files: inout [ArchivedCall.File], progress: @escaping (String) -> Void
  ) throws(ImportError) {
    let imports = call.imports
    var job = ImportJob(
      store: writer.store, mapping: call.mapping.mapping, mappingText: call.mapping.text,
      now: imports[0].importedAt)
    job.threads = threads
    job.progress = progress
    job.workProgress = workProgress
    workProgress(.uncounted)
    progress(
      "reading " + imports.map { $0.name + SourceFile.size($0.bytes) }.joined(separator: ", "))
    files = try call.opened()
    textBytes += files.reduce(0) { $0 + $1.textBytes }
    var inputs: [ImportInput] = []
    for file in files { inputs.append(try file.input.get()) }
    let steps = zip(inputs, imports).map { FileImport($0, again: $1) }
    if let first = all.first(where: { $0.id == imports[0].retryOf }) {
      inputs += try job.sidesServed(with: first, among: all, writer)
    }
    _ = try job.importTogether(steps, sides: SideTables(inputs), &ledger, writer)
  }

  /// Begins to take a call's files from the archive.
  private mutating func archived(_ call: [ImportedFile]) throws(ImportError) -> ArchivedCall {
    try ArchivedCall(
      call, try mapping(of: call[0]), in: writer, derived: derived, threads: threads)
  }

  /// Returns an import's mapping; most imports share one.
  private mutating func mapping(of imported: ImportedFile) throws(ImportError)
    -> ArchivedCall.ArchivedMapping
  {
    if let known = mappings[imported.mappingSHA256] { return known }
    let text = try ArchivedImport.mappingText(imported, in: writer)
    let mapping = try Self.mapping(text, of: imported)
    let archived = ArchivedCall.ArchivedMapping(mapping: mapping, text: text)
    mappings[imported.mappingSHA256] = archived
    return archived
  }

  /// Reads a mapping that was valid once: newer versions may allow less.
  private static func mapping(_ text: String, of imported: ImportedFile) throws(ImportError)
    -> Mapping
  {
    do throws(ImportError) {
      return try Mapping(yaml: text, file: "mapping of \(imported.label)")
    } catch {
      guard case .badMapping(let file, let found, let expected) = error else { throw error }
      throw .badMapping(
        file: file, found: found,
        expected: "\(expected); to go on, import the archive's files into a new store by a changed "
          + "mapping (docs/mapping.md, §3)")
    }
  }
}

extension ImportJob {
  /// Returns the files that completed an import when it was run, for a retry of its refused rows.
  func sidesServed(
    with first: ImportedFile, among imports: [ImportedFile], _ writer: StoreWriter
  ) throws(ImportError) -> [ImportInput] {
    var sides: [ImportInput] = []
    guard let callID = first.callID else { return [] }
    for other in imports where other.id != first.id && other.callID == callID {
      // A mapping without such a table needs no such file.
      guard let table = mapping.tables[other.table], table.isSide else { continue }
      let file = try ArchivedImport.file(other, form: table.form, in: writer)
      sides.append(
        try ImportInput(file, table: other.table, mapping, limits: ProbeLimits(threads: threads)))
    }
    return sides
  }
}

/// The rate of work so far, and the time that the rest of a known total takes at this rate.
struct RebuildPace {
  private let total: Int
  private var done = 0
  private let start: TimeInterval

  /// Begins to measure.
  init(total: Int, now: TimeInterval = ProcessInfo.processInfo.systemUptime) {
    self.total = total
    start = now
  }

  /// Adds finished bytes.
  mutating func add(_ bytes: Int) { done += bytes }

  /// Describes rate and time left, such as `, 3.4 MB/s, 12 s left`.
  ///
  /// - Parameter now: The time in seconds.
  /// - Returns: A text; an empty one before there is a rate.
  func text(now: TimeInterval = ProcessInfo.processInfo.systemUptime) -> String {
    guard done > 0, total > done, now > start else { return "" }
    let rate = Double(done) / (now - start)
    let left = Int((Double(total - done) / rate).rounded(.up))
    return ", \(String(format: "%.1f", rate / 1e6)) MB/s, \(left) s left"
  }
}
