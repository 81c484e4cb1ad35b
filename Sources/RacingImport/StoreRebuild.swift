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
    for (index, imported) in again.enumerated() {
      let place = "import \(index + 1) of \(again.count)"
      try run(imported, &ledger) { progress("\(place): \($0)") }
    }
  }

  private func run(
    _ imported: ImportedFile, _ ledger: inout ImportLedger, progress: @escaping (String) -> Void
  ) throws(ImportError) {
    let archived = try ArchivedImport(imported, in: writer)
    let mapping = try Mapping(yaml: archived.mappingText, file: "mapping of \(imported.label)")
    var job = ImportJob(
      store: writer.store, mapping: mapping, mappingText: archived.mappingText,
      now: imported.importedAt)
    job.threads = threads
    job.progress = progress
    let step = ImportStep(
      file: archived.file, id: imported.id, sha256: imported.sha256, bytes: imported.bytes,
      retryOf: imported.retryOf)
    _ = try job.importFile(step, &ledger, writer)
  }
}
