import APICore
import ColumnStore
import Foundation
import RacingImport

extension FetchRun {
  /// Stores what the run has brought and tidies up after a complete one.
  func finish() async throws(FetchError) {
    let isComplete = summary.end == .complete
    if hasNews {
      guard try await commit() else {
        if isComplete {
          summary.end = .notStored(
            reason: "another process is writing to \(job.store); the answers wait in "
              + "\(journal.path) and are stored by the next fetch")
        }
        return
      }
    } else if isComplete {
      // Lines that tell nothing new must not change a byte of the store.
      journal.remove()
    }
    if isComplete {
      if journal.size == 0 { journal.remove() }
      folder.endRun()
    }
  }

  /// Imports the journal in one commit with the tables of answers, and empties it.
  ///
  /// - Returns: Whether it is stored; false while another process writes to the store.
  func commit() async throws(FetchError) -> Bool {
    try journal.pack()
    let isStored = try await FetchCommit(
      store: job.store, clock: job.clock, lockWait: job.lockWait, note: job.note
    ).run { () throws(ImportError) in summary.imports += try importJournal() }
    guard isStored else { return false }
    try journal.clear()
    hasNews = false
    known = try StoredAnswers(store: job.store).answers
    return true
  }

  // MARK: - Implementation

  private func importJournal() throws(ImportError) -> [ImportedFile] {
    let text = Mapping.builtInText(RacingFetch.mapping)!
    var importJob = ImportJob(
      store: job.store, mapping: try Mapping(yaml: text, file: RacingFetch.mapping),
      mappingText: text, now: job.clock.now)
    importJob.threads = job.threads
    importJob.alongside = FetchTables.note
    return try importJob.run([ImportFile(journal.path, table: RacingFetch.table)])
  }
}
