import ColumnStore
import Foundation
import RacingImport

extension PointsRun {
  /// Stores what the run has brought and tidies up after a complete one.
  func finish() async throws(FetchError) {
    guard isOfService else {
      // Nothing but refusals: a store that they are kept in would not ask the right address for it.
      try journals.clear()
      journals.remove()
      try folder.endRun()
      summary.forgetAnswers()
      return
    }
    guard try await commit() else {
      if summary.end == .complete {
        summary.end = .notStored(
          reason: "another process is writing to \(job.store); the answers wait in "
            + "\(folder.path) and are stored by the next fetch")
      }
      return
    }
    guard summary.end == .complete else {
      journals.removeEmpty()
      return
    }
    journals.remove()
    try folder.endRun()
  }

  /// Imports what the journals have that the store doesn't, in one commit.
  ///
  /// - Returns: Whether all is stored; false while another process writes to the store.
  func commit() async throws(FetchError) -> Bool {
    guard journals.hasNews && isOfService else { return true }
    try journals.packNews()
    let isStored = try await FetchCommit(
      store: job.store, clock: job.clock, lockWait: job.lockWait, note: job.note
    ).run { () throws(ImportError) in summary.imports += try importJournals() }
    if isStored { try journals.clearStored() }
    return isStored
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
