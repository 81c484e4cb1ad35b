import ColumnStore
import Foundation
import Racing

/// Fills a store's racing tables anew by running imports again from the raw archive.
///
/// Files and mappings are those of the first run, kept under their checksums; numbers and times of
/// the imports stay, counts are those of the new run. The caller commits.
struct StoreRebuild {
  let writer: StoreWriter
  var threads = 1
  /// Told what is being done.
  var progress: (String) -> Void = { _ in }

  /// Empties the racing tables and runs imports in their order.
  ///
  /// - Parameters:
  ///   - ledger: The store's imports.
  ///   - undone: The numbers of those that are left out from now on.
  ///   - now: When that is, µs since 1970 UTC.
  /// - Throws: ``ImportError`` `.notArchived` when the archive lacks a file, or what an import
  ///   throws.
  func run(_ ledger: inout ImportLedger, undoing undone: Set<Int>, at now: Int64)
    throws(ImportError)
  {
    let again = ledger.rewind(undoing: undone, at: now)
    let absent = again.filter { writer.archivedPath(sha256: $0.sha256) == nil }
    guard absent.isEmpty else {
      throw .notArchived(store: writer.store, imports: absent.map(\.label))
    }
    for table in RacingTables.rebuiltTables { writer.removeRows(of: table) }
    var done = 0
    for call in Self.calls(again) {
      let place = "import \(done + 1) of \(again.count)"
      try run(call, &ledger, all: again) { progress("\(place): \($0)") }
      done += call.count
    }
  }

  // MARK: - Implementation

  /// Imports by call: files that were read together serve each other.
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

  private func run(
    _ call: [ImportedFile], _ ledger: inout ImportLedger, all: [ImportedFile],
    progress: @escaping (String) -> Void
  ) throws(ImportError) {
    let archived = try ArchivedImport(call[0], in: writer)
    let mapping = try Mapping(yaml: archived.mappingText, file: "mapping of \(call[0].label)")
    var job = ImportJob(
      store: writer.store, mapping: mapping, mappingText: archived.mappingText,
      now: call[0].importedAt)
    job.threads = threads
    job.progress = progress
    var steps: [ImportStep] = []
    for imported in call {
      let file = try ArchivedImport(imported, in: writer).file
      let input = try ImportInput(file, table: imported.table, mapping)
      steps.append(
        ImportStep(
          input: input, id: imported.id, sha256: imported.sha256, bytes: imported.bytes,
          retryOf: imported.retryOf, callID: imported.callID))
    }
    let first = all.first { $0.id == call[0].retryOf }
    let served = try first.map { first throws(ImportError) in
      try job.sidesServed(with: first, among: all, writer)
    }
    _ = try job.importTogether(steps, served: served ?? [], &ledger, writer)
  }
}

extension ImportJob {
  /// The files that served an import when it was run, for a retry of its refused rows.
  func sidesServed(
    with first: ImportedFile, among imports: [ImportedFile], _ writer: StoreWriter
  ) throws(ImportError) -> [ImportInput] {
    var sides: [ImportInput] = []
    guard let callID = first.callID else { return [] }
    for other in imports where other.id != first.id && other.callID == callID {
      // A mapping without such a table needs no such file.
      guard let table = mapping.tables[other.table], table.isSide else { continue }
      let file = try ArchivedImport(other, in: writer).file
      sides.append(try ImportInput(file, table: other.table, mapping))
    }
    return sides
  }
}
