import APICore
import ColumnStore
import Foundation
import RacingImport

extension FetchRun {
  /// Stores what the run has brought and tidies up the journals.
  func finish() async throws(FetchError) {
    guard isOfService else {
      // Nothing but refusals: a store that they are kept in would not ask the right address for it.
      try journals.clear()
      journals.remove()
      summary.forgetAnswers()
      return
    }
    let isComplete = summary.end == .complete
    guard try await commit() else {
      if isComplete {
        summary.end = .notStored(
          reason: "another process is writing to \(job.store); the answers wait in "
            + "\(journals.place) and are stored by the next fetch")
      }
      return
    }
    // Lines that tell nothing new must not change a byte of the store.
    if isComplete { journals.remove() } else { journals.removeEmpty() }
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

  /// Imports what the journals and the feed's own files have that the store doesn't, in one commit with
  /// the tables of answers.
  ///
  /// - Returns: Whether all is stored; false while another process writes to the store.
  func commit() async throws(FetchError) -> Bool {
    guard isOfService else { return true }
    let own = try feed.takeFiles()
    guard journals.hasNews || !own.isEmpty else { return true }
    try journals.packNews()
    let deadline = job.clock.uptime + job.lockWait
    var hasTold = false
    while true {
      do throws(ImportError) {
        summary.imports += try importJournals(own)
        break
      } catch {
        guard case .store(.locked) = error else { throw .importing(error) }
        if !hasTold { job.note("\(error); waiting") }
        hasTold = true
        guard job.clock.uptime < deadline, !Task.isCancelled else { return false }
        try? await job.clock.sleep(until: job.clock.uptime + .milliseconds(500))
      }
    }
    try journals.clearStored()
    if !own.isEmpty { try feed.dropFiles() }
    return true
  }

  // MARK: - Implementation

  private func importJournals(_ own: [ImportFile]) throws(ImportError) -> [ImportedFile] {
    var importJob = ImportJob(
      store: job.store, mapping: try Mapping(yaml: feed.mappingText, file: F.mapping),
      mappingText: feed.mappingText, now: job.clock.now)
    importJob.threads = job.threads
    importJob.alongside = FetchTables.note
    return try importJob.run(own + journals.news)
  }
}
