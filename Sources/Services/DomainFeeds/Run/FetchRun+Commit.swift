import APICore
import ColumnStore
import Foundation
import Mappings
import RowReading
import StoreImport

extension FetchRun {
  /// Stores the run's answers and cleans up the journals.
  func finish() async throws(FetchError) {
    guard isOfService else {
      // Only refusals: if they were kept, the store would be bound to a possibly wrong address.
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
    // Lines without news must not change a byte of the store.
    if isComplete { journals.remove() } else { journals.removeEmpty() }
  }

  /// Ends the run, after all tables derived from its answers are stored.
  ///
  /// An interrupted run is resumed as the same run, and repeats no request.
  func close() throws(FetchError) {
    switch summary.end {
    case .complete, .unread: try folder.endRun()
    case .cancelled, .stopped, .notStored: if !isOfService { try folder.endRun() }
    }
  }

  /// Imports the journals' and the feed's own new data, in one commit with the tables of answers.
  ///
  /// - Returns: Whether everything is stored; false while another process writes to the store.
  func commit() async throws(FetchError) -> Bool {
    guard isOfService else { return true }
    let own = try feed.takeFiles()
    guard journals.hasNews || !own.isEmpty else { return true }
    try journals.packNews()
    let deadline = job.clock.uptime + job.lockWait
    var hasNoted = false
    while true {
      do throws(ImportError) {
        summary.imports += try importJournals(own)
        break
      } catch {
        guard case .store(.locked) = error else { throw .importing(error) }
        if !hasNoted { job.note("\(error); waiting") }
        hasNoted = true
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
    importJob.alongside = { [journals] writer, imports throws(StoreError) in
      try FetchTables.note(writer, imports) { journals.entries(of: $0) }
    }
    return try importJob.run(own + journals.news)
  }
}
