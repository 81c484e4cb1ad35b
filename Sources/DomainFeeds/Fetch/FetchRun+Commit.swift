import APICore
import ColumnStore
import Foundation
import RacingImport

extension FetchRun {
  /// Stores what the run has brought and tidies up the journal.
  func finish() async throws(FetchError) {
    guard isOfService else {
      // Nothing but refusals: a store that they are kept in would not ask the right address for it.
      try journal.clear()
      journal.remove()
      summary.forgetAnswers()
      return
    }
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
    }
    // Lines that tell nothing new must not change a byte of the store.
    if isComplete || journal.size == 0 { journal.remove() }
  }

  /// Ends the run, once all that comes of its answers is stored.
  ///
  /// One that was cut off before goes on as the same run, and asks for nothing again.
  func close() throws(FetchError) {
    switch summary.end {
    case .complete, .unread: try folder.endRun()
    case .cancelled, .stopped, .notStored: if !isOfService { try folder.endRun() }
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
