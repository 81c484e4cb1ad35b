import ColumnStore
import Foundation
import RacingImport

extension PointsRun {
  /// Stores what the run has brought and tidies up after a complete one.
  func finish() async throws(FetchError) {
    if journals.hasNews {
      let isStored = try await FetchCommit(
        store: job.store, clock: job.clock, lockWait: job.lockWait, note: job.note
      ).run { () throws(ImportError) in summary.imports += try importJournals() }
      guard isStored else {
        if summary.end == .complete {
          summary.end = .notStored(
            reason: "another process is writing to \(job.store); the answers wait in "
              + "\(folder.path) and are stored by the next fetch")
        }
        return
      }
      try journals.clearStored()
    }
    guard summary.end == .complete else { return }
    journals.remove()
    folder.endRun()
  }

  // MARK: - Implementation

  private func importJournals() throws(ImportError) -> [ImportedFile] {
    let text = Mapping.builtInText(PointsFetch.mapping)! + "\nzone: \(job.zone.identifier)\n"
    var importJob = ImportJob(
      store: job.store, mapping: try Mapping(yaml: text, file: PointsFetch.mapping),
      mappingText: text, now: job.clock.now)
    importJob.threads = job.threads
    importJob.alongside = FetchTables.note
    return try importJob.run(journals.files)
  }
}
