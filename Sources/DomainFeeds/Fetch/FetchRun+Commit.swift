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
    let deadline = job.clock.uptime + job.lockWait
    var hasTold = false
    while true {
      do throws(ImportError) {
        summary.imports += try importJournal()
        break
      } catch {
        guard case .store(.locked) = error else { throw .importing(error) }
        if !hasTold { job.note("\(error); waiting") }
        hasTold = true
        let isOver = job.clock.uptime >= deadline || Task.isCancelled
        guard !isOver else { return false }
        try? await job.clock.sleep(until: job.clock.uptime + .milliseconds(500))
      }
    }
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
